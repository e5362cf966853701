import { trimBlanks } from '~/domain/wells/clean-text';

/** Normalized content of a row, and the number of identical rows before it in the file. */
export type DuplicateCount = { text: string; before: number };

/** Returns a function that counts identical rows; call it with a file's rows in file order. */
export function createDuplicateCounter(): (cells: readonly string[]) => DuplicateCount {
  const counts = new Map<string, number>();
  return (cells) => {
    const text = JSON.stringify(cells.map(trimBlanks));
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    return { text, before };
  };
}
