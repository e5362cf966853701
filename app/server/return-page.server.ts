import { createCookie } from '@remix-run/cloudflare';
import { z } from 'zod';
import type { ReturnPage } from '~/schemas/people/return-page';
import { cookieName, isDeployed } from './deployment.server';

/** How long a user may take at the provider. */
const SIGN_IN_SECONDS = 300;
/** Maximum length of a path: browsers store no cookie above 4,096 bytes. */
const MAX_LENGTH = 2000;

/** Cookie contents for a sign-in that returns to a page: the state that identifies the sign-in, and the page. */
const StoredReturnPage = z.object({ state: z.string(), path: z.string(), isAgain: z.boolean() });

/** The page to return to, from a sign-in URL, or null. */
export function requestedReturnPage(request: Request): ReturnPage | null {
  const { searchParams } = new URL(request.url);
  const again = ownPage(searchParams.get('again'), request);
  if (again !== null) return { path: again, isAgain: true };
  const path = ownPage(searchParams.get('returnTo'), request);
  return path === null ? null : { path, isAgain: false };
}

/**
 * The page that this browser's latest sign-in returns to, or null. A cookie is trusted no more than a URL.
 * @param state state of the sign-in that it must belong to, if that matters
 */
export async function storedReturnPage(
  request: Request,
  env: Env,
  state?: string | null,
): Promise<ReturnPage | null> {
  const stored = StoredReturnPage.safeParse(
    await returnCookie(env).parse(request.headers.get('Cookie')),
  ).data;
  if (!stored || (state !== undefined && stored.state !== state)) return null;
  const path = ownPage(stored.path, request);
  return path === null ? null : { path, isAgain: stored.isAgain };
}

/** The Set-Cookie header that stores the page until the sign-in with this state returns. */
export function storeReturnPage(env: Env, page: ReturnPage, state: string | null): Promise<string> {
  return returnCookie(env).serialize({ state, ...page });
}

/** The Set-Cookie header that removes the stored page, or null if this browser has none. */
export async function clearedReturnPage(request: Request, env: Env): Promise<string | null> {
  const cookie = returnCookie(env);
  const isKept = request.headers.get('Cookie')?.includes(`${cookie.name}=`);
  return isKept ? cookie.serialize('', { maxAge: 0 }) : null;
}

/** @returns the path of one of our own pages, or null for anything else, to prevent open redirects */
function ownPage(address: string | null, request: Request): string | null {
  if (address === null || address.length > MAX_LENGTH) return null;
  const { origin } = new URL(request.url);
  const url = URL.parse(address, origin);
  if (url?.origin !== origin) return null;
  // Two slashes would be another host; a blob URL's path starts with none.
  return /^\/(?!\/|api\/)/.test(url.pathname) ? url.pathname + url.search : null;
}

/** The name must not start with the strategy's cookie name: the strategy treats all such cookies as its own. */
function returnCookie(env: Env) {
  return createCookie(cookieName(env, 'aro_sign_in_return'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isDeployed(env),
    maxAge: SIGN_IN_SECONDS,
  });
}
