import { AppError } from '~/errors';
import { actorId, type RequestContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import {
  findStoredResponse,
  MAX_STORED_BYTES,
  RESPONSE_LOST,
  releaseKey,
  type StoredResponse,
  storedResponseQuery,
  storeResponse,
} from '~/services/platform/idempotency.server';
import { readBoundedText } from './bounded-text.server';
import type { LoadContext } from './request-context.server';

const MAX_KEY_LENGTH = 200;
const READS = ['GET', 'HEAD'];
/** The response of a successful call that returns no body. */
const EMPTY: StoredResponse = { status: 204, body: '' };

type Run = () => Promise<Response>;

/**
 * Runs a write once per Idempotency-Key: a replay gets the first response. The key is claimed in the change's own
 * transaction (services/platform/commit), so a crash can't separate the two. Costs the user no extra round trip: the first
 * response is looked up with the session, and a new one is stored after it was sent.
 *
 * @param hasBody whether the call's response has a body: one without is known even if it was never stored
 * @param replayMessage for a response that must not be stored: the message for a replay
 * @returns a function that runs the request, once its sender and body are known
 */
export function beginIdempotency(
  request: Request,
  { declareReads, waitUntil }: Pick<LoadContext, 'declareReads' | 'waitUntil'>,
  { hasBody, replayMessage }: { hasBody: boolean; replayMessage?: string | undefined },
): (ctx: RequestContext, rawBody: string, run: Run) => Promise<Response> {
  const key = READS.includes(request.method) ? null : request.headers.get('Idempotency-Key');
  if (key === null) return (_ctx, _rawBody, run) => run();
  const fallback = hasBody ? (replayMessage ?? RESPONSE_LOST) : EMPTY;
  const readRows = declareReads((scope) => ({ stored: storedResponseQuery(scope, key) }));
  return async (ctx, rawBody, run) => {
    if (key === '' || key.length > MAX_KEY_LENGTH)
      throw new AppError('invalid', 'Idempotency-Key must have 1 to 200 characters');
    const claim = { key, requestHash: await requestHash(ctx, request, rawBody), state: 'free' as ClaimState };
    const rows = await readRows(ctx);
    const findStored = (storedRows: typeof rows.stored) =>
      findStoredResponse(ctx, claim, storedRows, fallback);
    const stored = await findStored(rows.stored);
    if (stored) return toResponse(stored);
    // The guard passed this same object to the use case, so commit finds the claim on it.
    ctx.idempotency = claim;
    const response = await run().catch(async (error) => {
      // Rejected after all, so nothing was changed. Any other error may have followed a change, so the key stays claimed.
      if (claim.state === 'claimed' && error instanceof AppError) await releaseKey(ctx, key);
      const concurrentResponse =
        claim.state === 'taken'
          ? await findStored(await storedResponseQuery({ db: ctx.db, userId: actorId(ctx) }, key))
          : null;
      if (!concurrentResponse) throw error;
      return toResponse(concurrentResponse);
    });
    if (claim.state !== 'claimed') return response;
    // Reads a clone, so that a response too long to store still streams to the client.
    const body = replayMessage ? null : await readBoundedText(response.clone().body, MAX_STORED_BYTES);
    waitUntil(storeResponse(ctx, key, { status: response.status, body }));
    return response;
  };
}

type ClaimState = NonNullable<RequestContext['idempotency']>['state'];

function requestHash(ctx: RequestContext, { method, url }: Request, rawBody: string): Promise<string> {
  const company = 'companyId' in ctx ? String(ctx.companyId) : '';
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('preview');
  const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  return sha256Hex([method, path, company, rawBody].join('\n'));
}

function toResponse({ status, body }: StoredResponse): Response {
  return new Response(status === 204 ? null : body, {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}
