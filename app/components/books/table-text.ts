import type Papa from 'papaparse';
import { quotesProblem, withLineFeeds } from '~/components/files/delimited-text';
import { TITLE_LINES } from '~/domain/files/title-lines';
import type { FileRow } from '~/domain/imports/map-rows';
import { findSuspectRows, type SuspectRows } from '~/domain/imports/suspect-rows';
import {
  NO_ANSWERS,
  readCellsInSteps,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';
import type { TargetKind } from '~/domain/imports/targets';

/** A column that a table may have: its API name, its title, and other titles people use for it. */
export type TableColumn = {
  name: string;
  title: string;
  otherTitles?: readonly string[];
  isRequired?: boolean;
  /** The required column that this one replaces. */
  replaces?: string;
  /** How to read its cells; text by default. */
  kind?: 'amount' | 'rate' | 'date' | 'yesNo';
  /** Title chosen by the user. If the table has it, the column matches no other title. Empty when the table lacks the column. */
  chosenTitle?: string;
};

/** Titles by column name. Among titles chosen by users, an empty one marks a column that their table lacks. */
export type TitlesByColumn = Readonly<Record<string, string>>;

export type TableRow = Record<string, string>;

export type ReadTable = {
  rows: TableRow[];
  /** Line of each row in its source, numbered as in a spreadsheet. */
  lines: number[];
  /** Reason a row has an unreadable cell, by index in `rows`. */
  problems: ReadonlyMap<number, string>;
  /** Titles of the table, in order. */
  titles: readonly string[];
  /** Title of each column found. */
  titleOf: TitlesByColumn;
  /** True when the user must map titles to columns, because a required column has no title or a column has several. */
  asksForColumns: boolean;
  /** Titles that match no column. */
  ignored: string[];
  /** Questions about ambiguous cells, such as which part of 3/4/2026 is the month. */
  questions: TableQuestion[];
  /** Reason the table can't be read, or null. */
  problem: string | null;
};

/** Spreadsheets in many countries separate by semicolons. */
const DELIMITERS = [',', '\t', ';'];

/** Rows built between two yields: about a millisecond. */
const ROWS_PER_STEP = 500;

const EMPTY_TABLE: ReadTable = {
  rows: [],
  lines: [],
  problems: new Map(),
  titles: [],
  titleOf: {},
  asksForColumns: false,
  ignored: [],
  questions: [],
  problem: null,
};

/**
 * Matches a tab-separated cell that starts with a quotation mark; the group captures cells in which the mark is literal. A quoted
 * cell with both a tab and a line break counts as literal, because there a stray mark would have swallowed rows.
 */
const MARKED_CELL = /(?<=^|[\t\n])"(?:(?:[^"\t]|"")*"(?=[\t\n]|$)|(?:[^"\n]|"")*"(?=[\t\n]|$)|([^\t\n]*))/g;

/** Quotes cells such as `"Final" invoice`, which spreadsheets copy unquoted even next to quoted cells. */
function quoteMarkedCells(text: string): string {
  return text.replace(MARKED_CELL, (cell, literal?: string) =>
    literal === undefined ? cell : `"${cell.replaceAll('"', '""')}"`,
  );
}

/** Columns with the titles chosen by the user. */
export function withChosenTitles(
  columns: readonly TableColumn[],
  chosenTitles: TitlesByColumn,
): TableColumn[] {
  return columns.map((column) => ({ ...column, chosenTitle: chosenTitles[column.name] }));
}

/**
 * Splits text copied from a spreadsheet into rows, by tabs, commas or semicolons, whichever matches the most titles. Blank lines
 * count in row numbers but are dropped. `problem` is the reason the text can't be read, or null.
 */
