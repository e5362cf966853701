import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { company, user, userCompany } from '#db/schema';
import { foldText } from '~/domain/wells/fold-text';
import { sortByName } from '~/domain/wells/sort-by-name';
import { AppError } from '~/errors';
import type { AdminList, AdminUserQuery, AdminUserView, UserFields } from '~/schemas/people/admin';
import type { UserView } from '~/schemas/people/user';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import {
  type CurrentUser,
  type RequestContext,
  type SystemScope,
  selectedMembership,
  type UserContext,
} from '~/services/platform/context.server';
import {
  afterCursor,
  inOneDirection,
  type ListOrder,
  orderBy,
  readSort,
} from '~/services/platform/keyset.server';
import { toPage } from '~/services/platform/page.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { type AcceptedInvitation, acceptInvitations, revokeInvitationsOf } from './invitation.server';
import { fullName, userColumns } from './person.server';

/** A user's profile at the identity provider. */
export type Profile = {
  /** The identity provider, and its id for the user (`sub`). */
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  pictureUrl: string | null;
};

/** A user's companies with their role in each. Returns an unexecuted query. */
export function membershipsQuery(db: Database, userId: string | SQL<string>) {
  return db
    .select({ id: company.id, name: company.name, code: company.code, role: userCompany.role })
    .from(userCompany)
    .innerJoin(company, and(eq(company.id, userCompany.companyId), isNull(company.deletedAt)))
    .where(eq(userCompany.userId, userId))
    .orderBy(company.id);
}

/**
 * The signed-in user with their companies, as of the session lookup; reads nothing. A user of one company has it selected.
 */
export function getCurrentUser(ctx: UserContext): UserView {
  return viewOf(ctx.actor.user);
}

/** Names that the audit log uses for actors that aren't people. */
const RESERVED_SUBJECTS = ['system', 'anonymous'];

/**
 * Creates the user at their first sign-in, and refreshes email and names at later ones. An anonymized account stays
 * anonymous. The provider and `sub` identify a user; an email address never does. A verified address listed in
 * SYSTEM_ADMIN_EMAILS makes the user a system administrator. If another user has the verified address, theirs becomes
 * unverified. Pending invitations to a verified address are accepted.
 * @returns the user's id
 * @throws AppError forbidden for a reserved `sub`
 */
export async function signInUser(ctx: RequestContext, profile: Profile): Promise<string> {
  const { issuer, subject, emailVerified, firstName, lastName } = profile;
  if (RESERVED_SUBJECTS.includes(subject)) {
    throw new AppError('forbidden', 'This account can’t be used here. Contact your administrator.');
  }
  const now = ctx.now.toISOString();
  const email = profile.email.trim().toLowerCase();
  const isListedAdmin = emailVerified && systemAdminEmails(ctx.env).has(email);
  const newId = crypto.randomUUID();
  const isPerson = sql`${user.issuer} is ${issuer} and ${user.subject} is ${subject}`;
  const userId = sql<string>`coalesce((select ${user.id} from ${user} where ${isPerson}), ${newId})`;
  const isFormerHolder = sql`${user.email} = ${email} and ${user.emailVerified} and not (${isPerson})
    and not exists (select 1 from ${user} where ${isPerson} and ${user.anonymizedAt} is not null)`;
  const adminQuery = ctx.db.select({ id: user.id, isAdmin: user.isAdmin }).from(user).where(isPerson);
  // An unverified address may be anyone's.
  const invited = emailVerified ? acceptInvitations(ctx, userId, email) : [];
  const results = await commit(ctx, [
    // Users from before the issuer was part of the identity came from the only provider at the time, and their id is its `sub`.
    ctx.db
      .update(user)
      .set({ issuer, subject: sql`coalesce(${user.subject}, ${user.id})` })
      .where(isNull(user.issuer)),
    adminQuery,
    ...(emailVerified ? withdrawAddress(ctx, userId, isFormerHolder) : []),
    ctx.db
      .insert(user)
      .values({
        id: newId,
        issuer,
        subject,
        email,
        emailVerified,
        firstName,
        lastName,
        profileImageUrl: profile.pictureUrl,
        isAdmin: isListedAdmin,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [user.issuer, user.subject],
        set: {
          email,
          emailVerified,
          firstName,
          lastName,
          profileImageUrl: profile.pictureUrl,
          isAdmin: isListedAdmin ? true : sql`${user.isAdmin}`,
          updatedAt: now,
        },
        // A sign-in that changes nothing doesn't write the row.
        setWhere: sql`${user.anonymizedAt} is null and (${user.email} is not ${email}
          or ${user.emailVerified} is not ${emailVerified ? 1 : 0} or ${user.firstName} is not ${firstName}
          or ${user.lastName} is not ${lastName} or ${user.profileImageUrl} is not ${profile.pictureUrl}
          or (${isListedAdmin ? 1 : 0} and not ${user.isAdmin}))`,
      }),
    audit(ctx, {
      userId,
      action: 'user.signed_in',
      entityType: 'user',
      entityId: userId,
      newValues: { isListedAdmin },
    }),
    ...invited,
    adminQuery,
  ]);
  const [before] = results[1] as { isAdmin: boolean }[];
  const [person] = results.at(-1) as { id: string; isAdmin: boolean }[];
  if (person!.isAdmin && !before?.isAdmin)
    logSecurity(ctx, 'role.changed', { whose: person!.id, role: 'system admin', by: 'SYSTEM_ADMIN_EMAILS' });
  const accepted = (invited.length > 0 ? results.at(-2) : []) as AcceptedInvitation[];
  for (const { id: invitationId, companyId, role } of accepted)
    logSecurity(ctx, 'invitation.changed', {
      invitationId,
      whose: person!.id,
      companyId,
      role,
      by: 'accepted',
    });
  return person!.id;
}

