import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { revokedSession, user } from '#db/schema';
import type { CurrentUser, RequestContext } from '~/services/platform/context.server';
import { sha256Hex, toHex } from '~/services/platform/digest.server';
import type { CollectedReads } from '~/services/platform/reads.server';
import { userColumns } from './person.server';
import { membershipsQuery } from './user.server';

export const SESSION_SECONDS = 7 * 24 * 60 * 60;

const SessionRecord = z.object({
  userId: z.string(),
  idToken: z.string().nullable(),
  signedInAt: z.string(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

type SessionStore = Pick<RequestContext, 'db' | 'env' | 'now'>;

/**
 * Stores a new session in KV under the hash of a random id, so that nobody can sign in with what the store holds.
 * @returns the id for the person's cookie
 */
export async function createSession(
  { env, now }: Pick<RequestContext, 'env' | 'now'>,
  given: Omit<SessionRecord, 'signedInAt'>,
): Promise<string> {
  const id = randomId();
  const record: SessionRecord = { ...given, signedInAt: now.toISOString() };
  await env.SESSIONS.put(sessionKey(await sha256Hex(id)), JSON.stringify(record), {
    expirationTtl: SESSION_SECONDS,
  });
  return id;
}

/**
 * Who the session belongs to, as D1 knows them now: flags, memberships and selected company are never cached, so that a
 * removal or deletion takes effect at the next request. One KV read, one D1 round trip.
 * @param reads what the request declared to be read in the same round trip
 * @returns null when the session is unknown, expired, signed out, or its user is gone
 */
export async function findSessionUser(
  { db, env, now }: SessionStore,
  sessionId: string,
  reads: CollectedReads,
): Promise<CurrentUser | null> {
  const hash = await sha256Hex(sessionId);
  const record = await readRecord(env, hash);
  if (!record) return null;
  const declared = await reads.take({ db, now }, record.userId);
  const [users, memberships, revoked, ...rows] = await db.batch([
    db.select(userColumns).from(user).where(sql`${user.id} = ${record.userId}`),
    membershipsQuery(db, record.userId),
    db.select().from(revokedSession).where(sql`${revokedSession.sessionHash} = ${hash}`),
    ...declared.statements,
  ]);
  declared.deliver(rows);
  const row = users[0];
  if (!row || revoked.length > 0) return null;
  // The session is older than the account: the person deleted an earlier account and came back.
  if (record.signedInAt < row.createdAt) return null;
  return { ...row, userCompanies: memberships };
}

/**
 * Ends a session everywhere immediately: KV may serve a deleted record for another minute, but the row in D1 refuses it.
 * @returns the session's record, or null when there was none
 */
export async function endSession(ctx: RequestContext, sessionId: string): Promise<SessionRecord | null> {
  const hash = await sha256Hex(sessionId);
  const record = await readRecord(ctx.env, hash);
  if (!record) return null;
  const now = ctx.now.toISOString();
  const expiresAt = new Date(ctx.now.getTime() + SESSION_SECONDS * 1000).toISOString();
  await ctx.db.batch([
    ctx.db.insert(revokedSession).values({ sessionHash: hash, expiresAt }).onConflictDoNothing(),
    // These sessions have expired in KV, so their rows are no longer needed.
    ctx.db.delete(revokedSession).where(sql`${revokedSession.expiresAt} < ${now}`),
  ]);
  await forgetSession(ctx, sessionId);
  return record;
}

/** Removes a session's record from KV after its user was deleted. */
export async function forgetSession({ env }: Pick<RequestContext, 'env'>, sessionId: string): Promise<void> {
  await env.SESSIONS.delete(sessionKey(await sha256Hex(sessionId)));
}

async function readRecord(env: Env, hash: string): Promise<SessionRecord | null> {
  const stored = await env.SESSIONS.get(sessionKey(hash), 'json');
  const record = SessionRecord.safeParse(stored);
  return record.success ? record.data : null;
}

function sessionKey(hash: string): string {
  return `session:${hash}`;
}

function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
