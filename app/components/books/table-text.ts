import type Papa from 'papaparse';
import { quotesProblem, withLineFeeds } from '~/components/files/delimited-text';
import { TITLE_LINES } from '~/domain/files/title-lines';
import type { FileRow } from '~/domain/imports/map-rows';
import { type RowsInQuestion, rowsInQuestion } from '~/domain/imports/rows-in-question';
import {
  NO_ANSWERS,
  readCellsInTurns,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';
import type { TargetKind } from '~/domain/imports/targets';

/** A column that a table may have: the name a call knows it by, its title, and other titles people give it. */
export type TableColumn = {
  name: string;
  title: string;
  also?: readonly string[];
  isRequired?: boolean;
  /** The required column that a table with this one does without. */
  insteadOf?: string;
  /** How its cells are read; as text without. */
  kind?: 'amount' | 'rate' | 'date' | 'yesNo';
  /** The title that a person chose for it: where a table has it, the column answers to no other. Empty for none. */
  chosenTitle?: string;
};

/** Titles by the names of the columns. Of those that people choose, an empty one is a column that their table does not have. */
export type TitlesByColumn = Readonly<Record<string, string>>;

export type TableRow = Record<string, string>;

export type ReadTable = {
  rows: TableRow[];
  /** Where each row is in what it comes from, as a spreadsheet numbers rows. */
  lines: number[];
  /** Why a row has a cell that can't be read, by the row's place in `rows`. */
  problems: ReadonlyMap<number, string>;
  /** The titles it has, in their order. */
  titles: readonly string[];
  /** The title of each column that it has. */
  titleOf: TitlesByColumn;
  /** Whether the person is to say which titles the columns have, for a required one has none, or one has several. */
  asksForColumns: boolean;
  /** Titles that no column answers to. */
  ignored: string[];
  /** What the cells leave open, such as which part of 3/4/2026 is the month. */
  questions: TableQuestion[];
  /** Why the table can't be read, or null. */
  problem: string | null;
};

/** In many countries spreadsheets separate by semicolons. */
const DELIMITERS = [',', '\t', ';'];

/** Rows made between two yields: about a millisecond. */
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
 * A cell between tabs that begins with a quotation mark; the group is set where the mark is part of its text. A quoted cell with both
 * a tab and a line break would be rows that the mark has swallowed.
 */
const MARKED_CELL = /(?<=^|[\t\n])"(?:(?:[^"\t]|"")*"(?=[\t\n]|$)|(?:[^"\n]|"")*"(?=[\t\n]|$)|([^\t\n]*))/g;

/** Spreadsheets copy a cell such as `"Final" invoice` as it is, between cells that they quote. */
function withQuotedMarks(text: string): string {
  return text.replace(MARKED_CELL, (cell, plain?: string) =>
    plain === undefined ? cell : `"${cell.replaceAll('"', '""')}"`,
  );
}

/** The columns where some have a title of the person's own. */
export function withChosenTitles(columns: readonly TableColumn[], chosen: TitlesByColumn): TableColumn[] {
  return columns.map((column) => ({ ...column, chosenTitle: chosen[column.name] }));
}

/**
 * The rows of a table as one copies it from a spreadsheet, separated by tabs, commas or semicolons, whichever finds most titles. Blank
 * lines are counted and left out. With the reason why it can't be read, or null.
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
 * Reads the rows of a table: titles first, or below a few rows of other text; columns in any order. It yields where the page may
 * answer in between.
 * @param given rows as they are numbered where they come from
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
    // Of titles that differ, one can be chosen.
    const itsTitles = titles.filter((_, place) => places[place] === repeated);
    const asksForColumns = new Set(itsTitles).size > 1;
    const problem = asksForColumns
      ? `Two columns are titled “${repeated.title}”, or mean it. Choose one of them below.`
      : `Two columns are titled “${repeated.title}”. Remove one of them.`;
    // Neither is its title until one is chosen.
    const { [repeated.name]: _, ...others } = titleOf;
    return { ...NOTHING, titles: named, titleOf: others, asksForColumns, problem };
  }

  const filled = given.filter(
    ({ row, cells }) => row > titleRow && cells.some((value) => value.trim() !== ''),
  );
  const used = places.flatMap((column, place) => (column ? [{ column, place }] : []));
  const read = yield* readCellsInTurns(
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

/**
 * The rows of a pasted table that are perhaps not meant. Those of the table that one began with, a well each to be filled in, are.
 */
export function pastedRowsInQuestion(
  rows: readonly FileRow[],
  columns: readonly TableColumn[],
  begun: string,
): readonly RowsInQuestion[] {
  const lines = new Set(begun.split('\n'));
  const own = rows.filter(({ cells }) => !lines.has(cells.join('\t')));
  return rowsInQuestion(own, startOfTable(rows, columns), []);
}

/** The cells of these columns alone, row by row in their order; null where the titles don't say which they are. */
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

/** Where a table begins: the row of its titles, and the place of its first column, which names what a row is about. */
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
 * The first row that has a title for each required column. Where none has, the row with most titles, to say what it lacks, or the
 * first that looks like titles, for the person to say what they mean.
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

/** Less than any title that is known counts, and more with each text; 0 for a single text, and for a row with a number or a date. */
function likenessToTitles(cells: readonly string[]): number {
  const texts = cells.filter((cell) => cell.trim() !== '');
  const isTitles = texts.length > 1 && texts.every((text) => /\p{L}/u.test(text));
  return isTitles ? texts.length / (texts.length + 1) : 0;
}

function answersTo({ name, title, also = [] }: TableColumn, given: string): boolean {
  const plain = plainTitle(given);
  return [name, title, ...also].some((known) => plainTitle(known) === plain);
}

/** "P&A Cost ($)" is "pacost". */
function plainTitle(title: string): string {
  return title
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
