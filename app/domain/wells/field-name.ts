import { foldText } from './fold-text';

/** Creates a function that finds the field for a given name: an exact match, or else one that differs only in case. */
export function createFieldFinder(names: readonly string[]): (input: string) => string | null {
  const exact = new Set(names);
  const folded = new Map(names.map((name) => [foldText(name), name]));
  return (input) => (exact.has(input) ? input : (folded.get(foldText(input)) ?? null));
}

/** Most likely intended field for a misspelled name; null if none is close. */
export function closestField(input: string, names: readonly string[]): string | null {
  const text = foldText(input);
  let closest: { name: string; edits: number } | null = null;
  for (const name of names) {
    const other = foldText(name);
    const maxEdits = Math.floor(Math.max(text.length, other.length) / 3);
    const isPart = other.startsWith(`${text} `) || text.startsWith(`${other} `);
    const edits = isPart ? maxEdits : editDistance(text, other);
    if (edits <= maxEdits && edits < (closest?.edits ?? Infinity)) closest = { name, edits };
  }
  return closest?.name ?? null;
}

/** Edit distance between two texts: letters inserted, deleted, replaced, or swapped with a neighbor. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
