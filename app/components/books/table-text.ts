import type Papa from 'papaparse';
import { readDateCell } from '~/domain/imports/date-text';
import { plainAmount } from '~/domain/money/typed-amount';

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
  /** The line of each row as a spreadsheet numbers it: the titles are line 1. */
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

/**
 * Reads a table as one copies it from a spreadsheet, or as a CSV file has it: titles first, columns in any order, separated by
 * tabs, commas or semicolons.
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
  const { data } = parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: delimiterOf(text) });
  const [titles = [], ...cells] = data;
  const places = titles.map((title) => columns.find((column) => answersTo(column, title)));
  const missing = columns.filter((column) => column.isRequired && !places.includes(column));
  if (missing.length > 0) {
    const names = missing.map(({ title }) => `“${title}”`).join(' and ');
    return nothing(`The first row must hold the titles. There is no column ${names}.`);
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
    lines.push(index + 2);
  }
  const ignored = titles.filter((title, place) => !places[place] && title.trim() !== '');
  const problem = rows.length === 0 ? 'There are no rows below the titles.' : null;
  return { rows, lines, ignored, hasSlashDates, problem };
}

/** By the titles: a tab is no part of a title, and in many countries spreadsheets separate by semicolons. */
function delimiterOf(text: string): string {
  const [titles = ''] = text.split(/\r?\n/, 1);
  return ['\t', ';'].find((delimiter) => titles.includes(delimiter)) ?? ',';
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
      return plainAmount(text);
    case 'rate':
      return text.replace(/\s*%$/, '');
    case 'date':
      return isoDate(text, dateOrder);
    case 'yesNo':
      return text.toLowerCase();
    default:
      return text;
  }
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
