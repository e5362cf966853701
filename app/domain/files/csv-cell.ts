const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
// Blanks may come first: a line break ahead of the sign becomes one, and some spreadsheets skip it.
// Full-width signs count: spreadsheets set to Chinese, Japanese or Korean take them for the plain ones.
const FORMULA_START = /^[\t\r]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const LINE_BREAK = /\r\n|\r|\n/g;

/**
 * The text of a CSV cell that no spreadsheet takes for a formula, on one line. Text starting with = + - @, also
 * in full width, a tab or a carriage return gets an apostrophe in front, unless it is a plain number such as "-1104.11", which has to import
 * as a number; each line break becomes one space. Quoting is left to the CSV writer.
 * Source: the rule for exported CSV cells.
 */
export function csvCell(value: string | number): string {
  return guardedCell(String(value)).replace(LINE_BREAK, ' ');
}

/** As `csvCell`, with its line breaks: for files that are read again and not opened in a spreadsheet. */
export function guardedCell(text: string): string {
  return needsGuard(text) ? `'${text}` : text;
}

/** The text that was guarded in a cell: without the apostrophe that it put in front, and only that one. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A text that looks guarded already gets one more apostrophe, so that reading takes off none of its own. */
function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return FORMULA_START.test(bare) && !PLAIN_NUMBER.test(bare);
}
