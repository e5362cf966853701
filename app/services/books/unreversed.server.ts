import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { movement, posting } from '#db/schema';

/** A posting and one of its movements, under the aliases that SQL about movements uses. */
export const p = alias(posting, 'p');
export const m = alias(movement, 'm');

/**
 * SQL condition on `m` and `p`: true when the movement still counts, because no reversal of its posting has the same layer and
 * kind. A movement is reversed once and in full.
 */
export const isUnreversed = isUnreversedBy();

/** Like isUnreversed, but considers only reversals `r` that match a condition: what counted on a day, or when a posting was made. */
export function isUnreversedBy(reversals?: SQL): SQL {
  return sql`not exists (
    select 1 from posting r cross join movement taken on taken.posting = r.id and taken.layer = m.layer and taken.kind = m.kind
    where r.reverses = p.id ${reversals ? sql`and ${reversals}` : sql``})`;
}

/**
 * SQL value: how many movements of a posting, given by alias, are not reversed. Reversals of it contain nothing else.
 * @param reversals as in isUnreversedBy
 */
export function unreversedCount(name: SQL, reversals?: SQL): SQL<number> {
  return sql<number>`(${name}.movements - coalesce((
    select sum(r.movements) from posting r where r.reverses = ${name}.id ${reversals ? sql`and ${reversals}` : sql``}), 0))`;
}

/** SQL condition: true when the posting `p` is fully reversed. */
export const isReversed = sql<0 | 1>`(${unreversedCount(sql`p`)} = 0)`;
