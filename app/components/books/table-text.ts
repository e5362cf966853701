import type Papa from 'papaparse';
import { TITLE_LINES } from '~/domain/files/title-lines';
import { readDateCell } from '~/domain/imports/date-text';
import { readNumberCell } from '~/domain/imports/number-text';

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
  /** Whether a date is written as 3/4/2026, so that someone has to say which is the month. */
  hasSlashDates: boolean;
  /** Why the table can't be read, or null. */
  problem: string | null;
};

/** How dates such as 3/4/2026 are to be read. */
export type DateOrder = 'month-first' | 'day-first';

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
  dateOrder: DateOrder = 'month-first',
): ReadTable {
  const nothing = (problem: string | null): ReadTable => ({
    rows: [],
    lines: [],
    ignored: [],
    hasSlashDates: false,
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

  const rows: TableRow[] = [];
  const lines: number[] = [];
  let hasSlashDates = false;
  for (const [index, values] of cells.entries()) {
    if (values.every((value) => value.trim() === '')) continue;
    const row: TableRow = {};
    for (const [place, column] of places.entries()) {
      if (!column) continue;
      const value = values[place] ?? '';
      hasSlashDates ||= column.kind === 'date' && isSlashDate(value);
      row[column.name] = cellOf(value, column, dateOrder);
    }
    rows.push(row);
    lines.push(line + index + 2);
  }
  const ignored = titles.filter((title, place) => !places[place] && title.trim() !== '');
  const problem = rows.length === 0 ? 'There are no rows below the titles.' : null;
  return { rows, lines, ignored, hasSlashDates, problem };
}

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

function cellOf(value: string, { kind }: TableColumn, dateOrder: DateOrder): string {
  const text = value.trim();
  switch (kind) {
    case 'amount':
    case 'rate':
      return figureOf(text, kind);
    case 'date':
      return isoDate(text, dateOrder);
    case 'yesNo':
      return text.toLowerCase();
    default:
      return text;
  }
}

/**
 * Reads a figure as an import does: with currency, parentheses for negatives, and thousands separators. A comma separates the
 * cents only where it can mean nothing else. What can't be read stays as it is, and the server says so.
 */
function figureOf(text: string, kind: 'amount' | 'rate'): string {
  const cell = readNumberCell(text);
  if (!('point' in cell) || (cell.isPercent && kind === 'amount')) return text;
  return cell.point ?? cell.comma ?? text;
}

const SLASH_DATE = /^\d{1,2}([-/.])\d{1,2}\1\d{4}\b/;

/** Whether the text is a date such as 3/4/2026, of which someone has to say which part is the month. */
export function isSlashDate(text: string): boolean {
  return SLASH_DATE.test(text.trim());
}

/** Reads the dates that an import reads. Anything else stays as it is, and the server says so. */
export function isoDate(text: string, order: DateOrder): string {
  const cell = readDateCell(text);
  if (cell.kind === 'sure') return cell.date;
  if (cell.kind !== 'ordered') return text;
  return (order === 'month-first' ? cell.mdy : cell.dmy) ?? text;
}
