import { createRequestContext, type LoadContext } from '~/server/request-context.server';
import type { RequestContext } from '~/services/context.server';

const BOOKMARK_COOKIE = 'aro_d1_bookmark';

export type Visit = {
  loadContext: LoadContext;
  /** Hands D1's bookmark back, so that the person's next read, from whatever replica, sees what they wrote. */
  withBookmark: (response: Response) => Response;
};

/** Opens one request: its time, its id, its D1 session, and the context made from them when first asked for. */
export function openVisit(request: Request, env: Env): Visit {
  const d1 = env.DB.withSession(readBookmark(request) ?? 'first-unconstrained');
  const requestId = crypto.randomUUID();
  let context: Promise<RequestContext> | undefined;
  return {
    loadContext: {
      env,
      requestId,
      nonce: crypto.randomUUID().replaceAll('-', ''),
      requestContext: () => {
        context ??= createRequestContext(request, {
          env,
          d1,
          now: new Date(),
          requestId,
        });
        return context;
      },
    },
    withBookmark: (response) => {
      const isWrite = request.method !== 'GET' || new URL(request.url).pathname === '/api/auth/callback';
      const bookmark = isWrite ? d1.getBookmark() : null;
      if (!bookmark) return response;
      response.headers.append(
        'Set-Cookie',
        `${BOOKMARK_COOKIE}=${bookmark}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`,
      );
      return response;
    },
  };
}

/** A bookmark comes back from the browser: what does not look like one is not passed on. */
function readBookmark(request: Request): string | null {
  const match = request.headers.get('Cookie')?.match(/(?:^|;\s*)aro_d1_bookmark=([0-9a-f-]{8,200})(?:;|$)/);
  return match?.[1] ?? null;
}