/** If two users have the same address, the provider vouches for the one who signs in now. The other's becomes unverified. */
function withdrawAddress(ctx: RequestContext, userId: SQL<string>, isFormerHolder: SQL) {
  return [
    audit(
      ctx,
      {
        userId,
        action: 'user.email_withdrawn',
        entityType: 'user',
        entityId: sql`(select ${user.id} from ${user} where ${isFormerHolder})`,
        oldValues: { emailVerified: true },
        newValues: { emailVerified: false },
      },
      sql`exists (select 1 from ${user} where ${isFormerHolder})`,
    ),
    ctx.db.update(user).set({ emailVerified: false, updatedAt: ctx.now.toISOString() }).where(isFormerHolder),
  ];
}

/**
 * Selects the company whose data the user sees.
 * @throws AppError forbidden when the user is not a member, whether or not the company exists
 */
export async function selectCompany(ctx: UserContext, companyId: string): Promise<UserView> {
  const current = ctx.actor.user;
  if (!current.userCompanies.some((membership) => membership.id === companyId)) throw notMemberError();
  const now = ctx.now.toISOString();
  const results = await commit(ctx, [
    ctx.db
      .update(user)
      .set({ selectedCompanyId: companyId, updatedAt: now })
      // Checks the membership again, because it may have ended since the request began.
      .where(
        sql`${user.id} = ${current.id} and exists (select 1 from ${userCompany} where user_id = ${current.id} and company_id = ${companyId})`,
      ),
    audit(ctx, {
      companyId,
      action: 'company.selected',
      entityType: 'user',
      entityId: current.id,
      oldValues: { selectedCompanyId: current.selectedCompanyId },
      newValues: { selectedCompanyId: companyId },
    }),
  ]);
  if (rowsChanged(results[0]) === 0) throw notMemberError();
  return viewOf({ ...current, selectedCompanyId: companyId, updatedAt: now });
}

function notMemberError(): AppError {
  return new AppError('forbidden', 'You are not a member of this company');
}

/**
 * Grants or revokes the system administrator role; for system administrators.
 * @throws AppError not-found; conflict for the last system administrator
 */
export async function setSystemAdmin(
  ctx: UserContext,
  userId: string,
  isAdmin: boolean,
): Promise<UserFields> {
  const target = and(
    eq(user.id, userId),
    eq(user.isAdmin, !isAdmin),
    isAdmin ? undefined : isNotLastAdmin(userId),
  );
  const results = await commit(ctx, [
    audit(
      ctx,
      {
        action: isAdmin ? 'user.admin_granted' : 'user.admin_revoked',
        entityType: 'user',
        entityId: userId,
        oldValues: { isAdmin: !isAdmin },
        newValues: { isAdmin },
      },
      sql`exists (select 1 from ${user} where ${target})`,
    ),
    ctx.db.update(user).set({ isAdmin, updatedAt: ctx.now.toISOString() }).where(target),
    ...revokeInvitationsOf(ctx, userId),
    ctx.db.select(userColumns).from(user).where(eq(user.id, userId)),
  ]);
  const [row] = results.at(-1) as UserFields[];
  if (!row) throw new AppError('not-found', 'User not found');
  if (row.isAdmin !== isAdmin) throw lastAdminError();
  if (rowsChanged(results[1]) > 0)
    logSecurity(ctx, 'role.changed', { whose: userId, role: isAdmin ? 'system admin' : 'no system admin' });
  return row;
}

/**
 * SQL condition that a user isn't the last system administrator. Part of the statement that removes one, so two
 * administrators removed at the same time can't both go.
 */
