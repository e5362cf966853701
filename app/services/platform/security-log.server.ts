import { type Actor, actorId } from './context.server';
import { log } from './log.server';

/** What the log keeps for whoever watches over a deployment, and when; docs/operations.md has the same table. */
export const SECURITY_EVENTS = {
  'sign-in':
    'Someone signed in; `acr`, `amr` and `authenticatedAt` are what the identity provider says of it',
  'sign-in.failed': 'A sign-in did not complete; `reason` says why',
  'sign-out': 'Someone signed out',
  'session.ended':
    'Sessions were ended by their owner, an administrator or the identity provider; `by` says which',
  'access.denied':
    'A call was answered 401, or 403 or 404 to a signed-in person; `status` and `path` say which',
  'cross-site.refused': 'Another site’s page made a browser send a write, or ask for a sign-in or sign-out',
  'http.refused': 'A call arrived over http and was not carried out',
  'token.refused':
    'An upload address was forged, expired or issued to someone else; or a logout token was not valid',
  'limit.exceeded': 'Someone asked too often; `limit` says for what',
  'role.changed': 'Someone became or ceased to be system administrator or member of a company',
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Whose doing it was, as far as known: a request's context has both. */
export type SecuritySource = { request: { id: string; ip: string | null }; actor?: Actor };

/** A request's method and path for a line: an upload address is a secret while it is good. */
export function callOf({ method, url }: Pick<Request, 'method' | 'url'>): { method: string; path: string } {
  const path = new URL(url).pathname.replace(/^(\/api\/objects\/upload\/).+/i, '$1:token');
  return { method, path: path.slice(0, 200) };
}

/**
 * Writes one line about a security event: who, from which IP address, in which request. Never throws.
 * @param details ids and words of our own only: no names, addresses, tokens or anything a person typed
 */
export function logSecurity(
  { request, actor }: SecuritySource,
  event: SecurityEvent,
  details: Record<string, string | number | boolean | null> = {},
): void {
  const userId = actor && actor.kind !== 'anonymous' ? actorId({ actor }) : null;
  log({ level: 'info', event, userId, ip: request.ip, requestId: request.id, ...details });
}
