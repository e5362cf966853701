import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { Database } from '#db/client';
import { idempotencyKey } from '#db/schema';
import { AppError } from '~/errors';
import { actorId, type RequestContext } from './context.server';

export type StoredResponse = { status: number; body: string };

/** An answer is stored a moment after its change. A replay in between waits this long for it. */
const PAUSES_MS = [20, 50, 100, 200, 400, 800, 1600];

/** The person's first request with a key, and its answer; a statement not yet run. */
export function storedResponseQuery(
  { db, userId }: { db: Database; userId: string | SQL<string> },
  key: string,
) {
  return db.select().from(idempotencyKey).where(isOf(userId, key));
}

/** A request was processed, but its answer is lost. */
export const ANSWER_LOST = 'This was already processed, but its response was lost. Reload to see the result.';

/**
 * The answer to the first request with this key. If that request is still being answered, waits for it.
 * @param rows what storedResponseQuery read
 * @param otherwise what the answer must have been if it was never stored, or what to say where that is unknown
 * @returns null when the key is new
 * @throws AppError unprocessable when the key came with another request; already-processed when the first one's answer is not known
 */
export async function findStoredResponse(
  ctx: RequestContext,
  { key, requestHash }: { key: string; requestHash: string },
  rows: Awaited<ReturnType<typeof storedResponseQuery>>,
  otherwise: StoredResponse | string,
): Promise<StoredResponse | null> {
  let [stored] = rows;
  for (const pause of PAUSES_MS) {
    if (!stored) return null;
    if (stored.requestHash !== requestHash) {
      throw new AppError('unprocessable', 'This Idempotency-Key was already used for a different request');
    }
    if (stored.responseStatus !== null) break;
    await scheduler.wait(pause);
    [stored] = await storedResponseQuery({ db: ctx.db, userId: actorId(ctx) }, key);
  }
  if (!stored) return null;
  const { responseStatus: status, responseBody: body } = stored;
  if (status !== null && body !== null) return { status, body };
  if (typeof otherwise === 'string') throw new AppError('already-processed', otherwise);
  return otherwise;
}

/** D1 takes values of at most 2 MB; a longer answer is not kept, and a repeated request gets ANSWER_LOST. */
export const MAX_STORED_BYTES = 500_000;

/** Keeps the answer to a request whose change claimed its key; of a secret one, or a long one, only that there was one. */
export async function storeResponse(
  ctx: RequestContext,
  key: string,
  { status, body }: { status: number; body: string | null },
): Promise<void> {
  await ctx.db
    .update(idempotencyKey)
    .set({ responseStatus: status, responseBody: body })
    .where(isOf(actorId(ctx), key));
}

/** Gives the key back after a request that claimed it and then found that there was nothing it could change. */
export async function releaseKey(ctx: RequestContext, key: string): Promise<void> {
  await ctx.db.delete(idempotencyKey).where(isOf(actorId(ctx), key));
}

/** How long a replay gets the first answer. The nightly run deletes older keys, so they last a day longer at most. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Deletes the keys of requests that nobody will repeat any more. */
export async function removeOldKeys({ db, now }: Pick<RequestContext, 'db' | 'now'>): Promise<void> {
  const cutoff = new Date(now.getTime() - LIFETIME_MS).toISOString();
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, cutoff));
}

function isOf(userId: string | SQL<string>, key: string) {
  return and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
}
