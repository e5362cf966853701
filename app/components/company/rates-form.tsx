import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { TableQuestions } from '~/components/books/table-questions';
import { findTableStart, type TableColumn } from '~/components/books/table-text';
import { FileDrop } from '~/components/files/file-drop';
import { FileButton } from '~/components/files/file-input';
import { TableFileDetails } from '~/components/files/table-file-details';
import { useTableFile } from '~/components/files/use-table-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Textarea } from '~/components/ui/textarea';
import type { FileRow } from '~/domain/imports/map-rows';
import { hasUnanswered, NO_ANSWERS, type TableAnswers } from '~/domain/imports/table-questions';
import { failureText, getFieldErrors } from '~/hooks/api-fetch';
import type { Outcome } from '~/hooks/use-api';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { type Pasted, rowsToText } from './pasted-rates';

const TOO_LONG = 'The file is too large to save at one time. Choose a file with only the rates, or split it.';

/** Rates, one per line: typed, pasted, or read from a file and corrected before saving. Errors from the API name their line. */
export function RatesForm<Input>({
  name,
  label,
  help,
  placeholder,
  columns,
  action,
  pending,
  read,
  save,
}: {
  name: string;
  label: string;
  help: string;
  placeholder: string;
  /** Columns of a line. A file may have more columns, in any order, if they have titles. */
  columns: readonly TableColumn[];
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
  const changeText = (text: string) => {
    setText(text);
    setProblem(null);
  };
  useLeaveWarning(text.trim() !== '');
  /** Answers apply to a single table. */
  const replaceText = (text: string) => {
    changeText(text);
    setAnswers(NO_ANSWERS);
  };

  const findStart = useCallback((rows: readonly FileRow[]) => findTableStart(rows, columns), [columns]);
  const file = useTableFile(findStart);
  const chooseFiles = (files: File[]) => {
    // Keep typed text until there is a replacement, because the file may not be readable.
    if (file.isChosen && files.length === 1) replaceText('');
    else setProblem(null);
    file.chooseFiles(files);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps corrections made since the file was read
  useEffect(() => {
    if (!file.rows) return;
    const lines = rowsToText(file.rows, columns);
    replaceText(lines ?? '');
    if (lines === null) setProblem(TOO_LONG);
  }, [file.rows]);
  const reset = () => {
    replaceText('');
    file.clear();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pasted.ok) return setProblem(pasted.problem);
    if (pasted.unreadable) return setProblem(pasted.unreadable);
    const outcome = await save(pasted.input);
    if (outcome.ok) reset();
    else setProblem(outcome.error ? problemOf(outcome.error, pasted.lineOf) : null);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <FileDrop onFiles={chooseFiles} className="flex flex-col gap-3">
        <TableFileDetails table={file} onRemove={reset} />
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
              onChange={(event) => changeText(event.target.value)}
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
              file.isChosen && !file.rows
                ? file.isAsking
                  ? 'Answer the questions about the file'
                  : 'The file is being read'
                : !text.trim()
                  ? 'Enter at least one rate'
                  : hasUnanswered(questions)
                    ? 'Answer the question above'
                    : null
            }
          >
            {action}
          </Button>
          <FileButton onFiles={chooseFiles} />
        </div>
      </FileDrop>
    </form>
  );
}

function problemOf(error: unknown, lineOf: (field: string) => number | null): string {
  const [[field, [message]] = ['', []]] = Object.entries(getFieldErrors(error));
  const line = message === undefined ? null : lineOf(field);
  return line === null ? failureText(error, 'Nothing was saved.') : `Line ${line}: ${message}`;
}
