import { trimBlanks } from './clean-text';

/** Folds text for comparison: NFC and lower case, in every alphabet (SQLite's own folding handles only ASCII). */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Comparison key of a well code, however it is typed or pasted. Trims it the same way as for storage. */
export function foldCode(code: string): string {
  return foldText(trimBlanks(code));
}
