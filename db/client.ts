import { sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { wholeNumber } from './whole-number';

export type Database = DrizzleD1Database & { $client: D1Database };

/**
 * Opens Drizzle over a D1 database or one of its sessions (`d1.withSession(bookmark)`).
 * Drizzle's types accept only the former, but its code calls only `prepare` and `batch`, which both have.
 */
export function openDatabase(d1: D1Database | D1DatabaseSession): Database {
  const db: Database = drizzle(d1 as D1Database);
  writeLimits(db);
  const { run, all } = db;
  db.run = (query) => batchable(d1, run.call(db, query));
  db.all = ((query: Parameters<typeof all>[0]) => batchable(d1, all.call(db, query))) as typeof all;
  return db;
}

/** Part of Drizzle missing from its types. */
type WithDialect = { dialect: { buildLimit: (limit: unknown) => unknown } };

/**
 * Writes a select's limit into the SQL text. SQLite plans a statement for the value of a bound limit, and plans it again on every
 * binding, which takes longer than running most of our statements.
 */
function writeLimits(db: Database): void {
  const { dialect } = db as unknown as WithDialect;
  const { buildLimit } = dialect;
  dialect.buildLimit = (limit) =>
    typeof limit === 'number' && limit >= 0 ? sql` limit ${wholeNumber(limit)}` : buildLimit(limit);
}

/** Sets the prepared statement that Drizzle's D1 batch expects on every statement with parameters, but omits on raw ones. */
function batchable<Raw extends { getQuery(): { sql: string } }>(
  d1: Pick<D1Database, 'prepare'>,
  raw: Raw,
): Raw {
  return Object.defineProperty(raw, 'stmt', { get: () => d1.prepare(raw.getQuery().sql) });
}

/** True when the error or its cause is SQLite rejecting a duplicate in the given unique columns, e.g. `well.well_code_key`. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { message } = cause;
    if (message.includes('UNIQUE constraint failed') && message.includes(column)) return true;
  }
  return false;
}

/** True when the error or its cause is a trigger that aborted the transaction with this message. */
export function isAborted(error: unknown, message: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(message)) return true;
  }
  return false;
}
