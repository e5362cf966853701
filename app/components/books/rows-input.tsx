import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { FileDrop } from '~/components/files/file-drop';
import { FileButton } from '~/components/files/file-input';
import { TableFileDetails, TableRowQuestions } from '~/components/files/table-file-details';
import { useChosenRows, useTableFile } from '~/components/files/use-table-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { MissingCode } from '~/components/ui/missing-code';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import type { FileRow } from '~/domain/imports/map-rows';
import { runToCompletion } from '~/domain/imports/run-to-completion';
import type { SuspectRows } from '~/domain/imports/suspect-rows';
import { hasUnanswered, NO_ANSWERS, type TableAnswers } from '~/domain/imports/table-questions';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import { MAX_ROWS } from '~/schemas/books/well-rows';
import { ColumnTitles } from './column-titles';
import { TableQuestions } from './table-questions';
import {
  findSuspectPastedRows,
  findTableStart,
  type ReadTable,
  readRows,
  splitRows,
  type TableColumn,
  type TitlesByColumn,
  withChosenTitles,
} from './table-text';

/** Longer text is shown only as a row count, because a text field with millions of characters freezes the browser. */
const MAX_SHOWN_CHARACTERS = 200_000;
const NO_ROWS: readonly SuspectRows[] = [];

/**
 * Rows of a table, pasted or from a file. Read again when they or the answers about them change.
 * @param baseColumns columns by title; the same array while unchanged
 * @param initialText initial text
 */
export function useRowsInput(baseColumns: readonly TableColumn[], initialText: string) {
  const [text, setText] = useState(initialText);
  // Kept across tables, because a corrected table that is pasted again has the same titles.
  const [chosenTitles, setChosenTitles] = useState<TitlesByColumn>({});
  const columns = useMemo(() => withChosenTitles(baseColumns, chosenTitles), [baseColumns, chosenTitles]);
  const [answers, setAnswers] = useState<TableAnswers>(NO_ANSWERS);
  const findStart = useCallback((rows: readonly FileRow[]) => findTableStart(rows, columns), [columns]);
  const file = useTableFile(findStart);
  /** Identifies the pasted table. */
  const [pastes, setPastes] = useState(0);
  const [papa, setPapa] = useState<Parameters<typeof splitRows>[2] | null>(null);
  const [isCodeMissing, setCodeMissing] = useState(false);
  useEffect(() => {
    let isMounted = true;
    import('papaparse').then(
      ({ default: loaded }) => isMounted && setPapa(loaded),
      () => isMounted && setCodeMissing(true),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const { isChosen } = file;
  const parsed = useMemo(
    () => (papa && !isChosen && text.trim() !== '' ? splitRows(text, columns, papa) : null),
    [papa, isChosen, text, columns],
  );
  const lines = parsed && parsed.problem === null ? parsed.rows : null;
  const suspectRows = useMemo(
    () => (lines ? findSuspectPastedRows(lines, columns, initialText) : NO_ROWS),
    [lines, columns, initialText],
  );
  const pasted = useChosenRows(lines, suspectRows, pastes);
  const { rows } = isChosen ? file : pasted;
  const readTable = useMemo(() => rows && (() => readRows(rows, columns, answers)), [rows, columns, answers]);
  // Short text is read synchronously to avoid flicker; long text is read in chunks.
  const isLong = isChosen || text.length > MAX_SHOWN_CHARACTERS;
  const syncTable = useMemo(
    () => (readTable && !isLong ? runToCompletion(readTable()) : null),
    [readTable, isLong],
  );
  const slicedTable = useSlicedWork(isLong ? readTable : null, [readTable]);
  /** Null until the rows are read, and while a question about the rows is open. */
  const table = syncTable ?? (slicedTable.isCurrent ? slicedTable.value : null);
  const isReading = readTable !== null && table === null;
  /** The previous table during a reread, so column choices keep keyboard focus. */
  const lastTable = table ?? (isReading ? slicedTable.value : null);
  // Files are parsed by other code.
  const isReaderMissing = isCodeMissing && !isChosen && text !== '';
  /** True when the user must first say what some rows are. */
  const isAsking = isChosen ? file.isAsking : lines !== null && rows === null;
  /** Answers apply to one table only. */
  const resetAnswers = () => {
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
    isReaderMissing,
    setAnswers,
    setChosenTitles,
    resetAnswers,
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
    isReaderMissing,
    setAnswers,
    setChosenTitles,
    resetAnswers,
  },
}: {
  input: ReturnType<typeof useRowsInput>;
  /** Another way to start a table, next to the file button. */
  fill?: ReactNode;
}) {
  const format = useFormat();
  const takeFiles = (files: File[]) => {
    resetAnswers();
    file.chooseFiles(files);
  };
  const [matching, setMatching] = useState<'opened' | 'answered' | null>(null);
  const isLong = text.length > MAX_SHOWN_CHARACTERS;
  const asksForColumns = lastTable?.asksForColumns ?? false;
  const problem = pasteProblem ?? table?.problem ?? tooManyRowsMessage(table, format);
  return (
    <FileDrop onFiles={takeFiles} className="flex flex-col gap-2">
      <TableFileDetails
        table={{
          ...file,
          onSheet: (sheet) => {
            resetAnswers();
            file.onSheet(sheet);
          },
        }}
        onRemove={() => {
          resetAnswers();
          file.clear();
        }}
      />
      {!file.isChosen && isLong && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="min-w-0 truncate font-medium">Pasted table</span>
          <Button
            onClick={() => {
              resetAnswers();
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
              onPaste={resetAnswers}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
      <TableRowQuestions table={pasted} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton onFiles={takeFiles} />
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
            setMatching((previous) => previous ?? 'answered');
            setChosenTitles(change);
          }}
        />
      )}
      {isReaderMissing && (
        <MissingCode text="Couldn’t load the table reader. Copy your rows before you reload." />
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
    !hasUnanswered(table.questions)
  );
}

function tooManyRowsMessage(table: ReadTable | null, format: Format): string | null {
  if (!table || table.rows.length <= MAX_ROWS) return null;
  return `The table has ${countOf(table.rows.length, 'row', format)}. The limit is ${format.integer(MAX_ROWS)}. Split it into smaller tables.`;
}

function Titles({ columns }: { columns: readonly TableColumn[] }): ReactNode {
  const formatTitle = ({ name, title }: TableColumn) =>
    [title, ...columns.filter(({ replaces }) => replaces === name).map((other) => other.title)].join(' or ');
  const listTitles = (isRequired: boolean) =>
    columns
      .filter((column) => !column.replaces && (column.isRequired ?? false) === isRequired)
      .map(formatTitle)
      .join(', ');
  return (
    <>
      Columns, in any order: {listTitles(true)}. Optional: {listTitles(false)}.
    </>
  );
}
