import { type Actor, actorId } from './context.server';
import { log } from './log.server';

/** Security events and when each is logged; docs/operations.md has the same table. */
export const SECURITY_EVENTS = {
  'sign-in': 'Someone signed in. `acr`, `amr` and `authenticatedAt` come from the identity provider',
  'sign-in.failed': 'A sign-in failed; `reason` says why',
  'sign-out': 'Someone signed out',
  'session.ended': 'A user, an administrator or the identity provider ended sessions; `by` says which',
  'access.denied': 'A call returned 401, or 403 or 404 to a signed-in user; see `status` and `path`',
  'cross-site.refused':
    'A page on another site made a browser send a write, or request a sign-in or sign-out',
  'http.refused': 'A call arrived over http and was rejected',
  'token.refused':
    'An upload address was forged, expired or issued to someone else, or a logout token or an API token was invalid; `reason` says which',
  'api-token.changed': 'An API token was created or revoked; see `scope` and `by`',
  'invitation.changed': 'An invitation to a company was created, revoked or accepted; see `role` and `by`',
  'limit.exceeded': 'Someone exceeded a rate limit; `limit` says which',
  'role.changed': 'Someone became or stopped being a system administrator or a member of a company',
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Who caused an event, as far as known. A request's context has both. */
export type SecuritySource = { request: { id: string; ip: string | null }; actor?: Actor };

/** A request's method and path for a log line. Masks the token in an upload URL, which is a secret while it is valid. */
export function requestForLog({ method, url }: Pick<Request, 'method' | 'url'>): {
  method: string;
  path: string;
} {
  const path = new URL(url).pathname.replace(/^(\/api\/objects\/upload\/).+/i, '$1:token');
  return { method, path: path.slice(0, 200) };
}

/**
 * Logs one line about a security event: who, from which IP address, in which request. Never throws.
 * @param details only our own ids and fixed words: no names, addresses, tokens, or anything a user typed
 */
export function logSecurity(
  { request, actor }: SecuritySource,
  event: SecurityEvent,
  details: Record<string, string | number | boolean | null> = {},
): void {
  const userId = actor && actor.kind !== 'anonymous' ? actorId({ actor }) : null;
  const token = actor?.kind === 'token' ? { tokenId: actor.token.id } : {};
  log({ level: 'info', event, userId, ...token, ip: request.ip, requestId: request.id, ...details });
}
