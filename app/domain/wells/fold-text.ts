import { trimBlanks } from './clean-text';

/** Folds a text for comparison: composed the same way, in lower case, in every alphabet (SQLite's own knows ASCII only). */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What a well's code is known by, however it is typed or pasted: as it is stored, so without what is invisible at its ends. */
export function foldCode(code: string): string {
  return foldText(trimBlanks(code));
}
