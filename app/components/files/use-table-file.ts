import { useMemo, useState } from 'react';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  findSuspectRows,
  type RowKind,
  type SuspectRows,
  type TableStart,
} from '~/domain/imports/suspect-rows';
import { leftOutRows, NO_CHOICES, type RowChoice } from './row-questions';
import { useSheetFile } from './use-sheet-file';

const NO_ROWS: readonly SuspectRows[] = [];

/**
 * The table rows to use; null until the user has answered for every kind of row in question.
 * @param of subject of the answers: a different subject resets them
 */
export function useCountedRows(
  given: readonly FileRow[] | null,
  inQuestion: readonly SuspectRows[],
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
 * A file with a table, used instead of a pasted table. Read the same way as an import, down to the rows to use.
 * @param startOf finds where the table begins; must stay the same function while its result does
 */
export function useTableFile(startOf: (rows: readonly FileRow[]) => TableStart) {
  const { state, problem, take, read, forget } = useSheetFile({ asksForSheet: true });
  const file = state.kind === 'read' && state.file.isWhole ? state.file : null;
  const inQuestion = useMemo(
    () => (file ? findSuspectRows(file.rows, startOf(file.rows), file.notes.hiddenRows) : NO_ROWS),
    [file, startOf],
  );
  const counted = useCountedRows(file?.rows ?? null, inQuestion, file);
  return {
    state,
    file,
    ...counted,
    /** True when a file is chosen, read or not; it takes precedence over anything pasted. */
    isChosen: state.kind !== 'none' && state.kind !== 'refused',
    /** True while waiting for the user, not for the file to be read. */
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
