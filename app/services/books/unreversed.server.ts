import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { movement, posting } from '#db/schema';

/** A posting and a movement of it, under the names that SQL about movements gives them. */
export const p = alias(posting, 'p');
export const m = alias(movement, 'm');

/**
 * Whether the movement `m` of the posting `p` still counts: no reversal of its posting has the same layer and kind. A
 * movement is reversed once and whole. An SQL condition over those two names.
 */
export const isUnreversed = isUnreversedBy();

/** As isUnreversed, by those reversals `r` alone that a condition finds: what counted on a day, or when a posting was made. */
export function isUnreversedBy(reversals?: SQL): SQL {
  return sql`not exists (
    select 1 from posting r cross join movement taken on taken.posting = r.id and taken.layer = m.layer and taken.kind = m.kind
    where r.reverses = p.id ${reversals ? sql`and ${reversals}` : sql``})`;
}

/**
 * How many movements of a posting are not reversed; an SQL value over its name. Reversals of it hold nothing else.
 * @param reversals as in isUnreversedBy
 */
export function unreversedCount(name: SQL, reversals?: SQL): SQL<number> {
  return sql<number>`(${name}.movements - coalesce((
    select sum(r.movements) from posting r where r.reverses = ${name}.id ${reversals ? sql`and ${reversals}` : sql``}), 0))`;
}

/** Whether all of the posting `p` is reversed. */
export const isReversed = sql<0 | 1>`(${unreversedCount(sql`p`)} = 0)`;
