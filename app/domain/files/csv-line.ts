import { csvCell, guardedCell } from './csv-cell';

export type CsvValue = string | number | null | undefined;

/** Without it a spreadsheet takes UTF-8 for the machine's own encoding, and Ø for two other letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

const LINE_END = '\r\n';
/** Most cells: nothing in them to guard, replace or quote. */
const PLAIN_CELL = /^(?:[A-Za-z0-9](?:[A-Za-z0-9 ./:()_-]*[A-Za-z0-9)_-])?|-\d+\.\d\d)?$/;
/** Where a comma is the decimal sign, spreadsheets separate cells at semicolons; some do at tabs. */
const NEEDS_QUOTES = /[",;\t\r\n\uFEFF]|^ | $/;

/**
 * One line of a CSV file, its end included: cells as `csvCell` writes them, quoted where they have a comma, a semicolon,
 * a tab, a quotation mark or a blank at either end. Null and undefined are empty cells.
 * Source: RFC 4180; the rule for exported CSV cells.
 */
export function csvLine(cells: readonly CsvValue[]): string {
  return lineOf(cells, csvCell);
}

/** As `csvLine`, with the line breaks that its cells have: for `readCsvRecords`, which reads what was given. */
export function uploadLine(cells: readonly string[]): string {
  return lineOf(cells, guardedCell);
}

function lineOf(cells: readonly CsvValue[], cellOf: (text: string) => string): string {
  return cells.map((value) => quotedCell(value, cellOf)).join(',') + LINE_END;
}

function quotedCell(value: CsvValue, cellOf: (text: string) => string): string {
  const text = value === null || value === undefined ? '' : String(value);
  if (PLAIN_CELL.test(text)) return text;
  const cell = cellOf(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
