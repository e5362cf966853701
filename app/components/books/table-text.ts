import type Papa from 'papaparse';
import { TITLE_LINES } from '~/domain/files/title-lines';
import {
  NO_ANSWERS,
  readCells,
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
  /** How its cells are read; as text without. */
  kind?: 'amount' | 'rate' | 'date' | 'yesNo';
};

export type TableRow = Record<string, string>;

export type ReadTable = {
  rows: TableRow[];
  /** The line of each row as a spreadsheet numbers it. */
  lines: number[];
  /** Titles that no column answers to. */
  ignored: string[];
  /** What the cells leave open, such as which part of 3/4/2026 is the month. */
  questions: TableQuestion[];
  /** Why the table can't be read, or null. */
  problem: string | null;
};

/** In many countries spreadsheets separate by semicolons. */
const DELIMITERS = [',', '\t', ';'];

/**
 * Reads a table as one copies it from a spreadsheet, or as a CSV file has it: titles first, or below a few lines of other text;
 * columns in any order, separated by tabs, commas or semicolons.
 */
export function readTable(
  text: string,
  columns: readonly TableColumn[],
  { parse }: Pick<typeof Papa, 'parse'>,
  answers: TableAnswers = NO_ANSWERS,
): ReadTable {
  const nothing = (problem: string | null): ReadTable => ({
    rows: [],
    lines: [],
    ignored: [],
    questions: [],
    problem,
  });
  if (text.trim() === '') return nothing(null);
  const bare = text.replace(/^\uFEFF/, '');
  const placesOf = (titles: readonly string[]) =>
    titles.map((title) => columns.find((column) => answersTo(column, title)));
  const { line, delimiter } = findTitles(bare, { columns, placesOf, parse });
  const { data } = parse<string[]>(bare, { delimiter });
  const titles = data[line] ?? [];
  const cells = data.slice(line + 1);
  const places = placesOf(titles);
  const missing = missingFrom(columns, places);
  if (missing.length > 0) {
    const names = missing.map(({ title }) => `“${title}”`).join(' and ');
    return nothing(
      `Include the headings, in one of the first ${TITLE_LINES} lines. There is no column ${names}.`,
    );
  }
  const repeated = places.find((column, index) => column && places.indexOf(column) < index);
  if (repeated) return nothing(`Two columns are titled “${repeated.title}”. Remove one of them.`);

  const filled = cells
    .map((values, index) => ({ values, line: line + index + 2 }))
    .filter(({ values }) => values.some((value) => value.trim() !== ''));
  const used = places.flatMap((column, place) => (column ? [{ column, place }] : []));
  const read = readCells(
    used.map(({ column, place }) => ({
      label: column.title,
      kind: KINDS[column.kind ?? 'text'],
      cells: filled.map(({ values }) => values[place] ?? ''),
    })),
    answers,
  );
  const rows = filled.map((_, row) =>
    Object.fromEntries(
      used.map(({ column }, at) => {
        const cell = read.columns[at]![row]!;
        return [column.name, column.kind === 'yesNo' ? cell.toLowerCase() : cell];
      }),
    ),
  );
  const ignored = titles.filter((title, place) => !places[place] && title.trim() !== '');
  const problem = rows.length === 0 ? 'There are no rows below the titles.' : null;
  return { rows, lines: filled.map(({ line }) => line), ignored, questions: read.questions, problem };
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
  return columns.filter((column) => column.isRequired && !places.includes(column));
}

/**
 * The first line that has a title for each required column, by the delimiter that finds most titles in it. Where none has, the
 * line with most titles, to say what it lacks.
 */
function findTitles(
  text: string,
  {
    columns,
    placesOf,
    parse,
  }: {
    columns: readonly TableColumn[];
    placesOf: (titles: readonly string[]) => Places;
    parse: typeof Papa.parse;
  },
): { line: number; delimiter: string } {
  let found = { line: 0, delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = parse<string[]>(text, { delimiter, preview: TITLE_LINES });
    for (const [line, titles] of data.entries()) {
      const places = placesOf(titles);
      const count = places.filter(Boolean).length;
      const isComplete = count > 0 && missingFrom(columns, places).length === 0;
      const score = count + (isComplete ? columns.length : 0);
      if (score > found.score) found = { line, delimiter, score };
      if (isComplete) break;
    }
  }
  return found;
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
