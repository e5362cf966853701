import { and, eq } from 'drizzle-orm';
import { idempotencyKey } from '#db/schema';
import { AppError } from '~/errors';
import { actorId, type RequestContext } from './context.server';

export type StoredResponse = { status: number; body: string };

/**
 * What the first request with this key was answered.
 * @returns null when the key is new
 * @throws AppError unprocessable when the key came with another request; conflict when the first one's answer is not known
 */
export async function findStoredResponse(
  ctx: RequestContext,
  { key, requestHash }: { key: string; requestHash: string },
): Promise<StoredResponse | null> {
  const [stored] = await ctx.db.select().from(idempotencyKey).where(isOwn(ctx, key));
  if (!stored) return null;
  if (stored.requestHash !== requestHash) {
    throw new AppError('unprocessable', 'This Idempotency-Key was used for another request');
  }
  if (stored.responseStatus === null) {
    throw new AppError('conflict', 'A request with this Idempotency-Key was already carried out');
  }
  return { status: stored.responseStatus, body: stored.responseBody ?? '' };
}

/** D1 takes values of at most 2 MB; a longer answer is not kept, and its replay is told that the first was carried out. */
const MAX_STORED_CHARACTERS = 500_000;

/** Keeps the answer to a request whose change claimed its key. */
export async function storeResponse(
  ctx: RequestContext,
  key: string,
  response: StoredResponse,
): Promise<void> {
  if (response.body.length > MAX_STORED_CHARACTERS) return;
  await ctx.db
    .update(idempotencyKey)
    .set({ responseStatus: response.status, responseBody: response.body })
    .where(isOwn(ctx, key));
}

/** Gives the key back after a request that claimed it and then found that there was nothing it could change. */
export async function releaseKey(ctx: RequestContext, key: string): Promise<void> {
  await ctx.db.delete(idempotencyKey).where(isOwn(ctx, key));
}

function isOwn(ctx: RequestContext, key: string) {
  return and(eq(idempotencyKey.userId, actorId(ctx)), eq(idempotencyKey.key, key));
}
