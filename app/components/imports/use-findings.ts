import { useEffect, useRef, useState } from 'react';
import { type ColumnFindings, type ColumnTexts, examineColumn } from '~/domain/imports/column-questions';
import type { ColumnMapping } from '~/domain/imports/mapping';
import type { Target } from '~/domain/imports/targets';
import { inTurns } from './in-turns';

type Known = { texts: ColumnTexts; key: string; findings: ColumnFindings };

/** What each column of a mapping leaves open, null for those that go nowhere; null while that is looked at. */
export function useFindings(
  columns: readonly ColumnMapping[],
  texts: readonly ColumnTexts[] | null,
  targets: ReadonlyMap<string, Target>,
): (ColumnFindings | null)[] | null {
  const known = useRef(new Map<number, Known>());
  const [found, setFound] = useState<{ columns: unknown; texts: unknown; list: (ColumnFindings | null)[] }>();
  useEffect(() => {
    if (!texts) return;
    function* examine(given: readonly ColumnTexts[]): Generator<void, (ColumnFindings | null)[]> {
      const list: (ColumnFindings | null)[] = [];
      for (const [at, column] of columns.entries()) {
        const target = column.to === null ? undefined : targets.get(column.to);
        const own = given[at];
        if (!target || !own) {
          list.push(null);
          continue;
        }
        const key = JSON.stringify([column.to, column.format, column.words]);
        let before = known.current.get(at);
        if (before?.texts !== own || before.key !== key) {
          yield;
          before = { texts: own, key, findings: examineColumn(target, own, column.format, column.words) };
          known.current.set(at, before);
        }
        list.push(before.findings);
      }
      return list;
    }
    return inTurns(examine(texts), (list) => setFound({ columns, texts, list }));
  }, [columns, texts, targets]);
  return found?.columns === columns && found.texts === texts ? found.list : null;
}
