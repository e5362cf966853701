import { atOnce } from './at-once';
import type { FileRow } from './map-rows';

const ROWS_A_STEP = 500;
/** Of a file's last rows, those without a code, or with nothing else, may be remarks. */
const LATE_ROWS = 10;
/** A workbook in another language writes Sum, as the button that adds up a column does. */
const TOTAL = /^(?:grand |sub-?|field |company )?totals?\b|\btotals?:?$|^sums?:?$/i;

/** What rows of a file may be that are perhaps not meant. */
export type RowKind = 'totals' | 'repeats' | 'hidden';

/** Rows that the person decides about together, at least one. */
export type RowsInQuestion = { kind: RowKind; rows: readonly number[] };

/** Where a table begins: the row of its titles, and the column whose cells name what its rows are about. */
export type TableStart = { row: number; codeAt: number | null };

/**
 * Rows below the titles that are probably no wells: totals, and rows that hold a few figures or a remark. Only
 * suggested; the person says whether they are left out. Yields where the page may answer in between.
 */
export function* findTotalRows(
  rows: readonly FileRow[],
  headerRow: number,
  codeAt: number | null,
): Generator<void, number[]> {
  const found: number[] = [];
  const last = rows.at(-1)?.row ?? 0;
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    if (row > headerRow && isTotal(cells, codeAt, row > last - LATE_ROWS)) found.push(row);
  }
  return found;
}

/**
 * Rows with a well code that say in every cell what another row says: pasted twice, or two layers that are alike. The person
 * says which. Of a hidden row and one in sight the hidden one repeats, or leaving out both kinds would leave neither. Yields where
 * the page may answer in between.
 */
export function* findRepeatedRows(
  rows: readonly FileRow[],
  headerRow: number,
  codeAt: number | null,
  hidden: readonly number[],
): Generator<void, number[]> {
  const found: number[] = [];
  const seen = new Map<string, number>();
  const isHidden = new Set(hidden);
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    if (row <= headerRow || codeAt === null || (cells[codeAt] ?? '').trim() === '') continue;
    const text = JSON.stringify(cells.map((cell) => cell.trim()));
    const other = seen.get(text);
    const isKept = other === undefined || (isHidden.has(other) && !isHidden.has(row));
    const repeated = isKept ? other : row;
    if (isKept) seen.set(text, row);
    if (repeated !== undefined) found.push(repeated);
  }
  return found.sort((a, b) => a - b);
}

function isTotal(cells: readonly string[], codeAt: number | null, isLate: boolean): boolean {
  const texts = filled(cells);
  const hasCode = codeAt !== null && (cells[codeAt] ?? '').trim() !== '';
  if (saysTotal(texts)) {
    return !hasCode || TOTAL.test((cells[codeAt!] ?? '').trim()) || texts.length < cells.length / 2;
  }
  // A blank code in between is a mistake that the person wants to see.
  if (codeAt === null || !isLate) return false;
  // A remark is mostly in the first column, which is the codes'. No well has a code alone.
  return hasCode ? texts.length === 1 && cells.length > 2 : texts.length <= Math.max(1, cells.length / 2);
}

/** Whether a cell calls its row a total. */
export function saysTotal(cells: readonly string[]): boolean {
  return cells.some((text) => TOTAL.test(text.trim()));
}

function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

/** Rows of a sheet that are hidden and have anything. */
export function hiddenRowsIn(
  rows: readonly FileRow[],
  headerRow: number,
  hidden: readonly number[],
): readonly number[] {
  if (hidden.length === 0) return hidden;
  const isHidden = new Set(hidden);
  return rows.flatMap(({ row }) => (row > headerRow && isHidden.has(row) ? [row] : []));
}

/** The rows of a table that are perhaps not meant. */
export function rowsInQuestion(
  rows: readonly FileRow[],
  { row, codeAt }: TableStart,
  hidden: readonly number[],
): readonly RowsInQuestion[] {
  const found: RowsInQuestion[] = [
    { kind: 'totals', rows: codeAt === null ? [] : atOnce(findTotalRows(rows, row, codeAt)) },
    { kind: 'repeats', rows: atOnce(findRepeatedRows(rows, row, codeAt, hidden)) },
    { kind: 'hidden', rows: hiddenRowsIn(rows, row, hidden) },
  ];
  return found.filter(({ rows }) => rows.length > 0);
}
