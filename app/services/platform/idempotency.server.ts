import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { Database } from '#db/client';
import { idempotencyKey } from '#db/schema';
import { AppError } from '~/errors';
import { actorId, type RequestContext } from './context.server';

export type StoredResponse = { status: number; body: string };

/** A response is stored shortly after its change commits. A replay that arrives in between polls at these intervals. */
const PAUSES_MS = [20, 50, 100, 200, 400, 800, 1600];

/** The user's first request with a key, and its response. Returns an unexecuted query. */
export function storedResponseQuery(
  { db, userId }: { db: Database; userId: string | SQL<string> },
  key: string,
) {
  return db.select().from(idempotencyKey).where(isStoredKey(userId, key));
}

export const RESPONSE_LOST =
  'This was already processed, but its response was lost. Reload to see the result.';

/**
 * The response to the first request with this key. Waits if that request is still in progress.
 * @param rows result of storedResponseQuery
 * @param fallback the response to assume if none was stored, or the error message if it can't be known
 * @returns null when the key is new
 * @throws AppError unprocessable when the key was used for a different request; already-processed when the first response
 * is unknown
 */
export async function findStoredResponse(
  ctx: RequestContext,
  { key, requestHash }: { key: string; requestHash: string },
  rows: Awaited<ReturnType<typeof storedResponseQuery>>,
  fallback: StoredResponse | string,
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
  if (typeof fallback === 'string') throw new AppError('already-processed', fallback);
  return fallback;
}

/** D1 values are limited to 2 MB. A response longer than this isn't stored, and a replay gets RESPONSE_LOST. */
export const MAX_STORED_BYTES = 500_000;

/** Stores the response to a request whose change claimed its key. For a secret or long response, stores only the status. */
export async function storeResponse(
  ctx: RequestContext,
  key: string,
  { status, body }: { status: number; body: string | null },
): Promise<void> {
  await ctx.db
    .update(idempotencyKey)
    .set({ responseStatus: status, responseBody: body })
    .where(isStoredKey(actorId(ctx), key));
}

/** Releases a key whose request claimed it and then turned out to have nothing to change. */
export async function releaseKey(ctx: RequestContext, key: string): Promise<void> {
  await ctx.db.delete(idempotencyKey).where(isStoredKey(actorId(ctx), key));
}

/** How long a replay gets the first response. A nightly job deletes older keys, so a key lasts at most a day longer. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Deletes keys that have outlived LIFETIME_MS. */
export async function removeOldKeys({ db, now }: Pick<RequestContext, 'db' | 'now'>): Promise<void> {
  const cutoff = new Date(now.getTime() - LIFETIME_MS).toISOString();
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, cutoff));
}

function isStoredKey(userId: string | SQL<string>, key: string) {
  return and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
}
