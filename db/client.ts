import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database & { $client: D1Database };

/**
 * Opens Drizzle over a D1 database or over a session of one (`d1.withSession(bookmark)`).
 * Drizzle's types know the former only, its code calls `prepare` and `batch`, which both have.
 */
export function openDatabase(d1: D1Database | D1DatabaseSession): Database {
  const db: Database = drizzle(d1 as D1Database);
  const { run, all } = db;
  db.run = (query) => batchable(d1, run.call(db, query));
  db.all = ((query: Parameters<typeof all>[0]) => batchable(d1, all.call(db, query))) as typeof all;
  return db;
}

/**
 * Gives a raw statement what Drizzle's D1 batch expects of every statement with parameters, and forgets to give raw ones:
 * the prepared statement to bind them to.
 */
function batchable<Raw extends { getQuery(): { sql: string } }>(
  d1: Pick<D1Database, 'prepare'>,
  raw: Raw,
): Raw {
  return Object.defineProperty(raw, 'stmt', { get: () => d1.prepare(raw.getQuery().sql) });
}

/** Whether the error, or what caused it, is SQLite refusing a duplicate in the given unique columns, e.g. `well.well_code_key`. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { message } = cause;
    if (message.includes('UNIQUE constraint failed') && message.includes(column)) return true;
  }
  return false;
}

/** Whether the error, or what caused it, is a trigger that gave the transaction up with this message. */
export function isAborted(error: unknown, message: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(message)) return true;
  }
  return false;
}
