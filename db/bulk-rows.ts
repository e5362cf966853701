import { type SQL, sql } from 'drizzle-orm';

/** D1 takes values of at most 2,000,000 bytes, and a character takes up to three in UTF-8 (a surrogate pair four). */
const MAX_CHUNK_CHARACTERS = 650_000;

type Value = string | number | null;

/** Rows on their way into one statement each chunk, and its columns by name. */
export type BulkRows<Name extends string> = {
  /** Tables to select from, with how many rows each has. */
  chunks: { from: SQL; count: number }[];
  /** What a statement over a chunk reads each column as. */
  column: Record<Name, SQL>;
};

/**
 * Packs rows for `insert … select … from ${chunk.from}`, so that one statement takes thousands of rows where
 * `values (?, ?), …` ends at D1's 100 parameters. Columns are read by name; positions stay in here. A column that is the
 * same in every row travels once, as a parameter: what is sent costs as much as what is written.
 */
export function bulkRows<Row, Name extends string>(
  rows: readonly Row[],
  columns: Record<Name, (row: Row) => Value>,
): BulkRows<Name> {
  const names = Object.keys(columns) as Name[];
  const column = {} as Record<Name, SQL>;
  const varying: ((row: Row) => Value)[] = [];
  for (const name of names) {
    const read = columns[name];
    const first = rows.length > 0 ? read(rows[0]!) : null;
    if (rows.every((row) => read(row) === first)) column[name] = sql`${first}`;
    else column[name] = sql.raw(`given.value ->> ${varying.push(read) - 1}`);
  }
  return { column, chunks: chunksOf(rows, varying) };
}

function chunksOf<Row>(rows: readonly Row[], varying: ((row: Row) => Value)[]): BulkRows<never>['chunks'] {
  const chunks: BulkRows<never>['chunks'] = [];
  let parts: string[] = [];
  let length = 2;
  const close = () => {
    if (parts.length === 0) return;
    const text = `[${parts.join(',')}]`;
    chunks.push({ from: sql`jsonb_each(${text}) given`, count: parts.length });
    parts = [];
    length = 2;
  };
  for (const row of rows) {
    const part = JSON.stringify(varying.map((read) => read(row)));
    if (length + part.length + 1 > MAX_CHUNK_CHARACTERS) close();
    parts.push(part);
    length += part.length + 1;
  }
  close();
  return chunks;
}
