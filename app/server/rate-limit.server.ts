import type { AppLoadContext } from '@remix-run/cloudflare';
import { addressKey, countAgainstLimit, type RateLimitName } from '~/services/platform/rate-limit.server';
import { errorResponse } from './error-response.server';

/**
 * Counts a request that needs no sign-in against a limit, by IP address. Call it first in a loader, before anything is
 * read.
 * @throws Response 429; a page shows its message in its error boundary
 */
export async function limitByAddress(
  name: RateLimitName,
  request: Request,
  { env, requestId }: Pick<AppLoadContext, 'env' | 'requestId'>,
): Promise<void> {
  const ip = request.headers.get('CF-Connecting-IP');
  try {
    await countAgainstLimit({ env, request: { id: requestId, ip } }, name, addressKey(ip));
  } catch (error) {
    throw errorResponse(error, requestId);
  }
}
