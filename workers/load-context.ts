import { type LoadContext, openRequestContext } from '~/server/request-context.server';
import { countRoundTrips, type RoundTrips } from './round-trips';

const BOOKMARK_COOKIE = 'aro_d1_bookmark';
const BOOKMARK_SECONDS = 3600;

/** Signing in and out are requested like pages, and write. */
const WRITING_PAGES = ['/api/auth/callback', '/api/logout'];

export type OpenedRequest = {
  loadContext: LoadContext;
  /** Adds what D1 reported to the response: a write's bookmark, and the number of round trips. */
  complete: (response: Response) => Response;
};

/** Opens one request: its time, its id, its D1 session, and the context made from them when first needed. */
export function openRequest(
  request: Request,
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): OpenedRequest {
  const { d1, trips } = countRoundTrips(env.DB.withSession(sessionStart(request)));
  const requestId = crypto.randomUUID();
  return {
    loadContext: {
      env,
      requestId,
      nonce: crypto.randomUUID().replaceAll('-', ''),
      waitUntil: (work) => execution.waitUntil(work),
      ...openRequestContext(request, { env, d1, now: new Date(), requestId }),
    },
    complete: (response) => {
      const bookmark = isWrite(request) ? d1.getBookmark() : null;
      if (bookmark) response.headers.append('Set-Cookie', bookmarkCookie(request, bookmark));
      response.headers.append('Server-Timing', serverTiming(trips));
      return response;
    },
  };
}

/**
 * How current D1's data must be. A read takes the nearest replica that has this browser's last write. A write uses the
 * primary, where it must go anyway: the person's role and the rows it changes should be the newest there are.
 */
function sessionStart(request: Request): string {
  return isWrite(request) ? 'first-primary' : (readBookmark(request) ?? 'first-unconstrained');
}

function isWrite(request: Request): boolean {
  return !['GET', 'HEAD'].includes(request.method) || WRITING_PAGES.includes(new URL(request.url).pathname);
}

/** The bookmark that the browser sends back; anything that does not look like one is ignored. */
function readBookmark(request: Request): string | null {
  const match = request.headers.get('Cookie')?.match(/(?:^|;\s*)aro_d1_bookmark=([0-9a-f-]{8,200})(?:;|$)/);
  return match?.[1] ?? null;
}

function bookmarkCookie(request: Request, bookmark: string): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
  return `${BOOKMARK_COOKIE}=${bookmark}; Path=/; Max-Age=${BOOKMARK_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Shown in the browser's network panel: D1 round trips so far, and their time. */
function serverTiming({ inARow, calls, milliseconds }: RoundTrips): string {
  return `d1;desc="${inARow} round trips, ${calls} calls";dur=${milliseconds}`;
}
