import { type SQL, sql } from 'drizzle-orm';

/**
 * Writes a whole number into a statement. D1 binds every number as REAL: a parameter would keep the fraction of a division, and
 * `group by id / ?` would give each row its own group. SQLite also plans a statement again each time its limit is bound.
 */
export function wholeNumber(value: number): SQL<number> {
  return sql.raw(String(Math.trunc(value))) as SQL<number>;
}
