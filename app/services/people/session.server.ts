import { type SQL, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { compile, disconnectedDatabase } from '#db/compiled';
import { revokedSession, user } from '#db/schema';
import { sortByName } from '~/domain/wells/sort-by-name';
import { toHex } from '~/services/platform/bytes.server';
import type { CurrentUser, RequestContext, SignInStrength } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { log } from '~/services/platform/log.server';
import type { CollectedReads } from '~/services/platform/reads.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { UNKNOWN_STRENGTH } from '~/services/platform/sign-in-strength.server';
import { deviceName } from './device-name.server';
import { userColumns } from './person.server';
import {
  addToOwner,
  deleteRecord,
  idleMs,
  readCachedRecord,
  readRecord,
  removeFromOwner,
  SESSION_SECONDS,
  type SessionRecord,
  writeRecord,
} from './session-store.server';
import { membershipsQuery } from './user.server';

/** Longest interval between writes for a session in use. KV allows one write per second per key, and charges for each. */
const MAX_REFRESH_MS = 10 * 60_000;

type SessionStore = Pick<RequestContext, 'db' | 'env' | 'now' | 'request'> & {
  /** Lets the record be written after the response is sent. */
  waitUntil: (promise: Promise<unknown>) => void;
};

/** A sign-in at the provider. The ID token must have been verified. */
export type SignedIn = { userId: string; idToken: string | null; signIn?: SignInStrength };

/**
 * Stores a new session in KV under the hash of a random id, so the stored data can't be used to sign in. Lists it under its
 * user, and under the provider's session and subject in the ID token. The ID token itself isn't kept.
 * @returns the id for the user's cookie
 */
export async function createSession(
  { env, now, request }: Pick<RequestContext, 'env' | 'now'> & Partial<Pick<RequestContext, 'request'>>,
  { userId, idToken, signIn = UNKNOWN_STRENGTH }: SignedIn,
): Promise<string> {
  const id = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await sha256Hex(id);
  const at = now.toISOString();
  const claims = claimsOf(idToken);
  const record: SessionRecord = {
    userId,
    logoutHint: claims.login_hint ?? claims.sid ?? null,
    signIn,
    signedInAt: at,
    lastSeenAt: at,
    ip: request?.ip ?? null,
    device: deviceName(request?.userAgent ?? null),
  };
  const { iss, sid, sub } = claims;
  await Promise.all([
    writeRecord({ env, now }, hash, record),
    addToOwner({ env }, { kind: 'user', id: userId }, hash),
    sid && addToOwner({ env }, { kind: 'provider-session', id: providerId(iss, sid) }, hash),
    sub && addToOwner({ env }, { kind: 'provider-subject', id: providerId(iss, sub) }, hash),
  ]);
  const { acr, amr, authenticatedAt } = signIn;
  if (request) logSecurity({ request }, 'sign-in', { userId, acr, amr: amr.join(' '), authenticatedAt });
  return id;
}

const userId = sql<string>`${sql.placeholder('userId')}`;
const userOf = compile(
  disconnectedDatabase.select(userColumns).from(user).where(sql`${user.id} = ${userId}`),
);
const membershipsOf = compile(membershipsQuery(disconnectedDatabase, userId));
const revocationsOf = compile(
  disconnectedDatabase
    .select()
    .from(revokedSession)
    .where(sql`${revokedSession.sessionHash} in (${sql.placeholder('hash')}, ${sql.placeholder('mark')})`),
);

/**
 * The session's user in the current state of D1. Flags, memberships and the selected company are never cached, so a removal
 * or deletion takes effect with the next request. At most one KV read per minute, and one D1 round trip.
 * @param reads declared by the request for the same round trip
 * @returns null when the session is unknown, expired, idle for too long or ended, or its user no longer exists
 */
export async function findSessionUser(
  { db, env, now, request, waitUntil }: SessionStore,
  sessionId: string,
  reads: CollectedReads,
): Promise<{ user: CurrentUser; signIn: SignInStrength } | null> {
  const hash = await sha256Hex(sessionId);
  const record = await readCachedRecord({ env, now }, hash);
  if (!record) return null;
  // KV expires the record too, but not on time if it was written again at the last moment.
  if (now.getTime() - Date.parse(record.signedInAt) > SESSION_SECONDS * 1000) return null;
  const idle = now.getTime() - Date.parse(record.lastSeenAt);
  if (idle > idleMs(env)) return null;
  const mark = await allSessionsKey(record.userId);
  const declaredReads = await reads.take({ db, now }, record.userId);
  const lookupKeys = { userId: record.userId, hash, mark };
  const [users, memberships, revoked, ...rows] = await db.batch([
    userOf(db, lookupKeys),
    membershipsOf(db, lookupKeys),
    revocationsOf(db, lookupKeys),
    ...declaredReads.statements,
  ]);
  declaredReads.deliver(rows);
  const row = users[0];
  if (!row || revoked.some((revocation) => isEnded(record, revocation, mark))) return null;
  // The session is older than the account: the user deleted an earlier account and came back.
  if (record.signedInAt < row.createdAt) return null;
  if (idle > Math.min(MAX_REFRESH_MS, idleMs(env) / 10)) {
    const updatedRecord = { ...record, lastSeenAt: now.toISOString(), ip: request.ip };
    waitUntil(writeRecord({ env, now }, hash, updatedRecord));
  }
  return {
    user: { ...row, userCompanies: sortByName(memberships, ({ name }) => name) },
    signIn: record.signIn,
  };
}

/**
 * Ends a session everywhere immediately: KV may serve a deleted record for another minute, but the row in D1 refuses it.
 * @returns the session's record, or null if there was none
 */
export async function endSession(ctx: RequestContext, sessionId: string): Promise<SessionRecord | null> {
  const hash = await sha256Hex(sessionId);
  const record = await readRecord(ctx, hash);
  if (!record) return null;
  await ctx.db.batch(revocations(ctx, [hash]));
  await forgetSessions(ctx, record.userId, [hash]);
  return record;
}

/**
 * Revokes these sessions. Returns unexecuted statements, the same number for any number of sessions.
 * @param onlyIf SQL condition under which the sessions are revoked
 */
export function revocations(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  hashes: string[],
  onlyIf: SQL = sql`1`,
) {
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString();
  return [
    // These sessions have expired in KV, so their rows are no longer needed.
    db.delete(revokedSession).where(sql`${revokedSession.expiresAt} < ${now.toISOString()}`),
    db.run(sql`
      insert into revoked_session (session_hash, expires_at)
      select value, ${expiresAt} from json_each(${JSON.stringify(hashes)}) where ${onlyIf}
      on conflict do update set expires_at = excluded.expires_at`),
  ] as const;
}

/** Key of the row that ends every session the user started before the row was written. */
export async function allSessionsKey(userId: string): Promise<string> {
  return `person:${await sha256Hex(userId)}`;
}

/** True when the D1 row ends the session. */
export function isEnded(
  record: Pick<SessionRecord, 'signedInAt'>,
  row: typeof revokedSession.$inferSelect,
  mark: string,
): boolean {
  if (row.sessionHash !== mark) return true;
  return Date.parse(record.signedInAt) <= Date.parse(row.expiresAt) - SESSION_SECONDS * 1000;
}

/** Removes ended sessions from KV. Never throws: D1 already refuses them, and anything left in KV expires. */
export async function forgetSessions(
  { env, request }: Pick<RequestContext, 'env' | 'request'>,
  userId: string,
  hashes: string[],
): Promise<void> {
  const removals = hashes.flatMap((hash) => [
    deleteRecord({ env }, hash),
    removeFromOwner({ env }, { kind: 'user', id: userId }, hash),
  ]);
  for (const outcome of await Promise.allSettled(removals)) {
    if (outcome.status === 'fulfilled') continue;
    log({ level: 'error', requestId: request.id, error: outcome.reason });
  }
}

/** Id of a session or subject at its provider, unique across providers. */
export function providerId(issuer: string | undefined, id: string): string {
  return JSON.stringify([issuer, id]);
}

const Claim = z.string().min(1).optional().catch(undefined);
const Claims = z.object({ iss: Claim, sid: Claim, sub: Claim, login_hint: Claim });

/** Claims of an ID token that identify a session. The token was verified at sign-in. */
function claimsOf(idToken: string | null): z.infer<typeof Claims> {
  return Claims.parse(idToken === null ? {} : decodeJwt(idToken));
}
