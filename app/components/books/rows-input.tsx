import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { FileDrop } from '~/components/files/file-drop';
import { FileButton } from '~/components/files/file-input';
import { TableFileDetails, TableRowQuestions } from '~/components/files/table-file-details';
import { useCountedRows, useTableFile } from '~/components/files/use-table-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { MissingCode } from '~/components/ui/missing-code';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import type { FileRow } from '~/domain/imports/map-rows';
import { runToCompletion } from '~/domain/imports/run-to-completion';
import type { SuspectRows } from '~/domain/imports/suspect-rows';
import { isOpen, NO_ANSWERS, type TableAnswers } from '~/domain/imports/table-questions';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import { MAX_ROWS } from '~/schemas/books/well-rows';
import { ColumnTitles } from './column-titles';
import { TableQuestions } from './table-questions';
import {
  pastedRowsInQuestion,
  type ReadTable,
  readRows,
  rowsOfText,
  startOfTable,
  type TableColumn,
  type TitlesByColumn,
  withChosenTitles,
} from './table-text';

/** Longer text is shown only as a row count, because a text field with millions of characters freezes the browser. */
const MAX_SHOWN_CHARACTERS = 200_000;
const NO_ROWS: readonly SuspectRows[] = [];

/**
 * Rows of a table, pasted or from a file. Read again when they or the answers about them change.
 * @param known columns by title; the same array while unchanged
 * @param given initial text
 */
