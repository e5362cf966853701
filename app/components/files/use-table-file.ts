import { useMemo, useState } from 'react';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  type RowKind,
  type RowsInQuestion,
  rowsInQuestion,
  type TableStart,
} from '~/domain/imports/rows-in-question';
import { leftOutRows, NO_CHOICES, type RowChoice } from './row-questions';
import { useSheetFile } from './use-sheet-file';

const NO_ROWS: readonly RowsInQuestion[] = [];

/**
 * The rows of a table that count; null until it is said of each kind in question whether it does.
 * @param of what the answers are about: another one is asked about again
 */
export function useCountedRows(
  given: readonly FileRow[] | null,
  inQuestion: readonly RowsInQuestion[],
  of: unknown,
) {
  const [answered, setAnswered] = useState({ of: null as unknown, choices: NO_CHOICES });
  const choices = answered.of === of ? answered.choices : NO_CHOICES;
  const rows = useMemo(() => {
    if (!given || inQuestion.some(({ kind }) => choices[kind] === null)) return null;
    const skipped = leftOutRows(inQuestion, choices);
    return skipped.size === 0 ? given : given.filter(({ row }) => !skipped.has(row));
  }, [given, inQuestion, choices]);
  const onChoose = (kind: RowKind, choice: RowChoice) =>
    setAnswered({ of, choices: { ...choices, [kind]: choice } });
  return { rows, inQuestion, choices, onChoose };
}

/**
 * A file with a table, in place of a pasted one: read as the import reads files, down to the rows that count.
 * @param startOf where its table begins; the same function while it would say the same
 */
export function useTableFile(startOf: (rows: readonly FileRow[]) => TableStart) {
  const { state, problem, take, read, forget } = useSheetFile({ asksForSheet: true });
  const file = state.kind === 'read' && state.file.isWhole ? state.file : null;
  const inQuestion = useMemo(
    () => (file ? rowsInQuestion(file.rows, startOf(file.rows), file.notes.hiddenRows) : NO_ROWS),
    [file, startOf],
  );
  const counted = useCountedRows(file?.rows ?? null, inQuestion, file);
  return {
    state,
    file,
    ...counted,
    /** Whether there is one, read or not: it counts in place of anything pasted. */
    isChosen: state.kind !== 'none' && state.kind !== 'refused',
    /** Whether its rows wait for the person, and not for the file to be read. */
    isAsking: state.kind === 'sheets' || (file !== null && counted.rows === null),
    problem,
    take,
    onSheet: (sheet: string) => {
      const source = state.kind === 'sheets' ? state.source : file?.source;
      if (source) void read(source, sheet);
    },
    forget,
  };
}

export type TableFile = ReturnType<typeof useTableFile>;