export function splitRows(
  text: string,
  columns: readonly TableColumn[],
  { parse }: Pick<typeof Papa, 'parse'>,
): { rows: FileRow[]; problem: string | null } {
  const cleanText = withLineFeeds(text.replace(/^\uFEFF/, ''));
  const parseWith = (delimiter: string, preview?: number) => {
    const input = delimiter === '\t' ? quoteMarkedCells(cleanText) : cleanText;
    const { data, errors } = parse<string[]>(input, { delimiter, newline: '\n', preview });
    return { rows: data.map((cells, index) => ({ row: index + 1, cells })), problem: quotesProblem(errors) };
  };
  const scores = DELIMITERS.map(
    (delimiter) => findTitles(parseWith(delimiter, TITLE_LINES).rows, columns).score,
  );
  const { rows, problem } = parseWith(DELIMITERS[scores.indexOf(Math.max(...scores))]!);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), problem };
}

/**
 * Reads the rows of a table. The titles may follow a few rows of other text, and columns may be in any order. Yields so the page
 * stays responsive.
 * @param sourceRows rows, numbered as in their source
 */
export function* readRows(
  sourceRows: readonly FileRow[],
  columns: readonly TableColumn[],
  answers: TableAnswers = NO_ANSWERS,
): Generator<void, ReadTable> {
  const { row: titleRow, titles, places } = findTitles(sourceRows, columns);
  const namedTitles = titles.filter((title) => title.trim() !== '');
  const titleOf = Object.fromEntries(
    places.flatMap((column, place) => (column ? [[column.name, titles[place]!] as const] : [])),
  );
  const missingColumns = findMissingColumns(columns, places);
  if (missingColumns.length > 0) {
    const quotedTitles = missingColumns.map(({ title }) => `“${title}”`);
    const names = quotedTitles.join(', ').replace(/, (?=[^,]*$)/, ' and ');
    const missingText = `Missing: ${names}.`;
    const asksForColumns = namedTitles.length > 0;
    const problem = asksForColumns
      ? `${missingText} Choose your column below.`
      : `Include the headings, in one of the first ${TITLE_LINES} rows. ${missingText}`;
    return { ...EMPTY_TABLE, titles: namedTitles, titleOf, asksForColumns, problem };
  }
  const duplicate = places.find((column, index) => column && places.indexOf(column) < index);
  if (duplicate) {
    // If the titles differ, the user can choose one.
    const duplicateTitles = titles.filter((_, place) => places[place] === duplicate);
    const asksForColumns = new Set(duplicateTitles).size > 1;
    const problem = asksForColumns
      ? `Two columns match “${duplicate.title}”. Choose one of them below.`
      : `Two columns are titled “${duplicate.title}”. Remove one of them.`;
    // Neither title is used until the user chooses one.
    const { [duplicate.name]: _, ...otherTitles } = titleOf;
    return { ...EMPTY_TABLE, titles: namedTitles, titleOf: otherTitles, asksForColumns, problem };
  }

  const filledRows = sourceRows.filter(
    ({ row, cells }) => row > titleRow && cells.some((value) => value.trim() !== ''),
  );
  const matchedColumns = places.flatMap((column, place) => (column ? [{ column, place }] : []));
  const result = yield* readCellsInSteps(
    matchedColumns.map(({ column, place }) => ({
      label: column.title,
      kind: KINDS[column.kind ?? 'text'],
      cells: filledRows.map(({ cells }) => cells[place] ?? ''),
    })),
    answers,
  );
  const rows: TableRow[] = [];
  for (const row of filledRows.keys()) {
    if (row % ROWS_PER_STEP === 0) yield;
    rows.push(
      Object.fromEntries(
        matchedColumns.map(({ column }, index) => {
          const cell = result.columns[index]![row]!;
          return [column.name, column.kind === 'yesNo' ? cell.toLowerCase() : cell];
        }),
      ),
    );
  }
  const ignored = titles.filter((title, place) => !places[place] && title.trim() !== '');
  const problem = rows.length === 0 ? 'The table has headings but no rows.' : null;
  const { problems, questions } = result;
  const lines = filledRows.map(({ row }) => row);
  return { ...EMPTY_TABLE, rows, lines, problems, titles: namedTitles, titleOf, ignored, questions, problem };
}

