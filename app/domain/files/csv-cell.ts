const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
// Leading whitespace counts: a line break before the sign becomes a space, and some spreadsheets skip it.
// Full-width signs count too: spreadsheets set to Chinese, Japanese or Korean treat them like the ASCII ones.
const FORMULA_START = /^[\t\r]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const LINE_BREAK = /\r\n|\r|\n/g;

/**
 * Text of a CSV cell that no spreadsheet will treat as a formula, on one line. Text starting with = + - @ (full-width
 * forms included), a tab or a carriage return is prefixed with an apostrophe, unless it is a plain number such as
 * "-1104.11", which must import as a number. Each line break becomes one space. Quoting is left to the CSV writer.
 * Source: the rule for exported CSV cells.
 */
export function csvCell(value: string | number): string {
  return guardedCell(String(value)).replace(LINE_BREAK, ' ');
}

/** Like `csvCell`, but keeps line breaks: for files that are read back instead of opened in a spreadsheet. */
export function guardedCell(text: string): string {
  return needsGuard(text) ? `'${text}` : text;
}

/** Undoes the guard: removes the apostrophe it added, and only that one. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Text that already looks guarded gets one more apostrophe, so reading it back doesn't remove its own. */
function needsGuard(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return FORMULA_START.test(bare) && !PLAIN_NUMBER.test(bare);
}
