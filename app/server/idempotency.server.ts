import { AppError } from '~/errors';
import type { RequestContext } from '~/services/context.server';
import { sha256Hex } from '~/services/digest.server';
import { findStoredResponse, releaseKey, storeResponse } from '~/services/idempotency.server';

const MAX_KEY_LENGTH = 200;

/**
 * Carries out a POST once per Idempotency-Key: a replay gets the first answer. The key is claimed in the transaction of
 * the change itself (services/commit), so that a crash between the two cannot happen.
 */
export async function withIdempotency(
  ctx: RequestContext,
  request: Request,
  rawBody: string,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = request.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
  if (key === null) return run();
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw new AppError('invalid', 'Idempotency-Key must have 1 to 200 characters');
  const company = 'companyId' in ctx ? String(ctx.companyId) : '';
  const requestHash = await sha256Hex(
    [request.method, new URL(request.url).pathname, company, rawBody].join('\n'),
  );
  const claim = { key, requestHash, claimed: false };
  const stored = await findStoredResponse(ctx, claim);
  if (stored) return respond(stored);
  // The guard's narrowed context is what the use case received; the claim is set on that very object.
  ctx.idempotency = claim;
  const response = await run().catch(async (error) => {
    if (claim.claimed) await releaseKey(ctx, key);
    throw error;
  });
  if (!claim.claimed) return response;
  const answer = { status: response.status, body: await response.text() };
  await storeResponse(ctx, key, answer);
  return respond(answer, response.headers);
}

function respond({ status, body }: { status: number; body: string }, headers?: Headers): Response {
  return new Response(status === 204 ? null : body, {
    status,
    headers: headers ?? { 'Content-Type': 'application/json' },
  });
}
