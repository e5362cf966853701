import { eq, sql } from 'drizzle-orm';
import { revokedSession, user } from '#db/schema';
import { AppError } from '~/errors';
import type { SessionView } from '~/schemas/people/session';
import { audit, commit } from '~/services/platform/commit.server';
import type { RequestContext, UserContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { requireFreshSignIn } from '~/services/platform/sign-in-strength.server';
import { allSessionsKey, forgetSessions, isEnded, revocations } from './session.server';
import { listHashes, readRecord, type SessionOwner } from './session-store.server';

/**
 * The user's valid sessions: the current one first, then the most recently seen.
 * @param currentId the request's own session
 */
export async function listSessions(ctx: UserContext, currentId: string | null): Promise<SessionView[]> {
  const { id: userId } = ctx.actor.user;
  const current = currentId && (await sha256Hex(currentId));
  const hashes = await listHashes(ctx, { kind: 'user', id: userId });
  const allSessionsHash = await allSessionsKey(userId);
  const [records, revocationRows] = await Promise.all([
    Promise.all(hashes.map(async (hash) => ({ hash, record: await readRecord(ctx, hash) }))),
    ctx.db
      .select()
      .from(revokedSession)
      // Passed as one JSON value: a statement takes at most 100 parameters, and a user may have more sessions.
      .where(
        sql`${revokedSession.sessionHash} in (select value from json_each(${JSON.stringify([...hashes, allSessionsHash])}))`,
      ),
  ]);
  return records
    .flatMap(({ hash, record }): SessionView[] => {
      const rows = revocationRows.filter(
        ({ sessionHash }) => sessionHash === hash || sessionHash === allSessionsHash,
      );
      if (record?.userId !== userId || rows.some((row) => isEnded(record, row, allSessionsHash))) return [];
      const { device, ip, signedInAt, lastSeenAt } = record;
      return [{ id: hash, device, ip, signedInAt, lastSeenAt, isCurrent: hash === current }];
    })
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

/**
 * Ends one of the user's own sessions. Does nothing for a session that doesn't exist or isn't theirs.
 * @throws AppError forbidden without a fresh sign-in
 */
export async function endOwnSession(ctx: UserContext, hash: string): Promise<void> {
  requireFreshSignIn(ctx);
  // KV rejects keys of more than 512 bytes.
  if (!/^[0-9a-f]{64}$/.test(hash)) return;
  const record = await readRecord(ctx, hash);
  if (record?.userId === ctx.actor.user.id) await endUserSessions(ctx, [hash]);
}

/** Ends all of the user's sessions except the request's own. @throws AppError forbidden without a fresh sign-in */
export async function endOtherSessions(ctx: UserContext, currentId: string | null): Promise<void> {
  requireFreshSignIn(ctx);
  const hashes = await otherSessions(ctx, currentId);
  if (hashes.length > 0) await endUserSessions(ctx, hashes);
}

/** Hashes of all of the user's sessions except the request's own. */
export async function otherSessions(ctx: UserContext, currentId: string | null): Promise<string[]> {
  const current = currentId && (await sha256Hex(currentId));
  const hashes = await listHashes(ctx, { kind: 'user', id: ctx.actor.user.id });
  return hashes.filter((hash) => hash !== current);
}

async function endUserSessions(ctx: UserContext, hashes: string[]): Promise<void> {
  const { id } = ctx.actor.user;
  await commit(ctx, [
    ...revocations(ctx, hashes),
    audit(ctx, {
      action: 'user.sessions_ended',
      entityType: 'user',
      entityId: id,
      newValues: { sessions: hashes.length },
    }),
  ]);
  logSecurity(ctx, 'session.ended', { by: 'owner', sessions: hashes.length });
  await forgetSessions(ctx, id, hashes);
}

/**
 * Ends every session that the user has started so far, on any device; for system administrators.
 * @throws AppError forbidden without a fresh sign-in; not-found
 */
export async function endAllSessions(ctx: UserContext, userId: string): Promise<void> {
  requireFreshSignIn(ctx);
  const userExists = sql`exists (select 1 from ${user} where ${user.id} = ${userId})`;
  const hashes = await listHashes(ctx, { kind: 'user', id: userId });
  const results = await commit(ctx, [
    ...revocations(ctx, [await allSessionsKey(userId)], userExists),
    audit(ctx, { action: 'user.sessions_ended', entityType: 'user', entityId: userId }, userExists),
    ctx.db.select({ id: user.id }).from(user).where(eq(user.id, userId)),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw new AppError('not-found', 'User not found');
  logSecurity(ctx, 'session.ended', { by: 'administrator', whose: userId });
  await forgetSessions(ctx, userId, hashes);
}

/** Ends the sessions of a session or subject of the identity provider, at the provider's request. */
export async function endProviderSessions(
  ctx: RequestContext,
  owner: Extract<SessionOwner, { kind: `provider-${string}` }>,
): Promise<void> {
  const hashes = await listHashes(ctx, owner);
  const records = await Promise.all(
    hashes.map(async (hash) => ({ hash, userId: (await readRecord(ctx, hash))?.userId })),
  );
  const liveSessions = records.flatMap(({ hash, userId }) => (userId ? [{ hash, userId }] : []));
  if (liveSessions.length === 0) return;
  const endedHashes = liveSessions.map(({ hash }) => hash);
  await ctx.db.batch(revocations(ctx, endedHashes));
  for (const { hash, userId } of liveSessions) {
    logSecurity(ctx, 'session.ended', { by: 'provider', whose: userId });
    await forgetSessions(ctx, userId, [hash]);
  }
}
