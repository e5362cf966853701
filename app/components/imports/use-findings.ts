import { useMemo, useRef } from 'react';
import { type ColumnFindings, type ColumnTexts, examineInSteps } from '~/domain/imports/column-questions';
import type { ColumnMapping } from '~/domain/imports/mapping';
import type { Target } from '~/domain/imports/targets';
import { useSlicedWork } from '~/hooks/use-sliced-work';

type ExaminedColumn = { texts: ColumnTexts; key: string; findings: ColumnFindings };

/**
 * Open questions for each column of a mapping; null for columns that aren't imported, or not yet examined with their current
 * mapping. Findings that aren't current cover fewer rows.
 */
export function useFindings(
  columns: readonly ColumnMapping[],
  texts: readonly ColumnTexts[] | null,
  targets: ReadonlyMap<string, Target>,
): { list: (ColumnFindings | null)[]; isCurrent: boolean } {
  const cache = useRef(new Map<number, ExaminedColumn>());
  function* examine(columnTexts: readonly ColumnTexts[]): Generator<void, (ExaminedColumn | null)[]> {
    const list: (ExaminedColumn | null)[] = [];
    for (const [at, column] of columns.entries()) {
      const target = column.to === null ? undefined : targets.get(column.to);
      const textCounts = columnTexts[at];
      if (!target || !textCounts) {
        list.push(null);
        continue;
      }
      const key = keyOf(column);
      let entry = cache.current.get(at);
      if (entry?.texts !== textCounts || entry.key !== key) {
        yield;
        const findings = yield* examineInSteps(target, textCounts, column.format, column.words);
        entry = { texts: textCounts, key, findings };
        cache.current.set(at, entry);
      }
      list.push(entry);
    }
    return list;
  }
  const { value, isCurrent } = useSlicedWork(texts && (() => examine(texts)), [columns, texts, targets]);
  const list = useMemo(
    () =>
      columns.map((column, at) => {
        const entry = value?.[at];
        return entry?.key === keyOf(column) ? entry.findings : null;
      }),
    [columns, value],
  );
  return { list, isCurrent };
}

function keyOf({ to, format, words }: ColumnMapping): string {
  return JSON.stringify([to, format, words]);
}
