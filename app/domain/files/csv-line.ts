import { csvCell, guardedCell } from './csv-cell';

export type CsvValue = string | number | null | undefined;

/** Without it, spreadsheets read UTF-8 in the machine's own encoding and turn Ø into two other letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

const LINE_END = '\r\n';
/** Most cells: nothing to guard, replace or quote. */
const PLAIN_CELL = /^(?:[A-Za-z0-9](?:[A-Za-z0-9 ./:()_-]*[A-Za-z0-9)_-])?|-\d+\.\d\d)?$/;
/** Locales with a decimal comma separate cells by semicolons; some programs use tabs. */
const NEEDS_QUOTES = /[",;\t\r\n\uFEFF]|^ | $/;

/**
 * One line of a CSV file, including the line end. Cells are written by `csvCell` and quoted if they contain a comma, a
 * semicolon, a tab, a quotation mark, or a leading or trailing space. Null and undefined become empty cells.
 * Source: RFC 4180; the rule for exported CSV cells.
 */
export function csvLine(cells: readonly CsvValue[]): string {
  return lineOf(cells, csvCell);
}

/** Like `csvLine`, but keeps line breaks within cells: `readCsvRecords` returns exactly the cells given here. */
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
