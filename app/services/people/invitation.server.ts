import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { company, invitation, user, userCompany } from '#db/schema';
import { MS_PER_DAY } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import { INVITATION_DAYS, type InvitationInput, type InvitationView } from '~/schemas/people/invitation';
import { audit, auditOfEach, commit, rowsChanged } from '~/services/platform/commit.server';
import { actorId, type RequestContext, type UserContext } from '~/services/platform/context.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { personColumns, toPerson } from './person.server';

/** Creating an invitation deletes those that expired more than this many days ago, so addresses of people who never joined aren't kept. */
const RETENTION_DAYS = 90;

function invitationsQuery({ db }: Pick<RequestContext, 'db'>) {
  return db
    .select({
      id: invitation.id,
      email: sql<string>`${invitation.email}`.as('invited_email'),
      role: invitation.role,
      companyId: sql<string>`${company.id}`.as('id_of_company'),
      companyName: sql<string>`${company.name}`.as('name_of_company'),
      companyCode: sql<string>`${company.code}`.as('code_of_company'),
      madeAt: sql<string>`${invitation.createdAt}`.as('made_at'),
      expiresAt: invitation.expiresAt,
      acceptedAt: invitation.acceptedAt,
      revokedAt: invitation.revokedAt,
      ...personColumns,
    })
    .from(invitation)
    .innerJoin(company, and(eq(company.id, invitation.companyId), isNull(company.deletedAt)))
    .leftJoin(user, eq(user.id, invitation.invitedBy));
}

type InvitationRow = Awaited<ReturnType<typeof invitationsQuery>>[number];

function toView({ now }: Pick<RequestContext, 'now'>, row: InvitationRow): InvitationView {
  const {
    companyId,
    companyName,
    companyCode,
    madeAt,
    personId,
    personName,
    personEmail,
    ...invitationFields
  } = row;
  return {
    ...invitationFields,
    company: { id: companyId, name: companyName, code: companyCode },
    state: stateOf(row, now.toISOString()),
    invitedBy: toPerson({ personId, personName, personEmail }),
    createdAt: madeAt,
  };
}

