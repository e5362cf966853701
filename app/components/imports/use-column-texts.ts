import { useMemo } from 'react';
import type { SheetFile } from '~/components/files/use-sheet-file';
import type { ColumnTexts } from '~/domain/imports/column-questions';
import { useSlicedWork } from '~/hooks/use-sliced-work';

const STEP = 500;

/**
 * Counts the texts of each column below the titles, without the rows left out. While counting, returns the previous result if it
 * has the same titles; null if there is none.
 */
export function useColumnTexts(
  file: SheetFile,
  headerRow: number,
  skipRows: ReadonlySet<number>,
): { texts: ColumnTexts[] | null; isCurrent: boolean } {
  const { value, isCurrent } = useSlicedWork(
    () => countTexts(file, headerRow, skipRows),
    [file, headerRow, [...skipRows].join()],
  );
  const texts = value?.headerRow === headerRow ? value.texts : null;
  return useMemo(() => ({ texts, isCurrent }), [texts, isCurrent]);
}

function* countTexts(
  { rows, width }: SheetFile,
  headerRow: number,
  skipRows: ReadonlySet<number>,
): Generator<void, { headerRow: number; texts: ColumnTexts[] }> {
  const texts = Array.from({ length: width }, () => new Map<string, number>());
  let index = 0;
  for (const { row, cells } of rows) {
    index += 1;
    if (index % STEP === 0) yield;
    if (row <= headerRow || skipRows.has(row)) continue;
    for (let at = 0; at < width; at += 1) {
      const text = cells[at] ?? '';
      const column = texts[at]!;
      column.set(text, (column.get(text) ?? 0) + 1);
    }
  }
  return { headerRow, texts };
}