export function useRowsInput(known: readonly TableColumn[], given: string) {
  const [text, setText] = useState(given);
  // Kept across tables, because a corrected table that is pasted again has the same titles.
  const [chosenTitles, setChosenTitles] = useState<TitlesByColumn>({});
  const columns = useMemo(() => withChosenTitles(known, chosenTitles), [known, chosenTitles]);
  const [answers, setAnswers] = useState<TableAnswers>(NO_ANSWERS);
  const startOf = useCallback((rows: readonly FileRow[]) => startOfTable(rows, columns), [columns]);
  const file = useTableFile(startOf);
  /** Identifies the pasted table. */
  const [pastes, setPastes] = useState(0);
  const [papa, setPapa] = useState<Parameters<typeof rowsOfText>[2] | null>(null);
  const [isCodeMissing, setCodeMissing] = useState(false);
  useEffect(() => {
    let isWanted = true;
    import('papaparse').then(
      ({ default: loaded }) => isWanted && setPapa(loaded),
      () => isWanted && setCodeMissing(true),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  const { isChosen } = file;
  const parsed = useMemo(
    () => (papa && !isChosen && text.trim() !== '' ? rowsOfText(text, columns, papa) : null),
    [papa, isChosen, text, columns],
  );
  const lines = parsed && parsed.problem === null ? parsed.rows : null;
  const inQuestion = useMemo(
    () => (lines ? pastedRowsInQuestion(lines, columns, given) : NO_ROWS),
    [lines, columns, given],
  );
  const pasted = useCountedRows(lines, inQuestion, pastes);
  const { rows } = isChosen ? file : pasted;
  const read = useMemo(() => rows && (() => readRows(rows, columns, answers)), [rows, columns, answers]);
  // Short text is read synchronously to avoid flicker; long text is read in chunks.
  const isLong = isChosen || text.length > MAX_SHOWN_CHARACTERS;
  const typed = useMemo(() => (read && !isLong ? runToCompletion(read()) : null), [read, isLong]);
  const inTurns = useSlicedWork(isLong ? read : null, [read]);
  /** Null until the rows are read, and while a question about the rows is open. */
  const table = typed ?? (inTurns.isCurrent ? inTurns.value : null);
  const isReading = read !== null && table === null;
  /** The previous table during a reread, so column choices keep keyboard focus. */
  const lastTable = table ?? (isReading ? inTurns.value : null);
  // Files are parsed by other code.
  const lacksCode = isCodeMissing && !isChosen && text !== '';
  /** True when the user must first say what some rows are. */
  const isAsking = isChosen ? file.isAsking : lines !== null && rows === null;
  /** Answers apply to one table only. */
  const forget = () => {
    setAnswers(NO_ANSWERS);
    setPastes(pastes + 1);
  };
  return {
    columns,
    text,
    setText,
    file,
    pasted,
    table,
    lastTable,
    /** Reason the pasted text has no table. */
    pasteProblem: parsed?.problem && `${parsed.problem} Correct it and paste the rows again.`,
    isReading,
    isAsking,
    lacksCode,
    setAnswers,
    setChosenTitles,
    forget,
  };
}

/** Input for the rows of a table, pasted from a spreadsheet or read from a file. */
export function RowsInput({
  fill,
  input: {
    columns,
    text,
    setText,
    file,
    pasted,
    table,
    lastTable,
    pasteProblem,
    lacksCode,
    setAnswers,
    setChosenTitles,
    forget,
  },
}: {
  input: ReturnType<typeof useRowsInput>;
  /** Another way to start a table, next to the file button. */
  fill?: ReactNode;
}) {
  const format = useFormat();
  const take = (files: File[]) => {
    forget();
    file.take(files);
  };
  const [matching, setMatching] = useState<'opened' | 'answered' | null>(null);
  const isLong = text.length > MAX_SHOWN_CHARACTERS;
  const asksForColumns = lastTable?.asksForColumns ?? false;
  const problem = pasteProblem ?? table?.problem ?? tooManyRows(table, format);
  return (
    <FileDrop onFiles={take} className="flex flex-col gap-2">
      <TableFileDetails
        table={{
          ...file,
          onSheet: (sheet) => {
            forget();
            file.onSheet(sheet);
          },
        }}
        onRemove={() => {
          forget();
          file.forget();
        }}
      />
      {!file.isChosen && isLong && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="min-w-0 truncate font-medium">Pasted table</span>
          <Button
            onClick={() => {
              forget();
              setText('');
            }}
          >
            Remove
          </Button>
        </div>
      )}
      {!file.isChosen && !isLong && (
        <Field label="Rows" required help={<Titles columns={columns} />}>
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              wrap="off"
              className="figures text-xs placeholder:whitespace-normal"
              placeholder="Copy the rows from your spreadsheet, including the headings, and paste them here. Or drop the file here."
              value={text}
              onPaste={forget}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
      <TableRowQuestions table={pasted} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton onFiles={take} />
        {fill}
        {table && table.rows.length > 0 && (
          <span role="status" className="text-muted tabular-nums">
            {countOf(table.rows.length, 'row', format)} read
            {table.ignored.length > 0 && `. Not used: ${table.ignored.join(', ')}`}
          </span>
        )}
        {table && table.ignored.length > 0 && matching === null && (
          <Button size="sm" onClick={() => setMatching('opened')}>
            Match Columns
          </Button>
        )}
      </div>
      {table && <TableQuestions questions={table.questions} onAnswer={setAnswers} />}
      {problem && <Note tone="danger" title={problem} />}
      {lastTable && (matching !== null || asksForColumns) && (
        <ColumnTitles
          columns={columns}
          table={lastTable}
          takesFocus={matching === 'opened'}
          onChoose={(change) => {
            // Keep the column choices visible once answered.
            setMatching((before) => before ?? 'answered');
            setChosenTitles(change);
          }}
        />
      )}
      {lacksCode && (
        <MissingCode text="Couldn’t load what reads pasted rows. Copy your rows before you reload." />
      )}
    </FileDrop>
  );
}

/** True when the rows can be sent. */
export function isReady(table: ReadTable | null): table is ReadTable {
  return (
    table !== null &&
    table.problem === null &&
    table.rows.length > 0 &&
    table.rows.length <= MAX_ROWS &&
    !isOpen(table.questions)
  );
}

function tooManyRows(table: ReadTable | null, format: Format): string | null {
  if (!table || table.rows.length <= MAX_ROWS) return null;
  return `${countOf(table.rows.length, 'row', format)} are more than the ${format.integer(MAX_ROWS)} that can be posted at a time. Split the table.`;
}

function Titles({ columns }: { columns: readonly TableColumn[] }): ReactNode {
  const titleOf = ({ name, title }: TableColumn) =>
    [title, ...columns.filter(({ insteadOf }) => insteadOf === name).map((other) => other.title)].join(
      ' or ',
    );
  const named = (isRequired: boolean) =>
    columns
      .filter((column) => !column.insteadOf && (column.isRequired ?? false) === isRequired)
      .map(titleOf)
      .join(', ');
  return (
    <>
      Columns by title, in any order: {named(true)}. Optional: {named(false)}.
    </>
  );
}
