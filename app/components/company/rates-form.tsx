import { type FormEvent, useMemo, useState } from 'react';
import { FileButton } from '~/components/books/file-button';
import { TableQuestions } from '~/components/books/table-questions';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Textarea } from '~/components/ui/textarea';
import { isOpen, NO_ANSWERS, type TableAnswers } from '~/domain/imports/table-questions';
import { failureText, fieldErrorsOf } from '~/hooks/api-fetch';
import type { Outcome } from '~/hooks/use-api';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import type { Pasted } from './pasted-rates';

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
  read: (text: string, answers: TableAnswers) => Pasted<Input>;
  save: (input: Input) => Promise<Outcome<unknown>>;
}) {
  const [text, setText] = useState('');
  const [answers, setAnswers] = useState<TableAnswers>(NO_ANSWERS);
  const [problem, setProblem] = useState<string | null>(null);
  const pasted = useMemo(() => read(text, answers), [read, text, answers]);
  const questions = pasted.ok ? pasted.questions : [];
  const take = (text: string) => {
    setText(text);
    setProblem(null);
  };
  useLeaveWarning(text.trim() !== '');
  /** Answers are about one table. */
  const takeOther = (text: string) => {
    take(text);
    setAnswers(NO_ANSWERS);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pasted.ok) return setProblem(pasted.problem);
    const outcome = await save(pasted.input);
    if (outcome.ok) takeOther('');
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
            onPaste={() => setAnswers(NO_ANSWERS)}
            onChange={(event) => take(event.target.value)}
          />
        )}
      </Field>
      <TableQuestions
        questions={questions}
        onAnswer={(change) => {
          setAnswers(change);
          setProblem(null);
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          pending={pending}
          disabledReason={
            !text.trim() ? 'Enter at least one rate' : isOpen(questions) ? 'Answer the question above' : null
          }
        >
          {action}
        </Button>
        <FileButton onText={takeOther} onProblem={setProblem} />
      </div>
    </form>
  );
}

function problemOf(error: unknown, lineOf: (field: string) => number | null): string {
  const [[field, [message]] = ['', []]] = Object.entries(fieldErrorsOf(error));
  const line = message === undefined ? null : lineOf(field);
  return line === null ? failureText(error, 'Nothing was saved.') : `Line ${line}: ${message}`;
}
