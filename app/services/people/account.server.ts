import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { apiToken, idempotencyKey, massUpload, user, userPreference } from '#db/schema';
import { AppError } from '~/errors';
import type { DeletionStatus } from '~/schemas/people/admin';
import type { LeavingReason } from '~/schemas/people/user';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import type { UserContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { revokeFormerAdminTokens } from './api-token.server';
import { forgetInvitations, revokeInvitationsOf } from './invitation.server';
import { otherSessions } from './own-sessions.server';
import { forgetSessions, revocations } from './session.server';
import { keepForSignOut } from './session-store.server';
import { isNotLastAdmin, lastAdminError } from './user.server';

const statusColumns = {
  isDeleted: user.isDeleted,
  deletedAt: user.deletedAt,
  anonymizedAt: user.anonymizedAt,
};

/** How far the deletion of the user's account is, as of the session lookup. Reads nothing. */
export function getDeletionStatus({ actor }: UserContext): DeletionStatus {
  const { isDeleted, deletedAt, anonymizedAt } = actor.user;
  return { isDeleted, deletedAt, anonymizedAt };
}

/**
 * Marks the user's account for deletion. From the next request on, it can only continue the deletion. Idempotent.
 * @throws AppError conflict for the last system administrator
 */
export async function markForDeletion(
  ctx: UserContext,
  { reason }: LeavingReason = {},
): Promise<DeletionStatus> {
  const { id } = ctx.actor.user;
  const now = ctx.now.toISOString();
  const results = await commit(ctx, [
    ctx.db
      .update(user)
      .set({ isDeleted: true, deletedAt: now, updatedAt: now })
      .where(and(eq(user.id, id), eq(user.isDeleted, false), isNotLastAdmin(id))),
    audit(ctx, {
      action: 'user.marked_for_deletion',
      entityType: 'user',
      entityId: id,
      oldValues: { isDeleted: false },
      newValues: { isDeleted: true, reason },
    }),
    ...revokeFormerAdminTokens(ctx, eq(apiToken.userId, id)),
    ...revokeInvitationsOf(ctx, id),
    statusQuery(ctx),
  ]);
  const status = statusOf(results.at(-1));
  if (!status.isDeleted) throw lastAdminError();
  return status;
}

/**
 * Permanently removes the user's personal data and marks the account for deletion. Preferences are deleted, and the audit
 * log keeps only the user's id. All sessions except the request's own end. Idempotent.
 * @param sessionId the request's session
 * @throws AppError conflict for the last system administrator
 */
export async function anonymize(
  ctx: UserContext,
  sessionId: string | null,
  { reason }: LeavingReason = {},
): Promise<DeletionStatus> {
  const { id } = ctx.actor.user;
  const otherHashes = await otherSessions(ctx, sessionId);
  const now = ctx.now.toISOString();
  const results = await commit(ctx, [
    ctx.db
      .update(user)
      .set({
        email: `anonymized-${crypto.randomUUID()}@invalid`,
        emailVerified: false,
        firstName: 'Anonymous',
        lastName: 'User',
        profileImageUrl: null,
        isDeleted: true,
        deletedAt: sql`coalesce(${user.deletedAt}, ${now})`,
        anonymizedAt: now,
        updatedAt: now,
      })
      .where(and(eq(user.id, id), isNull(user.anonymizedAt), isNotLastAdmin(id))),
    audit(withoutTraces(ctx), {
      action: 'user.anonymized',
      entityType: 'user',
      entityId: id,
      newValues: reason && { reason },
    }),
    ...revocations(ctx, otherHashes, isErased(id)),
    ...revokeFormerAdminTokens(ctx, eq(apiToken.userId, id)),
    ...revokeInvitationsOf(ctx, id),
    ctx.db.delete(userPreference).where(and(eq(userPreference.userId, id), isErased(id))),
    ...traceErasure(ctx),
    statusQuery(ctx),
  ]);
  const status = statusOf(results.at(-1));
  if (!status.anonymizedAt) throw lastAdminError();
  await forgetSessions(ctx, id, otherHashes);
  return status;
}

/**
 * Deletes the account with its memberships, preferences and sessions. Company data remains, and the audit log keeps only the
 * user's id. Signing in again later creates a new user with another id.
 * @param sessionId the request's session. All sessions of a deleted user are refused. For this one, KV keeps what signing
 * out at the identity provider requires, for a few minutes
 * @throws AppError conflict for the last system administrator
 */
export async function deleteAccount(
  ctx: UserContext,
  sessionId: string | null,
  { reason }: LeavingReason = {},
): Promise<void> {
  const { id } = ctx.actor.user;
  const otherHashes = await otherSessions(ctx, sessionId);
  const target = and(eq(user.id, id), isNotLastAdmin(id));
  const memberships = sql`(select json_group_array(json_object('companyId', company_id, 'role', role))
    from user_company where user_id = ${id})`;
  const results = await commit(ctx, [
    audit(
      withoutTraces(ctx),
      {
        action: 'user.deleted',
        entityType: 'user',
        entityId: id,
        oldValues: sql`json_object('userCompanies', ${memberships})`,
        newValues: reason && { reason },
      },
      sql`exists (select 1 from ${user} where ${target})`,
    ),
    ctx.db.delete(user).where(target),
    ...revokeFormerAdminTokens(ctx, eq(apiToken.userId, id)),
    ...revokeInvitationsOf(ctx, id),
    ...traceErasure(ctx),
    statusQuery(ctx),
  ]);
  const accountExists = (results.at(-1) as unknown[]).length > 0;
  if (rowsChanged(results[1]) === 0 && accountExists) throw lastAdminError();
  await forgetSessions(ctx, id, otherHashes);
  if (sessionId) await keepForSignOut(ctx, await sha256Hex(sessionId));
}

/** SQL condition that the user is anonymized or deleted. */
function isErased(userId: string): SQL {
  return sql`not exists (select 1 from ${user} where ${user.id} = ${userId} and ${user.anonymizedAt} is null)`;
}

/**
 * Erases traces of an anonymized or deleted user: IP address, browser and preference values in the audit log, the names of
 * files they uploaded, invitations to their address, and stored responses. The audit log's triggers allow no other change.
 */
function traceErasure(ctx: UserContext) {
  const { id } = ctx.actor.user;
  return [
    ctx.db.run(sql`
      update audit_log set ip_address = null, user_agent = null,
        old_values = iif(entity_type = 'user_preference', null, old_values),
        new_values = iif(entity_type = 'user_preference', null, new_values)
      where user_id = ${id} and (ip_address is not null or user_agent is not null or entity_type = 'user_preference')
        and ${isErased(id)}`),
    ctx.db
      .update(massUpload)
      .set({ fileName: null, ipAddress: null, userAgent: null })
      .where(and(eq(massUpload.userId, id), isErased(id))),
    forgetInvitations(ctx, isErased(id)),
    ctx.db.delete(idempotencyKey).where(
      and(
        eq(idempotencyKey.userId, id),
        // This request still needs its own key.
        sql`${idempotencyKey.key} is not ${ctx.idempotency?.key ?? null}`,
        isErased(id),
      ),
    ),
  ];
}

/** The context without IP address and browser. The audit log records the deletion, but not where it came from. */
function withoutTraces(ctx: UserContext): UserContext {
  return { ...ctx, request: { ...ctx.request, ip: null, userAgent: null } };
}

function statusQuery(ctx: UserContext) {
  return ctx.db.select(statusColumns).from(user).where(eq(user.id, ctx.actor.user.id));
}

/** @throws AppError unauthorized when the account was deleted meanwhile */
function statusOf(rows: unknown): DeletionStatus {
  const [status] = rows as DeletionStatus[];
  if (!status) throw new AppError('unauthorized', 'Unauthorized');
  return status;
}
