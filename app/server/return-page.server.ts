import { createCookie } from '@remix-run/cloudflare';
import { z } from 'zod';
import type { ReturnPage } from '~/schemas/people/return-page';
import { cookieName, isDeployed } from './deployment.server';

/** How long a person may take at the provider. */
const SIGN_IN_SECONDS = 300;
/** Of a path: a browser keeps no cookie above 4,096 bytes. */
const MAX_LENGTH = 2000;

/** What is kept in the browser of a sign-in that comes back to a page: which one it is of, and the page. */
const Kept = z.object({ state: z.string(), path: z.string(), isAgain: z.boolean() });

/** The page that the address of a sign-in names, or null. */
export function askedReturnPage(request: Request): ReturnPage | null {
  const { searchParams } = new URL(request.url);
  const again = ownPage(searchParams.get('again'), request);
  if (again !== null) return { path: again, isAgain: true };
  const path = ownPage(searchParams.get('returnTo'), request);
  return path === null ? null : { path, isAgain: false };
}

/**
 * The page that this browser's newest sign-in leads back to, or null. A cookie is no more to be trusted than an address.
 * @param state of the sign-in that it must belong to, where that matters
 */
export async function keptReturnPage(
  request: Request,
  env: Env,
  state?: string | null,
): Promise<ReturnPage | null> {
  const kept = Kept.safeParse(await returnCookie(env).parse(request.headers.get('Cookie'))).data;
  if (!kept || (state !== undefined && kept.state !== state)) return null;
  const path = ownPage(kept.path, request);
  return path === null ? null : { path, isAgain: kept.isAgain };
}

/** The Set-Cookie header that keeps the page until the sign-in with this state comes back. */
export function keepReturnPage(env: Env, page: ReturnPage, state: string | null): Promise<string> {
  return returnCookie(env).serialize({ state, ...page });
}

/** The Set-Cookie header that removes what was kept, or null where this browser keeps nothing. */
export async function clearedReturnPage(request: Request, env: Env): Promise<string | null> {
  const cookie = returnCookie(env);
  const isKept = request.headers.get('Cookie')?.includes(`${cookie.name}=`);
  return isKept ? cookie.serialize('', { maxAge: 0 }) : null;
}

/** @returns the path of a page of ours, or null for anything else: nobody is led elsewhere */
function ownPage(address: string | null, request: Request): string | null {
  if (address === null || address.length > MAX_LENGTH) return null;
  const { origin } = new URL(request.url);
  const url = URL.parse(address, origin);
  if (url?.origin !== origin) return null;
  // Two slashes would be another host; the path of a blob begins with none.
  return /^\/(?!\/|api\/)/.test(url.pathname) ? url.pathname + url.search : null;
}

/** Not below the strategy's name, which takes all such cookies for its own. */
function returnCookie(env: Env) {
  return createCookie(cookieName(env, 'aro_sign_in_return'), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isDeployed(env),
    maxAge: SIGN_IN_SECONDS,
  });
}
