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
  also?: readonly string[];
  isRequired?: boolean;
  /** The required column that this one replaces. */
  insteadOf?: string;
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
const ROWS_AT_A_TIME = 500;

const NOTHING: ReadTable = {
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
function withQuotedMarks(text: string): string {
  return text.replace(MARKED_CELL, (cell, plain?: string) =>
    plain === undefined ? cell : `"${cell.replaceAll('"', '""')}"`,
  );
}

/** Columns with the titles chosen by the user. */
export function withChosenTitles(columns: readonly TableColumn[], chosen: TitlesByColumn): TableColumn[] {
  return columns.map((column) => ({ ...column, chosenTitle: chosen[column.name] }));
}

/**
 * Splits text copied from a spreadsheet into rows, by tabs, commas or semicolons, whichever matches the most titles. Blank lines
 * count in row numbers but are dropped. `problem` is the reason the text can't be read, or null.
 */
export function rowsOfText(
  text: string,
  columns: readonly TableColumn[],
  { parse }: Pick<typeof Papa, 'parse'>,
): { rows: FileRow[]; problem: string | null } {
  const bare = withLineFeeds(text.replace(/^\uFEFF/, ''));
  const parseBy = (delimiter: string, preview?: number) => {
    const given = delimiter === '\t' ? withQuotedMarks(bare) : bare;
    const { data, errors } = parse<string[]>(given, { delimiter, newline: '\n', preview });
    return { rows: data.map((cells, index) => ({ row: index + 1, cells })), problem: quotesProblem(errors) };
  };
  const scores = DELIMITERS.map(
    (delimiter) => findTitles(parseBy(delimiter, TITLE_LINES).rows, columns).score,
  );
  const { rows, problem } = parseBy(DELIMITERS[scores.indexOf(Math.max(...scores))]!);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), problem };
}

/**
 * Reads the rows of a table. The titles may follow a few rows of other text, and columns may be in any order. Yields so the page
 * stays responsive.
 * @param given rows, numbered as in their source
 */
export function* readRows(
  given: readonly FileRow[],
  columns: readonly TableColumn[],
  answers: TableAnswers = NO_ANSWERS,
): Generator<void, ReadTable> {
  const { row: titleRow, titles, places } = findTitles(given, columns);
  const named = titles.filter((title) => title.trim() !== '');
  const titleOf = Object.fromEntries(
    places.flatMap((column, place) => (column ? [[column.name, titles[place]!] as const] : [])),
  );
  const missing = missingFrom(columns, places);
  if (missing.length > 0) {
    const names = missing.map(({ title }) => `“${title}”`).join(' and ');
    const lacks = `There is no column ${names}.`;
    const asksForColumns = named.length > 0;
    const problem = asksForColumns
      ? `${lacks} Choose yours below.`
      : `Include the headings, in one of the first ${TITLE_LINES} lines. ${lacks}`;
    return { ...NOTHING, titles: named, titleOf, asksForColumns, problem };
  }
  const repeated = places.find((column, index) => column && places.indexOf(column) < index);
  if (repeated) {
    // If the titles differ, the user can choose one.
    const itsTitles = titles.filter((_, place) => places[place] === repeated);
    const asksForColumns = new Set(itsTitles).size > 1;
    const problem = asksForColumns
      ? `Two columns are titled “${repeated.title}”, or mean it. Choose one of them below.`
      : `Two columns are titled “${repeated.title}”. Remove one of them.`;
    // Neither title is used until the user chooses one.
    const { [repeated.name]: _, ...others } = titleOf;
    return { ...NOTHING, titles: named, titleOf: others, asksForColumns, problem };
  }

  const filled = given.filter(
    ({ row, cells }) => row > titleRow && cells.some((value) => value.trim() !== ''),
  );
  const used = places.flatMap((column, place) => (column ? [{ column, place }] : []));
  const read = yield* readCellsInSteps(
    used.map(({ column, place }) => ({
      label: column.title,
      kind: KINDS[column.kind ?? 'text'],
      cells: filled.map(({ cells }) => cells[place] ?? ''),
    })),
    answers,
  );
  const rows: TableRow[] = [];
  for (const row of filled.keys()) {
    if (row % ROWS_AT_A_TIME === 0) yield;
    rows.push(
      Object.fromEntries(
        used.map(({ column }, at) => {
          const cell = read.columns[at]![row]!;
          return [column.name, column.kind === 'yesNo' ? cell.toLowerCase() : cell];
        }),
      ),
    );
  }
  const ignored = titles.filter((title, place) => !places[place] && title.trim() !== '');
  const problem = rows.length === 0 ? 'There are no rows below the titles.' : null;
  const { problems, questions } = read;
  const lines = filled.map(({ row }) => row);
  return { ...NOTHING, rows, lines, problems, titles: named, titleOf, ignored, questions, problem };
}

