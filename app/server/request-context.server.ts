import { openDatabase } from '#db/client';
import { findSessionUser } from '~/services/people/session.server';
import { type GatheredReads, gatherReads, type ReadAhead } from '~/services/platform/ahead.server';
import type { RequestContext } from '~/services/platform/context.server';
import { readSessionId } from './session-cookie.server';

/** What the fetch door hands to Remix: everything a loader or action may know of the outside. */
export type LoadContext = {
  env: Env;
  /** Stands in every error's answer and in the log. */
  requestId: string;
  /** For the Content-Security-Policy and the scripts of the page it belongs to. */
  nonce: string;
  /** The request's context, made at the first call and shared by all loaders of a page. */
  requestContext: () => Promise<RequestContext>;
  /** Reads that come along with the request's context, when they are asked for before it is. */
  readAhead: ReadAhead;
  /** Lets work go on after the answer, which does not wait for it. */
  waitUntil: (work: Promise<unknown>) => void;
};

declare module '@remix-run/cloudflare' {
  interface AppLoadContext extends LoadContext {}
}

type Opened = { env: Env; d1: D1Database | D1DatabaseSession; now: Date; requestId: string };

/** The part of the load context that asks D1. Nothing is asked until somebody wants to know who the request is from. */
export function openRequestContext(
  request: Request,
  opened: Opened,
): Pick<LoadContext, 'requestContext' | 'readAhead'> {
  const ahead = gatherReads();
  let context: Promise<RequestContext> | undefined;
  return {
    readAhead: ahead.readAhead,
    requestContext: () => {
      context ??= createRequestContext(request, opened, ahead).finally(ahead.close);
      return context;
    },
  };
}

/** Reads who asks (KV, then one D1 round trip) and gathers what services may know of the request. */
async function createRequestContext(
  request: Request,
  { env, d1, now, requestId }: Opened,
  ahead: GatheredReads,
): Promise<RequestContext> {
  const db = openDatabase(d1);
  const sessionId = await readSessionId(request);
  const user = sessionId ? await findSessionUser({ db, env }, sessionId, ahead) : null;
  return {
    db,
    env,
    now,
    actor: user ? { kind: 'user', user } : { kind: 'anonymous' },
    request: {
      id: requestId,
      ip: request.headers.get('CF-Connecting-IP'),
      userAgent: request.headers.get('User-Agent')?.slice(0, 500) ?? null,
    },
    claimedCompanyId: request.headers.get('X-Company-Id'),
    idempotency: null,
  };
}