/** Rows of a pasted table that may be unintended. Excludes rows of the initial table, which lists a well per row to complete. */
export function findSuspectPastedRows(
  rows: readonly FileRow[],
  columns: readonly TableColumn[],
  initialText: string,
): readonly SuspectRows[] {
  const lines = new Set(initialText.split('\n'));
  const addedRows = rows.filter(({ cells }) => !lines.has(cells.join('\t')));
  return findSuspectRows(addedRows, findTableStart(rows, columns), []);
}

/** Cells of these columns only, row by row in column order; null when the titles don't identify the columns. */
export function selectCells(
  sourceRows: readonly FileRow[],
  columns: readonly TableColumn[],
): { row: number; cells: string[] }[] | null {
  const { row: titleRow, places } = findTitles(sourceRows, columns);
  if (findMissingColumns(columns, places).length > 0) return null;
  const indexes = columns.map((column) => places.indexOf(column));
  return sourceRows.flatMap(({ row, cells }) =>
    row > titleRow ? [{ row, cells: indexes.map((place) => cells[place] ?? '') }] : [],
  );
}

/** Start of a table: its title row, and the index of the first column, which identifies the row's subject. */
export function findTableStart(rows: readonly FileRow[], columns: readonly TableColumn[]) {
  const { row, places } = findTitles(rows, columns);
  const codeAt = places.indexOf(columns[0]);
  return { row, codeAt: codeAt < 0 ? null : codeAt };
}

const KINDS: Record<NonNullable<TableColumn['kind']> | 'text', TargetKind> = {
  amount: 'amount',
  rate: 'rate',
  date: 'date',
  yesNo: 'text',
  text: 'text',
};

type ColumnsByIndex = readonly (TableColumn | undefined)[];

function findMissingColumns(columns: readonly TableColumn[], places: ColumnsByIndex): TableColumn[] {
  const replacedNames = new Set(places.map((column) => column?.replaces));
  return columns.filter(
    (column) => column.isRequired && !places.includes(column) && !replacedNames.has(column.name),
  );
}

/**
 * The first row with a title for each required column. Otherwise, the row with the most titles, to report what is missing, or
 * the row that looks most like titles, for the user to map.
 */
function findTitles(sourceRows: readonly FileRow[], columns: readonly TableColumn[]) {
  const noTitles: readonly string[] = [];
  let best = { row: 0, titles: noTitles, places: [] as ColumnsByIndex, score: 0 };
  for (const { row, cells } of sourceRows.slice(0, TITLE_LINES)) {
    const places = cells.map((title) => findColumn(title, cells, columns));
    const count = places.filter(Boolean).length;
    const isComplete = count > 0 && findMissingColumns(columns, places).length === 0;
    const score = count > 0 ? count + (isComplete ? columns.length : 0) : scoreAsTitles(cells);
    if (score > best.score) best = { row, titles: cells, places, score };
    if (isComplete) break;
  }
  return best;
}

function findColumn(
  title: string,
  titles: readonly string[],
  columns: readonly TableColumn[],
): TableColumn | undefined {
  const isChosen = ({ chosenTitle }: TableColumn) =>
    chosenTitle !== undefined && (chosenTitle === '' || titles.includes(chosenTitle));
  return (
    columns.find(({ chosenTitle }) => chosenTitle !== '' && chosenTitle === title) ??
    columns.find((column) => !isChosen(column) && matchesTitle(column, title))
  );
}

/** Below 1, the score of a known title, and higher with more texts; 0 for a single text or a row with numbers or numeric dates. */
function scoreAsTitles(cells: readonly string[]): number {
  const texts = cells.filter((cell) => cell.trim() !== '');
  const looksLikeTitles = texts.length > 1 && texts.every((text) => /\p{L}/u.test(text));
  return looksLikeTitles ? texts.length / (texts.length + 1) : 0;
}

function matchesTitle({ name, title, otherTitles = [] }: TableColumn, candidate: string): boolean {
  const normalized = normalizeTitle(candidate);
  return [name, title, ...otherTitles].some((knownTitle) => normalizeTitle(knownTitle) === normalized);
}

/** Normalizes a title: "P&A Cost ($)" becomes "pacost". */
function normalizeTitle(title: string): string {
  return title
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