/** Rows of a pasted table that may be unintended. Excludes rows of the initial table, which lists a well per row to complete. */
export function pastedRowsInQuestion(
  rows: readonly FileRow[],
  columns: readonly TableColumn[],
  begun: string,
): readonly SuspectRows[] {
  const lines = new Set(begun.split('\n'));
  const own = rows.filter(({ cells }) => !lines.has(cells.join('\t')));
  return findSuspectRows(own, startOfTable(rows, columns), []);
}

/** Cells of these columns only, row by row in column order; null when the titles don't identify the columns. */
export function cellsOfColumns(
  given: readonly FileRow[],
  columns: readonly TableColumn[],
): { row: number; cells: string[] }[] | null {
  const { row: titleRow, places } = findTitles(given, columns);
  if (missingFrom(columns, places).length > 0) return null;
  const at = columns.map((column) => places.indexOf(column));
  return given.flatMap(({ row, cells }) =>
    row > titleRow ? [{ row, cells: at.map((place) => cells[place] ?? '') }] : [],
  );
}

/** Start of a table: its title row, and the index of the first column, which identifies the row's subject. */
export function startOfTable(rows: readonly FileRow[], columns: readonly TableColumn[]) {
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

type Places = readonly (TableColumn | undefined)[];

function missingFrom(columns: readonly TableColumn[], places: Places): TableColumn[] {
  const replaced = new Set(places.map((column) => column?.insteadOf));
  return columns.filter(
    (column) => column.isRequired && !places.includes(column) && !replaced.has(column.name),
  );
}

/**
 * The first row with a title for each required column. Otherwise, the row with the most titles, to report what is missing, or
 * the row that looks most like titles, for the user to map.
 */
function findTitles(given: readonly FileRow[], columns: readonly TableColumn[]) {
  const none: readonly string[] = [];
  let found = { row: 0, titles: none, places: [] as Places, score: 0 };
  for (const { row, cells } of given.slice(0, TITLE_LINES)) {
    const places = cells.map((title) => columnOf(title, cells, columns));
    const count = places.filter(Boolean).length;
    const isComplete = count > 0 && missingFrom(columns, places).length === 0;
    const score = count > 0 ? count + (isComplete ? columns.length : 0) : likenessToTitles(cells);
    if (score > found.score) found = { row, titles: cells, places, score };
    if (isComplete) break;
  }
  return found;
}

function columnOf(
  title: string,
  titles: readonly string[],
  columns: readonly TableColumn[],
): TableColumn | undefined {
  const isChosen = ({ chosenTitle }: TableColumn) =>
    chosenTitle !== undefined && (chosenTitle === '' || titles.includes(chosenTitle));
  return (
    columns.find(({ chosenTitle }) => chosenTitle !== '' && chosenTitle === title) ??
    columns.find((column) => !isChosen(column) && answersTo(column, title))
  );
}

/** Below 1, the score of a known title, and higher with more texts; 0 for a single text or a row with numbers or numeric dates. */
function likenessToTitles(cells: readonly string[]): number {
  const texts = cells.filter((cell) => cell.trim() !== '');
  const isTitles = texts.length > 1 && texts.every((text) => /\p{L}/u.test(text));
  return isTitles ? texts.length / (texts.length + 1) : 0;
}

function answersTo({ name, title, also = [] }: TableColumn, given: string): boolean {
  const plain = plainTitle(given);
  return [name, title, ...also].some((known) => plainTitle(known) === plain);
}

/** Normalizes a title: "P&A Cost ($)" becomes "pacost". */
function plainTitle(title: string): string {
  return title
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
