import type { FileRow } from './map-rows';
import { runToCompletion } from './run-to-completion';

const ROWS_PER_STEP = 500;
/** Number of rows at the end of a file where one without a code, or with only a code, may be a remark. */
const LATE_ROWS = 10;
/** Includes Sum, which spreadsheets in other languages write for a total. */
const TOTAL = /^(?:grand |sub-?|field |company )?totals?\b|\btotals?:?$|^sums?:?$/i;

/** Reasons why rows of a file may not be meant for import. */
export type RowKind = 'totals' | 'repeats' | 'hidden';

/** Rows that the user decides on together; at least one. */
export type SuspectRows = { kind: RowKind; rows: readonly number[] };

/** Start of a table: its title row, and the column that identifies the subject of each row. */
export type TableStart = { row: number; codeAt: number | null };

/**
 * Finds rows below the titles that probably aren't wells: totals, and rows with only a few figures or a remark. These
 * are suggestions; the user decides whether to skip them. Yields so the page stays responsive.
 */
export function* findTotalRows(
  rows: readonly FileRow[],
  headerRow: number,
  codeAt: number | null,
): Generator<void, number[]> {
  const totalRows: number[] = [];
  const last = rows.at(-1)?.row ?? 0;
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % ROWS_PER_STEP === 0) yield;
    if (row > headerRow && isTotal(cells, codeAt, row > last - LATE_ROWS)) totalRows.push(row);
  }
  return totalRows;
}

/**
 * Finds rows with a well code that match another row in every cell: either pasted twice, or two identical layers. The
 * user decides which. Between a hidden and a visible row, the hidden one counts as the repeat; otherwise skipping both
 * hidden and repeated rows would leave neither. Yields so the page stays responsive.
 */
export function* findRepeatedRows(
  rows: readonly FileRow[],
  headerRow: number,
  codeAt: number | null,
  hidden: readonly number[],
): Generator<void, number[]> {
  const repeatedRows: number[] = [];
  const rowByText = new Map<string, number>();
  const isHidden = new Set(hidden);
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % ROWS_PER_STEP === 0) yield;
    if (row <= headerRow || codeAt === null || (cells[codeAt] ?? '').trim() === '') continue;
    const text = JSON.stringify(cells.map((cell) => cell.trim()));
    const earlier = rowByText.get(text);
    const isOriginal = earlier === undefined || (isHidden.has(earlier) && !isHidden.has(row));
    const repeated = isOriginal ? earlier : row;
    if (isOriginal) rowByText.set(text, row);
    if (repeated !== undefined) repeatedRows.push(repeated);
  }
  return repeatedRows.sort((a, b) => a - b);
}

function isTotal(cells: readonly string[], codeAt: number | null, isLate: boolean): boolean {
  const texts = nonBlank(cells);
  const hasCode = codeAt !== null && (cells[codeAt] ?? '').trim() !== '';
  if (hasTotalLabel(texts)) {
    return !hasCode || TOTAL.test((cells[codeAt!] ?? '').trim()) || texts.length < cells.length / 2;
  }
  // Elsewhere, a blank code is a mistake that the user needs to see.
  if (codeAt === null || !isLate) return false;
  // Remarks are usually in the first column, where the codes are. A row with only a code isn't a well.
  return hasCode ? texts.length === 1 && cells.length > 2 : texts.length <= Math.max(1, cells.length / 2);
}

/** True when a cell labels its row as a total. */
export function hasTotalLabel(cells: readonly string[]): boolean {
  return cells.some((text) => TOTAL.test(text.trim()));
}

/** A row's cells that have content. */
export function nonBlank(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

/** Hidden rows of a sheet that have content. */
export function findHiddenRows(
  rows: readonly FileRow[],
  headerRow: number,
  hidden: readonly number[],
): readonly number[] {
  if (hidden.length === 0) return hidden;
  const isHidden = new Set(hidden);
  return rows.flatMap(({ row }) => (row > headerRow && isHidden.has(row) ? [row] : []));
}

/** Rows of a table that may not be meant for import, by kind. */
export function findSuspectRows(
  rows: readonly FileRow[],
  { row, codeAt }: TableStart,
  hidden: readonly number[],
): readonly SuspectRows[] {
  const groups: SuspectRows[] = [
    { kind: 'totals', rows: codeAt === null ? [] : runToCompletion(findTotalRows(rows, row, codeAt)) },
    { kind: 'repeats', rows: runToCompletion(findRepeatedRows(rows, row, codeAt, hidden)) },
    { kind: 'hidden', rows: findHiddenRows(rows, row, hidden) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
