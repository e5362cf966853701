import { fillPlaceholders } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type Database, openDatabase } from './client';

type Statement = BatchItem<'sqlite'>;
/** The interface that Drizzle's batch uses of a statement, missing from its types. */
type Preparable = {
  _prepare: () => {
    getQuery: () => { sql: string; params: unknown[] };
    mapResult: (result: unknown, isFromBatch?: boolean) => unknown;
  };
};

/** Returns a statement for a batch, not yet run, with values for its `sql.placeholder`s. */
export type Compiled<S extends Statement> = (db: Database, values: Record<string, unknown>) => S;

/** Builds statements for `compile`. It can't run any. */
export const disconnectedDatabase: Database = openDatabase({ prepare: () => ({}) } as unknown as D1Database);

/**
 * Generates a statement's SQL once, for the batches of all requests. For most reads, Drizzle takes longer to generate the SQL than SQLite
 * to run it.
 */
export function compile<S extends Statement>(statement: S): Compiled<S> {
  const prepared = (statement as unknown as Preparable)._prepare();
  const { sql, params } = prepared.getQuery();
  return (db, values) => {
    const boundQuery = {
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
      mapResult: (result: unknown, isFromBatch?: boolean) => prepared.mapResult(result, isFromBatch),
      stmt: db.$client.prepare(sql),
    };
    return { _prepare: () => boundQuery } satisfies Preparable as unknown as S;
  };
}
