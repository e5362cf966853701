import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { idempotencyKey } from '#db/schema';
import { AppError } from '~/errors';
import { actorId, type RequestContext } from './context.server';

export type StoredResponse = { status: number; body: string };

/** Between the change and its stored answer lies a moment. Who asks within it waits so long, and no longer. */
const PAUSES_MS = [20, 50, 100, 200, 400, 800, 1600];

/** What is known of the person's first request with a key; a statement not yet run. */
export function storedResponseQuery({ db, userId }: { db: Database; userId: string }, key: string) {
  return db.select().from(idempotencyKey).where(isOf(userId, key));
}

/**
 * What the first request with this key was answered. One that is being answered right now is waited for.
 * @param found what storedResponseQuery found a moment ago; read here unless given
 * @returns null when the key is new
 * @throws AppError unprocessable when the key came with another request; conflict when the first one's answer is not known
 */
export async function findStoredResponse(
  ctx: RequestContext,
  { key, requestHash }: { key: string; requestHash: string },
  found?: Awaited<ReturnType<typeof storedResponseQuery>>,
): Promise<StoredResponse | null> {
  const read = () => storedResponseQuery({ db: ctx.db, userId: actorId(ctx) }, key);
  let [stored] = found ?? (await read());
  for (const pause of PAUSES_MS) {
    if (!stored) return null;
    if (stored.requestHash !== requestHash) {
      throw new AppError('unprocessable', 'This Idempotency-Key was used for another request');
    }
    if (stored.responseStatus !== null) break;
    await scheduler.wait(pause);
    [stored] = await read();
  }
  if (!stored) return null;
  const { responseStatus: status, responseBody: body } = stored;
  if (status === null || body === null) {
    throw new AppError('conflict', 'A request with this Idempotency-Key was already carried out');
  }
  return { status, body };
}

/** D1 takes values of at most 2 MB; a longer answer is not kept, and its replay is told that the first was carried out. */
const MAX_STORED_CHARACTERS = 500_000;

/** Keeps the answer to a request whose change claimed its key. */
export async function storeResponse(
  ctx: RequestContext,
  key: string,
  { status, body }: StoredResponse,
): Promise<void> {
  await ctx.db
    .update(idempotencyKey)
    .set({ responseStatus: status, responseBody: body.length > MAX_STORED_CHARACTERS ? null : body })
    .where(isOf(actorId(ctx), key));
}

/** Gives the key back after a request that claimed it and then found that there was nothing it could change. */
export async function releaseKey(ctx: RequestContext, key: string): Promise<void> {
  await ctx.db.delete(idempotencyKey).where(isOf(actorId(ctx), key));
}

function isOf(userId: string, key: string) {
  return and(eq(idempotencyKey.userId, userId), eq(idempotencyKey.key, key));
}
