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
 * @param subject subject of the answers: a different subject resets them
 */
export function useChosenRows(
  allRows: readonly FileRow[] | null,
  suspectRows: readonly SuspectRows[],
  subject: unknown,
) {
  const [answers, setAnswers] = useState({ subject: null as unknown, choices: NO_CHOICES });
  const choices = answers.subject === subject ? answers.choices : NO_CHOICES;
  const rows = useMemo(() => {
    if (!allRows || suspectRows.some(({ kind }) => choices[kind] === null)) return null;
    const skipped = leftOutRows(suspectRows, choices);
    return skipped.size === 0 ? allRows : allRows.filter(({ row }) => !skipped.has(row));
  }, [allRows, suspectRows, choices]);
  const onChoose = (kind: RowKind, choice: RowChoice) =>
    setAnswers({ subject, choices: { ...choices, [kind]: choice } });
  return { rows, suspectRows, choices, onChoose };
}

/**
 * A file with a table, used instead of a pasted table. Read the same way as an import, down to the rows to use.
 * @param findStart finds where the table begins; must stay the same function while its result does
 */
export function useTableFile(findStart: (rows: readonly FileRow[]) => TableStart) {
  const { state, problem, chooseFiles, read, clear } = useSheetFile({ asksForSheet: true });
  const file = state.kind === 'read' && state.file.isWhole ? state.file : null;
  const suspectRows = useMemo(
    () => (file ? findSuspectRows(file.rows, findStart(file.rows), file.notes.hiddenRows) : NO_ROWS),
    [file, findStart],
  );
  const counted = useChosenRows(file?.rows ?? null, suspectRows, file);
  return {
    state,
    file,
    ...counted,
    /** True when a file is chosen, read or not; it takes precedence over anything pasted. */
    isChosen: state.kind !== 'none' && state.kind !== 'refused',
    /** True while waiting for the user, not for the file to be read. */
    isAsking: state.kind === 'sheets' || (file !== null && counted.rows === null),
    problem,
    chooseFiles,
    onSheet: (sheet: string) => {
      const source = state.kind === 'sheets' ? state.source : file?.source;
      if (source) void read(source, sheet);
    },
    clear,
  };
}

export type TableFile = ReturnType<typeof useTableFile>;
