/** Folds a text for comparison: composed the same way, in lower case, in every alphabet (SQLite's own knows ASCII only). */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