export function isNotLastAdmin(userId: string): SQL {
  return sql`(not ${user.isAdmin} or ${user.isDeleted} or exists (
    select 1 from ${user} as other where other.is_admin and not other.is_deleted and other.id <> ${userId}))`;
}

/** Error for a change that would leave no system administrator; see `isNotLastAdmin`. */
export function lastAdminError(): AppError {
  return new AppError(
    'conflict',
    'At least one system administrator is required. Make someone else an administrator first.',
  );
}

const userOrders = {
  name: {
    by: sql`(${fullName(user)} collate nocase)`,
    nullsLast: true,
  },
  isAdmin: { by: sql`${user.isAdmin}` },
  companies: { by: sql`(select count(*) from ${userCompany} where ${userCompany.userId} = ${user.id})` },
};

/** By email address, or by the requested column and then email address. Unverified addresses can repeat, so the id breaks ties. */
function userOrder({ sort = 'email' }: AdminUserQuery): ListOrder {
  const { key, descending } = readSort(sort);
  const byEmail = inOneDirection(descending, [user.email, user.id]);
  return key === 'email' ? byEmail : [{ ...userOrders[key], descending }, ...byEmail];
}

/**
 * Users in the requested order, by email address by default, each with their companies by name; for system administrators.
 * Returns all of them unless `limit` is set. Search matches a substring of the name, email address or id.
 * @param rows from userSearchReads
 * @throws AppError invalid for a bad cursor
 */
export async function getAdminUsers(
  ctx: UserContext,
  query: AdminUserQuery,
  { names }: RowsOf<ReturnType<typeof userSearchReads>>,
): Promise<AdminList<AdminUserView>> {
  const isMatch = query.search ? userSearch(query.search, names) : undefined;
  const order = userOrder(query);
  const page = ctx.db
    .select({
      ...userColumns,
      sortValue: sql<string | number | null>`${order[0]!.by}`.as('sort_value'),
    })
    .from(user)
    .where(and(isMatch, afterCursor(order, query.cursor)))
    .orderBy(...orderBy(order))
    .limit(query.limit ? query.limit + 1 : -1);
  const [rows, memberships, totals] = await ctx.db.batch([
    page,
    ctx.db
      .select({
        ...getTableColumns(userCompany),
        company: {
          // Aliased, because a batch returns rows as objects by column name.
          id: sql<string>`${company.id}`.as('id_of_company'),
          name: company.name,
          code: company.code,
        },
      })
      .from(userCompany)
      .innerJoin(company, and(eq(company.id, userCompany.companyId), isNull(company.deletedAt)))
      .where(sql`${userCompany.userId} in (select id from ${page})`)
      .orderBy(company.id),
    ctx.db.select({ total: sql<number>`count(*)` }).from(user).where(isMatch),
  ]);
  const companiesOf = Map.groupBy(
    sortByName(memberships, (membership) => membership.company.name),
    (membership) => membership.userId,
  );
  const { items, nextCursor } = toPage(rows, query.limit, {
    view: ({ sortValue, ...row }) => ({ ...row, userCompanies: companiesOf.get(row.id) ?? [] }),
    cursor: ({ sortValue, email, id }) => (order.length === 2 ? [email, id] : [sortValue, email, id]),
  });
  return { items, nextCursor, total: totals[0]!.total };
}

type UserName = Pick<UserFields, 'id' | 'email' | 'firstName' | 'lastName'>;

/** Names that a user search runs on. Reads no rows without a search. Returns an unexecuted query. */
export function userSearchReads({ db, isSystemAdmin }: SystemScope, { search }: { search?: string | null }) {
  const { id, email, firstName, lastName } = user;
  return {
    names: db
      .select({ id, email, firstName, lastName })
      .from(user)
      .where(search ? isSystemAdmin : sql`0`),
  };
}

/** SQL condition that a user matches the search. Compared in JavaScript, because SQLite folds only ASCII. */
function userSearch(search: string, names: readonly UserName[]): SQL {
  const searchText = foldText(search);
  const ids = names
    .filter((row) =>
      foldText(`${row.firstName ?? ''} ${row.lastName ?? ''}\n${row.email}\n${row.id}`).includes(searchText),
    )
    .map((row) => row.id);
  return sql`${user.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

function viewOf(current: CurrentUser): UserView {
  const selected = selectedMembership(current);
  return { ...current, selectedCompanyId: selected?.id ?? null, needsCompanySelection: selected === null };
}

function systemAdminEmails(env: Env): Set<string> {
  return new Set((env.SYSTEM_ADMIN_EMAILS ?? '').split(',').map((email) => email.trim().toLowerCase()));
}
