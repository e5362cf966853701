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
export const isUnreversed = isUnreversedUntil(null);

/** Whether all of the posting `p` is reversed. */
export const isReversed = sql<
  0 | 1
>`(select coalesce(sum(r.movements), 0) from posting r where r.reverses = p.id) = p.movements`;

/** As isUnreversed, when a later posting was made. */
export function isUnreversedUntil(postingId: SQL | null): SQL {
  return sql`not exists (
    select 1 from posting r cross join movement taken on taken.posting = r.id and taken.layer = m.layer and taken.kind = m.kind
    where r.reverses = p.id ${postingId ? sql`and r.id < ${postingId}` : sql``})`;
}
