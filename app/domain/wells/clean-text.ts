// Marks that reorder text could make a name look like another one, and SQLite ends a text at NUL in places. Joiners and
// combining marks stay: names in many scripts need them.
const MARKS = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const NOT_IN_LINE = new RegExp(`[\\p{Cc}\\u2028\\u2029${MARKS}]`, 'u');
const NOT_IN_TEXT = new RegExp(`[^\\P{Cc}\\t\\n\\r]|[${MARKS}]`, 'u');

/** What takes no ink at the ends of a text: besides white space, the zero-width marks that pages and lists put beside what one copies. */
const BLANK = /[\s\u200B\u2060]/;

/** The text without what is invisible at its ends. By hand, because a pattern would take quadratic time. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a text on one line has no control characters, line breaks, direction marks or half characters. */
export function isCleanLine(text: string): boolean {
  return text.isWellFormed() && !NOT_IN_LINE.test(text);
}

/** As isCleanLine, for a text that may have line breaks and tabs. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !NOT_IN_TEXT.test(text);
}

/** The text as a clean line, for what comes from elsewhere and cannot be sent back: what does not belong becomes a space. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(new RegExp(NOT_IN_LINE, 'gu'), ' ').replace(/\s+/g, ' ').trim();
}
