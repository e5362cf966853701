import { type SQL, sql } from 'drizzle-orm';

/** D1 accepts values of at most 2,000,000 bytes, and a character takes up to three in UTF-8 (a surrogate pair four). */
const MAX_CHUNK_CHARACTERS = 650_000;

type Value = string | number | null;

/** Rows packed for one statement per chunk, and the SQL of each column by name. */
export type BulkRows<Name extends string> = {
  /** Tables to select from, each with its row count. */
  chunks: { from: SQL; count: number }[];
  /** Expression that reads each column in a statement over a chunk. */
  column: Record<Name, SQL>;
};

/**
 * Packs rows for `insert … select … from ${chunk.from}`, so one statement inserts thousands of rows, while `values (?, ?), …` is limited
 * by D1's 100 parameters. Callers read columns by name; positions are internal. A column with the same value in every row is sent once,
 * as a parameter, because sending data costs as much as writing it. For the same reason, a row with only one other column is sent as that
 * value alone.
 */
export function bulkRows<Row, Name extends string>(
  rows: readonly Row[],
  columns: Record<Name, (row: Row) => Value>,
): BulkRows<Name> {
  const names = Object.keys(columns) as Name[];
  const column = {} as Record<Name, SQL>;
  const varying: Name[] = [];
  for (const name of names) {
    const readColumn = columns[name];
    const firstValue = rows.length > 0 ? readColumn(rows[0]!) : null;
    if (rows.every((row) => readColumn(row) === firstValue)) column[name] = sql`${firstValue}`;
    else varying.push(name);
  }
  const [onlyColumn] = varying;
  if (onlyColumn !== undefined && varying.length === 1) {
    column[onlyColumn] = sql.raw('given.value');
    return { column, chunks: chunksOf(rows, columns[onlyColumn]) };
  }
  for (const [index, name] of varying.entries()) column[name] = sql.raw(`given.value ->> ${index}`);
  const reads = varying.map((name) => columns[name]);
  return { column, chunks: chunksOf(rows, (row) => reads.map((readColumn) => readColumn(row))) };
}

/** Rows per call of JSON.stringify. One call for many rows is cheaper than one per row, and this few fit into one chunk. */
const ROWS_AT_A_TIME = 500;

function chunksOf<Row>(
  rows: readonly Row[],
  toValues: (row: Row) => Value | Value[],
): BulkRows<never>['chunks'] {
  const chunks: BulkRows<never>['chunks'] = [];
  let parts: string[] = [];
  let count = 0;
  let length = 2;
  const close = () => {
    if (count > 0) chunks.push({ from: sql`jsonb_each(${`[${parts.join(',')}]`}) given`, count });
    parts = [];
    count = 0;
    length = 2;
  };
  const add = (from: number, to: number) => {
    const part = JSON.stringify(rows.slice(from, to).map(toValues)).slice(1, -1);
    if (length + part.length + 1 > MAX_CHUNK_CHARACTERS) close();
    if (length + part.length + 1 > MAX_CHUNK_CHARACTERS && to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      add(from, middle);
      add(middle, to);
      return;
    }
    parts.push(part);
    count += to - from;
    length += part.length + 1;
  };
  for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME) {
    add(from, Math.min(from + ROWS_AT_A_TIME, rows.length));
  }
  close();
  return chunks;
}
