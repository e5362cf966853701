import { type SQL, sql } from 'drizzle-orm';

/**
 * A whole number written into a statement. D1 binds every number as REAL: as a parameter it would keep the fraction of a
 * division, and `group by id / ?` would give each row a group of its own. SQLite plans a statement again each time its limit is bound.
 */
export function wholeNumber(value: number): SQL<number> {
  return sql.raw(String(Math.trunc(value))) as SQL<number>;
}
