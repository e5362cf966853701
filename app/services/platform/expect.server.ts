import { type SQL, sql } from 'drizzle-orm';
import type { Statement } from './commit.server';
import type { RequestContext } from './context.server';

/**
 * Gives the whole transaction up unless a condition holds at this place of it: SQLite runs a batch without asking back.
 * The error's cause has `otherwise` as its message; see isAborted.
 *
 * @param condition an SQL condition; `changes()` in it is what the statement just before has touched
 */
export function expectThat({ db }: Pick<RequestContext, 'db'>, condition: SQL, otherwise: string): Statement {
  return db.run(sql`insert into expect select coalesce(${condition}, 0), ${otherwise}`);
}
