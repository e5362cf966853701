// Direction marks can make one name look like another, and SQLite truncates text at NUL in some places. Joiners and
// combining marks are allowed: names in many scripts need them.
const MARKS = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const NOT_IN_LINE = new RegExp(`[\\p{Cc}\\u2028\\u2029${MARKS}]`, 'u');
const NOT_IN_TEXT = new RegExp(`[^\\P{Cc}\\t\\n\\r]|[${MARKS}]`, 'u');

/** Invisible characters to trim: whitespace, and the zero-width marks that web pages and lists put around copied text. */
const BLANK = /[\s\u200B\u2060]/;

/** Trims whitespace and invisible characters. A loop, because a regular expression would take quadratic time. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** True when a one-line text has no control characters, line breaks, direction marks or lone surrogates. */
export function isCleanLine(text: string): boolean {
  return text.isWellFormed() && !NOT_IN_LINE.test(text);
}

/** Like isCleanLine, but allows line breaks and tabs. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !NOT_IN_TEXT.test(text);
}

/** Cleans a line from an external source that can't be asked to correct it: each invalid character becomes a space. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(new RegExp(NOT_IN_LINE, 'gu'), ' ').replace(/\s+/g, ' ').trim();
}
