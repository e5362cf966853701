import { openDatabase } from '#db/client';
import { findActingToken } from '~/services/people/api-token.server';
import { findSessionUser } from '~/services/people/session.server';
import type { Actor, RequestContext } from '~/services/platform/context.server';
import {
  type CollectedReads,
  collectReads,
  type DeclareLimit,
  type DeclareReads,
} from '~/services/platform/reads.server';
import { bearerToken } from './bearer-token.server';
import { readSessionId } from './session-cookie.server';

/** Passed from the Worker to Remix: everything a loader or action may know about its environment. */
export type LoadContext = {
  env: Env;
  /** Included in every error response and in everything logged about the request. */
  requestId: string;
  /** For the Content-Security-Policy and the page's scripts. */
  nonce: string;
  /** The request's context, created on the first call and shared by all loaders of a page. */
  requestContext: () => Promise<RequestContext>;
  /** Declares the reads that the request starts with, to batch them with the session lookup. */
  declareReads: DeclareReads;
  /** Declares the rate limit check, which runs before any of those reads. */
  declareLimit: DeclareLimit;
  /** Lets work continue after the response was sent. */
  waitUntil: (promise: Promise<unknown>) => void;
};

declare module '@remix-run/cloudflare' {
  interface AppLoadContext extends LoadContext {}
}

type RequestResources = Pick<LoadContext, 'env' | 'requestId' | 'waitUntil'> & {
  d1: D1Database | D1DatabaseSession;
  now: Date;
};

/** The part of the load context that uses D1. The session is looked up when a loader first requests the context. */
export function openRequestContext(
  request: Request,
  resources: RequestResources,
): Pick<LoadContext, 'requestContext' | 'declareReads' | 'declareLimit'> {
  const reads = collectReads();
  let context: Promise<RequestContext> | undefined;
  return {
    declareReads: reads.declareReads,
    declareLimit: reads.declareLimit,
    requestContext: () => {
      context ??= createRequestContext(request, resources, reads).finally(reads.close);
      return context;
    },
  };
}

/** Looks up the session (KV, then one D1 round trip, with the declared reads) or the token, and builds the context for services. */
async function createRequestContext(
  request: Request,
  { env, d1, now, requestId, waitUntil }: RequestResources,
  reads: CollectedReads,
): Promise<RequestContext> {
  const db = openDatabase(d1);
  const client = {
    id: requestId,
    ip: request.headers.get('CF-Connecting-IP'),
    userAgent: request.headers.get('User-Agent')?.slice(0, 500) ?? null,
  };
  const lookup = { db, env, now, request: client, waitUntil };
  return {
    db,
    env,
    now,
    actor: await findActor(request, lookup, reads),
    request: client,
    claimedCompanyId: claimedCompany(request),
    idempotency: null,
  };
}

/** The company that an API call was made for. A page always uses the currently selected company, whatever the header says. */
function claimedCompany({ url, headers }: Request): string | null {
  const claimedId = headers.get('X-Company-Id');
  return claimedId !== null && new URL(url).pathname.startsWith('/api/') ? claimedId : null;
}

async function findActor(
  request: Request,
  lookup: Parameters<typeof findSessionUser>[0],
  reads: CollectedReads,
): Promise<Actor> {
  const bearer = bearerToken(request);
  if (bearer !== null) {
    const token = await findActingToken(lookup, bearer, reads);
    return token ? { kind: 'token', token } : { kind: 'anonymous' };
  }
  const sessionId = await readSessionId(request, lookup.env);
  const session = sessionId && (await findSessionUser(lookup, sessionId, reads));
  return session ? { kind: 'user', ...session } : { kind: 'anonymous' };
}
