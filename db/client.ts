import { sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { wholeNumber } from './whole-number';

export type Database = DrizzleD1Database & { $client: D1Database };

/**
 * Opens Drizzle over a D1 database or over a session of one (`d1.withSession(bookmark)`).
 * Drizzle's types know the former only, its code calls `prepare` and `batch`, which both have.
 */
export function openDatabase(d1: D1Database | D1DatabaseSession): Database {
  const db: Database = drizzle(d1 as D1Database);
  writeLimits(db);
  const { run, all } = db;
  db.run = (query) => batchable(d1, run.call(db, query));
  db.all = ((query: Parameters<typeof all>[0]) => batchable(d1, all.call(db, query))) as typeof all;
  return db;
}

/** What Drizzle's types leave out. */
type WithDialect = { dialect: { buildLimit: (limit: unknown) => unknown } };

/**
 * Writes the limit of a select into it. SQLite plans a statement for the value of a limit that is bound, and again whenever one is bound,
 * which takes longer than to run most of ours.
 */
function writeLimits(db: Database): void {
  const { dialect } = db as unknown as WithDialect;
  const { buildLimit } = dialect;
  dialect.buildLimit = (limit) =>
    typeof limit === 'number' && limit >= 0 ? sql` limit ${wholeNumber(limit)}` : buildLimit(limit);
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
