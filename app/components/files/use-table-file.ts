import { useMemo, useState } from 'react';
import { atOnce } from '~/domain/imports/at-once';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  findRepeatedRows,
  findTotalRows,
  hiddenRowsIn,
  type RowKind,
  type RowsInQuestion,
} from '~/domain/imports/rows-in-question';
import { leftOutRows, NO_CHOICES, type RowChoice } from './row-questions';
import { useSheetFile } from './use-sheet-file';

/** Where a table begins in a file: the row of its titles, and the column whose cells name what its rows are about. */
export type TableStart = { row: number; codeAt: number | null };

const NO_ROWS: readonly RowsInQuestion[] = [];

/**
 * A file with a table, in place of a pasted one: read as the import reads files, down to the rows that count.
 * @param startOf where its table begins; the same function while it would say the same
 */
export function useTableFile(startOf: (rows: readonly FileRow[]) => TableStart) {
  const { state, problem, take, read, forget } = useSheetFile({ asksForSheet: true });
  const [answered, setAnswered] = useState({ of: null as unknown, choices: NO_CHOICES });
  const file = state.kind === 'read' && state.file.isWhole ? state.file : null;
  const choices = answered.of === file ? answered.choices : NO_CHOICES;

  const inQuestion = useMemo(() => {
    if (!file) return NO_ROWS;
    const { row, codeAt } = startOf(file.rows);
    const found: RowsInQuestion[] = [
      { kind: 'totals', rows: codeAt === null ? [] : atOnce(findTotalRows(file.rows, row, codeAt)) },
      { kind: 'repeats', rows: atOnce(findRepeatedRows(file.rows, row, codeAt)) },
      { kind: 'hidden', rows: hiddenRowsIn(file.rows, row, file.notes.hiddenRows) },
    ];
    return found.filter(({ rows }) => rows.length > 0);
  }, [file, startOf]);

  /** Those that count, once it is said of each kind in question whether it does. */
  const rows = useMemo(() => {
    if (!file || inQuestion.some(({ kind }) => choices[kind] === null)) return null;
    const skipped = leftOutRows(inQuestion, choices);
    return skipped.size === 0 ? file.rows : file.rows.filter(({ row }) => !skipped.has(row));
  }, [file, inQuestion, choices]);

  return {
    state,
    file,
    rows,
    inQuestion,
    choices,
    /** Whether there is one, read or not: it counts in place of anything pasted. */
    isChosen: state.kind !== 'none' && state.kind !== 'refused',
    /** Whether its rows wait for the person, and not for the file to be read. */
    isAsking: state.kind === 'sheets' || (file !== null && rows === null),
    problem,
    take,
    onSheet: (sheet: string) => {
      const source = state.kind === 'sheets' ? state.source : file?.source;
      if (source) void read(source, sheet);
    },
    onChoose: (kind: RowKind, choice: RowChoice) =>
      setAnswered({ of: file, choices: { ...choices, [kind]: choice } }),
    forget,
  };
}

export type TableFile = ReturnType<typeof useTableFile>;
