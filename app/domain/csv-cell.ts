const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
// Blanks may come first: a line break ahead of the sign becomes one, and some spreadsheets skip it.
const FORMULA_START = /^[\t\r]|^\s*[=+\-@]/;
const LINE_BREAK = /\r\n|\r|\n/g;

/**
 * The text of a CSV cell that no spreadsheet takes for a formula, on one line. Text starting with = + - @, a tab or
 * a carriage return gets an apostrophe in front, unless it is a plain number such as "-1104.11", which has to import
 * as a number; each line break becomes one space. Quoting is left to the CSV writer.
 * Source: the rule for exported CSV cells.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const guarded = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return guarded.replace(LINE_BREAK, ' ');
}
