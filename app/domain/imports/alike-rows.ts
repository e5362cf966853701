import { trimBlanks } from '~/domain/wells/clean-text';

/** What a row says, and how many rows before it in its file say the same. */
export type Alike = { text: string; before: number };

/** Reads what row after row of a file says, in the order of the file. */
export function createAlikeCounter(): (cells: readonly string[]) => Alike {
  const counts = new Map<string, number>();
  return (cells) => {
    const text = JSON.stringify(cells.map(trimBlanks));
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    return { text, before };
  };
}
