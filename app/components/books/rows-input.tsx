import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import { isOpen, NO_ANSWERS, type TableAnswers } from '~/domain/imports/table-questions';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { MAX_ROWS } from '~/schemas/books/well-rows';
import { FileButton } from './file-button';
import { TableQuestions } from './table-questions';
import { type ReadTable, readTable, type TableColumn } from './table-text';

/** What was pasted or read from a file. */
export type RowsSource = { text: string; fileName: string | null };
export const NO_SOURCE: RowsSource = { text: '', fileName: null };

/** More is shown as a count only: a text field with millions of characters stops the browser. */
const MAX_SHOWN_CHARACTERS = 200_000;

/** Reads the table again when the text or what was answered about it changes; null until the reader has been loaded. */
export function useTable(
  source: RowsSource,
  columns: readonly TableColumn[],
  answers: TableAnswers,
): ReadTable | null {
  const [papa, setPapa] = useState<Parameters<typeof readTable>[2] | null>(null);
  useEffect(() => {
    let isWanted = true;
    import('papaparse').then(({ default: loaded }) => isWanted && setPapa(loaded));
    return () => {
      isWanted = false;
    };
  }, []);
  return useMemo(
    () => papa && readTable(source.text, columns, papa, answers),
    [source, columns, papa, answers],
  );
}

/** Takes the rows of a table: pasted from a spreadsheet, or from a CSV file. */
export function RowsInput({
  columns,
  source,
  onChange,
  table,
  onAnswer,
}: {
  columns: readonly TableColumn[];
  source: RowsSource;
  onChange: (source: RowsSource) => void;
  table: ReadTable | null;
  onAnswer: ComponentProps<typeof TableQuestions>['onAnswer'];
}) {
  const format = useFormat();
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  /** Answers are about one table. */
  const forget = () => onAnswer(() => NO_ANSWERS);
  const take = (text: string, fileName: string) => {
    setFileProblem(null);
    forget();
    onChange({ text, fileName });
  };
  const isLong = source.text.length > MAX_SHOWN_CHARACTERS;
  const problem = fileProblem ?? table?.problem ?? tooManyRows(table, format);
  return (
    <div className="flex flex-col gap-2">
      {source.fileName || isLong ? (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="min-w-0 truncate font-medium">{source.fileName ?? 'Pasted table'}</span>
          <Button
            onClick={() => {
              forget();
              onChange(NO_SOURCE);
            }}
          >
            Remove
          </Button>
        </div>
      ) : (
        <Field label="Rows" required help={<Titles columns={columns} />}>
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              wrap="off"
              className="figures text-xs placeholder:whitespace-normal"
              placeholder="Copy the rows from your spreadsheet, including the headings, and paste them here."
              value={source.text}
              onPaste={forget}
              onChange={(event) => onChange({ text: event.target.value, fileName: null })}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton onText={take} onProblem={setFileProblem} />
        {table && table.rows.length > 0 && (
          <span role="status" className="text-muted tabular-nums">
            {rowCount(table.rows.length, format)} read
            {table.ignored.length > 0 && `. Not used: ${table.ignored.join(', ')}`}
          </span>
        )}
      </div>
      {table && <TableQuestions questions={table.questions} onAnswer={onAnswer} />}
      {problem && <Note tone="danger" title={problem} />}
    </div>
  );
}

/** Whether the rows can be sent. */
export function isReady(table: ReadTable | null): table is ReadTable {
  return (
    table !== null &&
    table.problem === null &&
    table.rows.length > 0 &&
    table.rows.length <= MAX_ROWS &&
    !isOpen(table.questions)
  );
}

export function rowCount(count: number, format: Format): string {
  return countOf(count, 'row', format);
}

function tooManyRows(table: ReadTable | null, format: Format): string | null {
  if (!table || table.rows.length <= MAX_ROWS) return null;
  return `${rowCount(table.rows.length, format)} are more than the ${format.integer(MAX_ROWS)} that can be posted at a time. Split the table.`;
}

function Titles({ columns }: { columns: readonly TableColumn[] }): ReactNode {
  const named = (isRequired: boolean) =>
    columns
      .filter((column) => (column.isRequired ?? false) === isRequired)
      .map(({ title }) => title)
      .join(', ');
  return (
    <>
      Columns by title, in any order: {named(true)}. Optional: {named(false)}.
    </>
  );
}
