import { bearerToken } from '~/server/bearer-token.server';
import { cookieName, isDeployed } from '~/server/deployment.server';
import { type LoadContext, openRequestContext } from '~/server/request-context.server';
import { toBase64 } from '~/services/platform/bytes.server';
import { log } from '~/services/platform/log.server';
import { countRoundTrips, type RoundTrips } from './round-trips';

const BOOKMARK_COOKIE = 'aro_d1_bookmark';
const BOOKMARK_SECONDS = 3600;

/** Sign-in and sign-out are requested like pages, but write. */
const WRITING_PAGES = ['/api/auth/callback', '/api/logout'];

export type OpenedRequest = {
  loadContext: LoadContext;
  /** Adds the request's id to the response, and what D1 reported: a write's bookmark, and the number of round trips. */
  complete: (response: Response) => Response;
};

/** Opens a request: its time, id and D1 session, and a context that is created from them when first needed. */
export function openRequest(
  request: Request,
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): OpenedRequest {
  const { d1, trips } = countRoundTrips(env.DB.withSession(sessionStart(request, env)));
  const requestId = crypto.randomUUID();
  // The response has been sent, so a later failure is only logged.
  const waitUntil: LoadContext['waitUntil'] = (promise) =>
    execution.waitUntil(promise.catch((error: unknown) => log({ level: 'error', requestId, error })));
  return {
    loadContext: {
      env,
      requestId,
      nonce: createNonce(),
      waitUntil,
      ...openRequestContext(request, { env, d1, now: new Date(), requestId, waitUntil }),
    },
    complete: (response) => {
      const bookmark = isWrite(request) && bearerToken(request) === null ? d1.getBookmark() : null;
      if (bookmark) response.headers.append('Set-Cookie', bookmarkCookie(env, bookmark));
      response.headers.append('Server-Timing', serverTiming(trips));
      response.headers.set('X-Request-Id', requestId);
      return response;
    },
  };
}

/**
 * How current D1's data must be. A program with a token keeps no cookies but reads what it has just written, so it uses the
 * primary. A browser's read uses the nearest replica that has this browser's last write. A write uses the primary, where it
 * must go anyway: the user's role and the rows to change should be up to date.
 */
function sessionStart(request: Request, env: Env): string {
  const isPrimary = isWrite(request) || bearerToken(request) !== null;
  return isPrimary ? 'first-primary' : (readBookmark(request, env) ?? 'first-unconstrained');
}

function isWrite(request: Request): boolean {
  return !['GET', 'HEAD'].includes(request.method) || WRITING_PAGES.includes(new URL(request.url).pathname);
}

/** The bookmark from the browser's cookie; anything that doesn't look like one is ignored. */
function readBookmark(request: Request, env: Env): string | null {
  const cookiePrefix = `${cookieName(env, BOOKMARK_COOKIE)}=`;
  const cookies = request.headers.get('Cookie')?.split(/;\s*/) ?? [];
  const bookmark =
    cookies.find((cookie) => cookie.startsWith(cookiePrefix))?.slice(cookiePrefix.length) ?? '';
  return /^[0-9a-f-]{8,200}$/.test(bookmark) ? bookmark : null;
}

function bookmarkCookie(env: Env, bookmark: string): string {
  const secure = isDeployed(env) ? '; Secure' : '';
  return `${cookieName(env, BOOKMARK_COOKIE)}=${bookmark}; Path=/; Max-Age=${BOOKMARK_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** 192 random bits for the Content-Security-Policy, as base64. */
function createNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(24)));
}

/** Shown in the browser's network panel: D1 round trips so far, and their time. */
function serverTiming({ sequential, calls, milliseconds }: RoundTrips): string {
  return `d1;desc="${sequential} round trips, ${calls} calls";dur=${milliseconds}`;
}
