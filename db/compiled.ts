import { fillPlaceholders } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type Database, openDatabase } from './client';

type Statement = BatchItem<'sqlite'>;
/** What Drizzle's batch asks of a statement, which its types leave out. */
type Preparable = {
  _prepare: () => {
    getQuery: () => { sql: string; params: unknown[] };
    mapResult: (result: unknown, isFromBatch?: boolean) => unknown;
  };
};

/** A statement for a batch, not yet run, with values in place of its `sql.placeholder`s. */
export type Compiled<S extends Statement> = (db: Database, values: Record<string, unknown>) => S;

/** Writes statements for `compile`, and can run none. */
export const unconnected: Database = openDatabase({ prepare: () => ({}) } as unknown as D1Database);

/**
 * Makes the SQL of a statement once, for the batches of all requests: Drizzle takes longer to write most reads than SQLite to
 * run them.
 */
export function compile<S extends Statement>(statement: S): Compiled<S> {
  const prepared = (statement as unknown as Preparable)._prepare();
  const { sql, params } = prepared.getQuery();
  return (db, values) => {
    const bound = {
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
      mapResult: (result: unknown, isFromBatch?: boolean) => prepared.mapResult(result, isFromBatch),
      stmt: db.$client.prepare(sql),
    };
    return { _prepare: () => bound } satisfies Preparable as unknown as S;
  };
}
