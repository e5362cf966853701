import { type FormEvent, useState } from 'react';
import { DateOrderChoice } from '~/components/books/date-order-choice';
import { FileButton } from '~/components/books/file-button';
import type { DateOrder } from '~/components/books/table-text';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Textarea } from '~/components/ui/textarea';
import { failureText, fieldErrorsOf } from '~/hooks/api-fetch';
import type { Outcome } from '~/hooks/use-api';
import { hasSlashDates, type Pasted } from './pasted-rates';

/** Rates on a line each: typed, pasted from a sheet, or of a CSV file. What the call refuses is said with its line. */
export function RatesForm<Input>({
  name,
  label,
  help,
  placeholder,
  action,
  pending,
  read,
  save,
}: {
  name: string;
  label: string;
  help: string;
  placeholder: string;
  action: string;
  pending: boolean;
  read: (text: string, order: DateOrder) => Pasted<Input>;
  save: (input: Input) => Promise<Outcome<unknown>>;
}) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<DateOrder>('month-first');
  const [problem, setProblem] = useState<string | null>(null);
  const take = (text: string) => {
    setText(text);
    setProblem(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const pasted = read(text, order);
    if (!pasted.ok) return setProblem(pasted.problem);
    const outcome = await save(pasted.input);
    if (outcome.ok) take('');
    else setProblem(outcome.error ? problemOf(outcome.error, pasted.lineOf) : null);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={label} help={help} errors={problem ? [problem] : undefined}>
        {(control) => (
          <Textarea
            {...control}
            name={name}
            rows={4}
            className="figures placeholder:whitespace-pre-line"
            placeholder={placeholder}
            value={text}
            onChange={(event) => take(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          pending={pending}
          disabledReason={text.trim() ? null : 'Enter at least one rate'}
        >
          {action}
        </Button>
        <FileButton onText={take} onProblem={setProblem} />
        {hasSlashDates(text) && (
          <DateOrderChoice
            value={order}
            onChange={(order) => {
              setOrder(order);
              setProblem(null);
            }}
          />
        )}
      </div>
    </form>
  );
}

function problemOf(error: unknown, lineOf: (field: string) => number | null): string {
  const [[field, [message]] = ['', []]] = Object.entries(fieldErrorsOf(error));
  const line = message === undefined ? null : lineOf(field);
  return line === null ? failureText(error, 'Nothing was saved.') : `Line ${line}: ${message}`;
}
