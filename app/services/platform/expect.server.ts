import { type SQL, sql } from 'drizzle-orm';
import type { Statement } from './commit.server';
import type { RequestContext } from './context.server';

/**
 * Aborts the whole transaction unless a condition holds at this point in it: D1 runs a batch without returning to the
 * Worker in between. The error's cause has `otherwise` as its message; see isAborted.
 *
 * @param condition an SQL condition; `changes()` in it is the number of rows that the previous statement changed
 */
export function expectThat({ db }: Pick<RequestContext, 'db'>, condition: SQL, message: string): Statement {
  return db.run(sql`insert into expect select coalesce(${condition}, 0), ${message}`);
}
