import { useMemo, useRef } from 'react';
import { type ColumnFindings, type ColumnTexts, examineInSteps } from '~/domain/imports/column-questions';
import type { ColumnMapping } from '~/domain/imports/mapping';
import type { Target } from '~/domain/imports/targets';
import { useSlicedWork } from '~/hooks/use-sliced-work';

type Known = { texts: ColumnTexts; key: string; findings: ColumnFindings };

/**
 * Open questions for each column of a mapping; null for columns that aren't imported, or not yet examined with their current
 * mapping. Findings that aren't current cover fewer rows.
 */
export function useFindings(
  columns: readonly ColumnMapping[],
  texts: readonly ColumnTexts[] | null,
  targets: ReadonlyMap<string, Target>,
): { list: (ColumnFindings | null)[]; isCurrent: boolean } {
  const known = useRef(new Map<number, Known>());
  function* examine(given: readonly ColumnTexts[]): Generator<void, (Known | null)[]> {
    const list: (Known | null)[] = [];
    for (const [at, column] of columns.entries()) {
      const target = column.to === null ? undefined : targets.get(column.to);
      const own = given[at];
      if (!target || !own) {
        list.push(null);
        continue;
      }
      const key = keyOf(column);
      let before = known.current.get(at);
      if (before?.texts !== own || before.key !== key) {
        yield;
        const findings = yield* examineInSteps(target, own, column.format, column.words);
        before = { texts: own, key, findings };
        known.current.set(at, before);
      }
      list.push(before);
    }
    return list;
  }
  const { value, isCurrent } = useSlicedWork(texts && (() => examine(texts)), [columns, texts, targets]);
  const list = useMemo(
    () =>
      columns.map((column, at) => {
        const found = value?.[at];
        return found?.key === keyOf(column) ? found.findings : null;
      }),
    [columns, value],
  );
  return { list, isCurrent };
}

function keyOf({ to, format, words }: ColumnMapping): string {
  return JSON.stringify([to, format, words]);
}