function stateOf(
  { acceptedAt, revokedAt, expiresAt }: Pick<InvitationRow, 'acceptedAt' | 'revokedAt' | 'expiresAt'>,
  now: string,
): InvitationView['state'] {
  if (acceptedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'waiting';
}

/** Invitations to all companies, newest first; for system administrators. */
export async function listInvitations(ctx: UserContext): Promise<InvitationView[]> {
  const rows = await invitationsQuery(ctx).orderBy(desc(invitation.createdAt), invitation.id);
  return rows.map((row) => toView(ctx, row));
}

/**
 * Invites an email address to a company for INVITATION_DAYS days; for system administrators. The response is the same
 * whether or not the address belongs to an account. No email is sent, because the product doesn't send mail.
 * @throws AppError not-found when the company doesn't exist; conflict while the address has a pending invitation to it
 */
export async function createInvitation(
  ctx: UserContext,
  { email, companyId, role }: InvitationInput,
): Promise<InvitationView> {
  const id = crypto.randomUUID();
  const now = ctx.now.toISOString();
  const expiresAt = new Date(ctx.now.getTime() + INVITATION_DAYS * MS_PER_DAY).toISOString();
  const deleteBefore = new Date(ctx.now.getTime() - RETENTION_DAYS * MS_PER_DAY).toISOString();
  const results = await commit(ctx, [
    ctx.db.delete(invitation).where(lt(invitation.expiresAt, deleteBefore)),
    ctx.db.run(sql`
      insert into invitation (id, company_id, email, role, invited_by, created_at, expires_at)
      select ${id}, c.id, ${email}, ${role}, ${actorId(ctx)}, ${now}, ${expiresAt}
      from company c where c.id = ${companyId} and c.deleted_at is null and not exists (
        select 1 from invitation i where i.company_id = c.id and i.email = ${email} and ${isPending(now)})`),
    // Omits the address: it is personal data, and audit rows remain when a user asks to be erased.
    audit(ctx, {
      companyId,
      action: 'invitation.created',
      entityType: 'invitation',
      entityId: id,
      newValues: { role, expiresAt },
    }),
    ctx.db
      .select({ id: company.id })
      .from(company)
      .where(and(eq(company.id, companyId), isNull(company.deletedAt))),
    invitationsQuery(ctx).where(eq(invitation.id, id)),
  ]);
  const [companies, createdRows] = results.slice(-2) as [unknown[], InvitationRow[]];
  if (companies.length === 0) throw new AppError('not-found', 'Company not found');
  if (!createdRows[0]) {
    throw new AppError(
      'conflict',
      'This address already has an invitation to this company. Revoke it to send another.',
      'email',
    );
  }
  logSecurity(ctx, 'invitation.changed', { invitationId: id, companyId, role, by: 'made' });
  return toView(ctx, createdRows[0]);
}

const REVOKED = {
  action: 'invitation.revoked',
  entityType: 'invitation',
  oldValues: { isRevoked: false },
  newValues: { isRevoked: true },
};

/**
 * Revokes an invitation; for system administrators. Idempotent.
 * @throws AppError not-found; conflict when it was already accepted
 */
export async function revokeInvitation(ctx: UserContext, id: string): Promise<void> {
  const target = and(eq(invitation.id, id), isNull(invitation.revokedAt), isNull(invitation.acceptedAt));
  const companyId = sql`(select ${invitation.companyId} from ${invitation} where ${invitation.id} = ${id})`;
  const [revoked, , invitationRows] = await commit(ctx, [
    ctx.db.update(invitation).set({ revokedAt: ctx.now.toISOString() }).where(target),
    audit(ctx, { ...REVOKED, companyId, entityId: id }),
    ctx.db
      .select({ acceptedAt: invitation.acceptedAt })
      .from(invitation)
      .innerJoin(company, and(eq(company.id, invitation.companyId), isNull(company.deletedAt)))
      .where(eq(invitation.id, id)),
  ]);
  const [row] = invitationRows as { acceptedAt: string | null }[];
  if (!row) throw new AppError('not-found', 'Invitation not found');
  if (row.acceptedAt !== null) {
    throw new AppError(
      'conflict',
      'This invitation was already accepted. Remove the member from the company instead.',
    );
  }
  if (rowsChanged(revoked) > 0) logSecurity(ctx, 'invitation.changed', { invitationId: id, by: 'revoked' });
}

/**
 * Adds users as members when they sign in with an invited address. Runs in the transaction of a sign-in whose address the
 * identity provider has verified, after the user's row is written. Does nothing for accounts that are marked for deletion or
 * anonymized. Existing members keep their role.
 * @param userId the user who signs in
 * @param email their verified address, in lowercase
 */
export function acceptInvitations(ctx: RequestContext, userId: SQL<string>, email: string) {
  const now = ctx.now.toISOString();
  const pendingInvitations = sql`from invitation i
      join company c on c.id = i.company_id and c.deleted_at is null
      join user u on u.id = ${userId} and u.email = ${email} and u.email_verified
        and not u.is_deleted and u.anonymized_at is null
    where i.email = ${email} and ${isPending(now)}`;
  return [
    ctx.db.run(sql`
      insert into user_company (id, user_id, company_id, role, created_at)
      select i.id, u.id, i.company_id, i.role, ${now} ${pendingInvitations} order by i.id
      on conflict do nothing`),
    auditOfEach(
      ctx,
      {
        userId: sql`u.id`,
        companyId: sql`i.company_id`,
        action: 'invitation.accepted',
        entityType: 'invitation',
        entityId: sql`i.id`,
        newValues: sql`json_object('userId', u.id, 'role',
          (select m.role from user_company m where m.user_id = u.id and m.company_id = i.company_id))`,
      },
      sql`${pendingInvitations} order by i.id`,
    ),
    ctx.db.run(sql`
      update invitation set accepted_at = ${now}, accepted_by = ${userId}
      where id in (select i.id ${pendingInvitations})`),
    ctx.db
      .select({ id: invitation.id, companyId: invitation.companyId, role: invitation.role })
      .from(invitation)
      .where(and(eq(invitation.acceptedAt, now), sql`${invitation.acceptedBy} = ${userId}`)),
  ] as const;
}

/** Row type of the last statement of acceptInvitations. */
export type AcceptedInvitation = { id: string; companyId: string; role: 'viewer' | 'admin' };

/**
 * Revokes pending invitations from users who are no longer system administrators. Runs in the transaction of the change that
 * causes this, after it. Otherwise a dismissed administrator could still let people in.
 */
export function revokeInvitationsOf(ctx: RequestContext, userId: string) {
  return revokeWhere(
    ctx,
    sql`${invitation.invitedBy} = ${userId}
      and not exists (select 1 from ${user} u where u.id = ${userId} and u.is_admin and not u.is_deleted)`,
  );
}

/**
 * Revokes pending invitations to a member's address in their company. Runs in the transaction that ends the membership,
 * before it ends. Otherwise the user would be a member again at the next sign-in. Ignores unverified addresses, which may be
 * someone else's.
 */
export function revokeInvitationsTo(ctx: RequestContext, userId: string, companyId: string) {
  return revokeWhere(
    ctx,
    sql`${invitation.companyId} = ${companyId} and ${invitation.email} = (
      select u.email from ${user} u join ${userCompany} m on m.user_id = u.id and m.company_id = ${companyId}
      where u.id = ${userId} and u.email_verified)`,
  );
}

function revokeWhere(ctx: RequestContext, condition: SQL) {
  const revoked = and(condition, isNull(invitation.revokedAt), isNull(invitation.acceptedAt));
  return [
    auditOfEach(
      ctx,
      { ...REVOKED, companyId: sql`${invitation.companyId}`, entityId: sql`${invitation.id}` },
      sql`from ${invitation} where ${revoked} order by ${invitation.id}`,
    ),
    ctx.db.update(invitation).set({ revokedAt: ctx.now.toISOString() }).where(revoked),
  ];
}

/** SQL condition that an invitation `i` can still be accepted. */
function isPending(now: string): SQL {
  return sql`i.revoked_at is null and i.accepted_at is null and i.expires_at > ${now}`;
}

/**
 * Deletes the invitations of a user who is being erased: those they accepted, and those to their address.
 * @param isErased SQL condition that the user is erased
 */
export function forgetInvitations({ db, actor }: UserContext, isErased: SQL) {
  const { id, email, emailVerified } = actor.user;
  const isOwnInvitation = or(
    eq(invitation.acceptedBy, id),
    emailVerified ? eq(invitation.email, email) : undefined,
  );
  return db.delete(invitation).where(and(isOwnInvitation, isErased));
}
