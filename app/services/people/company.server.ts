import { and, eq, getTableColumns, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { jsonObject } from '#db/json-array';
import { apiToken, company, invitation, user, userCompany, userPreference, well } from '#db/schema';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { AdminCompanyQuery, AdminCompanyView, AdminList } from '~/schemas/people/admin';
import type { CompanyInput, CompanyNames, MembershipInput } from '~/schemas/people/company';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import type { SystemScope, UserContext } from '~/services/platform/context.server';
import { afterCursor, inOneDirection, orderBy, readSort } from '~/services/platform/keyset.server';
import { toPage } from '~/services/platform/page.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { logSecurity } from '~/services/platform/security-log.server';
import { revokeFormerAdminTokens } from './api-token.server';
import { revokeInvitationsTo } from './invitation.server';

/** Columns that the company API returns. The folded code and the ledger number are internal. */
const viewColumns = {
  id: company.id,
  name: company.name,
  code: company.code,
  description: company.description,
  customFieldTemplates: company.customFieldTemplates,
  createdAt: company.createdAt,
  updatedAt: company.updatedAt,
};

/** Number of wells. A company with wells can't be deleted. */
const wellCount = sql<number>`(
  select count(*) from well w where w.company_id = company.id and w.deleted_at is null)`;

/**
 * Creates a company without members; for system administrators (see requireSystemAdmin).
 * @throws AppError conflict when the code exists, ignoring case
 */
export async function createCompany(ctx: UserContext, input: CompanyInput) {
  const now = ctx.now.toISOString();
  const id = crypto.randomUUID();
  try {
    const [rows] = await commit(ctx, [
      ctx.db
        .insert(company)
        .values({
          id,
          name: input.name,
          code: input.code,
          codeKey: foldText(input.code),
          description: input.description || null,
          accretionMethod: input.accretionMethod,
          createdAt: now,
          updatedAt: now,
        })
        .returning(viewColumns),
      audit(ctx, {
        companyId: id,
        action: 'company.created',
        entityType: 'company',
        entityId: id,
        newValues: input,
      }),
    ]);
    return (rows as unknown[])[0];
  } catch (error) {
    throw codeConflict(error, input);
  }
}

/**
 * Changes a company's name, code or description; for system administrators. Lists, reports and files use the new values from
 * then on, but anything stored by a close keeps the old ones (ruling 13). Idempotent.
 * @throws AppError not-found; conflict when another company has the code, ignoring case
 */
export async function renameCompany(
  ctx: UserContext,
  companyId: string,
  { name, code, ...details }: CompanyNames,
) {
  const description = details.description || null;
  const isCompany = and(eq(company.id, companyId), isNull(company.deletedAt));
  const target = and(
    isCompany,
    sql`(${company.name}, ${company.code}, ${company.description}) is not (${name}, ${code}, ${description})`,
  );
  const names = { name: company.name, code: company.code, description: company.description };
  try {
    const results = await commit(ctx, [
      audit(
        ctx,
        {
          companyId,
          action: 'company.updated',
          entityType: 'company',
          entityId: companyId,
          oldValues: sql`(select ${jsonObject(names)} from ${company} where ${target})`,
          newValues: { name, code, description },
        },
        sql`exists (select 1 from ${company} where ${target})`,
      ),
      ctx.db
        .update(company)
        .set({ name, code, codeKey: foldText(code), description, updatedAt: ctx.now.toISOString() })
        .where(target),
      ctx.db.select(viewColumns).from(company).where(isCompany),
    ]);
    const [updated] = results.at(-1) as unknown[];
    if (!updated) throw new AppError('not-found', 'Company not found');
    return updated;
  } catch (error) {
    throw codeConflict(error, { code });
  }
}

/** Converts a unique violation on the code to a conflict error. Returns any other error unchanged. */
function codeConflict(error: unknown, { code }: Pick<CompanyNames, 'code'>): unknown {
  if (!isUniqueViolation(error, 'company.code_key')) return error;
  return new AppError('conflict', `Company code "${code}" already exists`, 'code');
}

/**
 * Adds a user to a company; for system administrators.
 * @throws AppError not-found when the user or company doesn't exist; conflict when they are already a member
 */
export async function addMember(ctx: UserContext, userId: string, { companyId, role }: MembershipInput) {
  const member = { id: crypto.randomUUID(), userId, companyId, role, createdAt: ctx.now.toISOString() };
  try {
    const [rows] = await commit(ctx, [
      ctx.db
        .insert(userCompany)
        // Selecting from both tables inserts nothing when either is missing.
        .select(
          ctx.db
            .select({
              id: sql<string>`${member.id}`.as('id'),
              userId: user.id,
              companyId: company.id,
              role: sql<MembershipInput['role']>`${role}`.as('role'),
              createdAt: sql<string>`${member.createdAt}`.as('created_at'),
            })
            .from(user)
            .innerJoin(company, and(eq(company.id, companyId), isNull(company.deletedAt)))
            .where(eq(user.id, userId)),
        )
        .returning(),
      audit(ctx, {
        companyId,
        action: 'member.added',
        entityType: 'user_company',
        entityId: member.id,
        newValues: { userId, companyId, role },
      }),
    ]);
    const addedMember = (rows as (typeof member)[])[0];
    if (!addedMember) throw new AppError('not-found', 'User or company not found');
    logSecurity(ctx, 'role.changed', { whose: userId, companyId, role });
    return addedMember;
  } catch (error) {
    if (isUniqueViolation(error, 'user_company.')) {
      throw new AppError('conflict', 'The user is already a member of this company');
    }
    throw error;
  }
}

/**
 * Changes a member's role; for system administrators. A user who is no longer an admin loses their API tokens. Idempotent.
 * @throws AppError not-found when they are not a member
 */
export async function changeMemberRole(
  ctx: UserContext,
  { userId, companyId, role }: MembershipInput & { userId: string },
) {
  const isMembership = and(eq(userCompany.userId, userId), eq(userCompany.companyId, companyId));
  const target = and(isMembership, ne(userCompany.role, role));
  const results = await commit(ctx, [
    audit(
      ctx,
      {
        companyId,
        action: 'member.role_changed',
        entityType: 'user_company',
        entityId: sql`(select ${userCompany.id} from ${userCompany} where ${isMembership})`,
        oldValues: sql`(select json_object('userId', ${userCompany.userId}, 'role', ${userCompany.role}) from ${userCompany} where ${isMembership})`,
        newValues: { userId, role },
      },
      sql`exists (select 1 from ${userCompany} where ${target})`,
    ),
    ctx.db.update(userCompany).set({ role }).where(target),
    ...revokeFormerAdminTokens(
      ctx,
      sql`${apiToken.userId} = ${userId} and ${apiToken.companyId} = ${companyId}`,
    ),
    ctx.db.select().from(userCompany).where(isMembership),
  ]);
  const [member] = results.at(-1) as (typeof userCompany.$inferSelect)[];
  if (!member) throw new AppError('not-found', 'The user is not a member of this company');
  if (rowsChanged(results[1]) > 0) logSecurity(ctx, 'role.changed', { whose: userId, companyId, role });
  return member;
}

/**
 * Ends a user's membership, and with it their selection of the company and any pending invitations and API tokens there; for
 * system administrators.
 * @throws AppError not-found when they are not a member
 */
export async function removeMember(ctx: UserContext, userId: string, companyId: string): Promise<void> {
  const target = and(eq(userCompany.userId, userId), eq(userCompany.companyId, companyId));
  const membershipRow = sql`from ${userCompany} where ${target}`;
  const revocation = revokeInvitationsTo(ctx, userId, companyId);
  const results = await commit(ctx, [
    ...revocation,
    audit(
      ctx,
      {
        companyId,
        action: 'member.removed',
        entityType: 'user_company',
        entityId: sql`(select ${userCompany.id} ${membershipRow})`,
        oldValues: sql`(select ${jsonObject(getTableColumns(userCompany))} ${membershipRow})`,
      },
      sql`exists (select 1 ${membershipRow})`,
    ),
    ctx.db.delete(userCompany).where(target),
    ...revokeFormerAdminTokens(
      ctx,
      sql`${apiToken.userId} = ${userId} and ${apiToken.companyId} = ${companyId}`,
    ),
    // A user who becomes a member again must select the company again.
    ctx.db
      .update(user)
      .set({ selectedCompanyId: null })
      .where(and(eq(user.id, userId), eq(user.selectedCompanyId, companyId))),
  ]);
  const removal = results[revocation.length + 1];
  if (rowsChanged(removal) === 0) throw new AppError('not-found', 'The user is not a member of this company');
  logSecurity(ctx, 'role.changed', { whose: userId, companyId, role: 'none' });
}

/**
 * Deletes a company without wells; for system administrators. This is a soft delete, because the ledger keeps what was
 * posted and reversed. Memberships, invitations, preferences and selections are removed, and the code becomes available
 * again. The statement itself checks for wells, so a well that is added concurrently isn't lost.
 * @param reason for the audit log
 * @throws AppError not-found; conflict when it has wells
 */
export async function deleteCompany(
  ctx: UserContext,
  companyId: string,
  reason: string | null = null,
): Promise<void> {
  const isCompany = and(eq(company.id, companyId), isNull(company.deletedAt));
  const target = and(
    isCompany,
    sql`not exists (select 1 from ${well} where ${well.companyId} = ${companyId} and ${well.deletedAt} is null)`,
  );
  const deleted = sql`(select json_object(
    'company', ${jsonObject(getTableColumns(company))},
    'userCompanies', (select json_group_array(${jsonObject(getTableColumns(userCompany))}) from ${userCompany}
                      where ${userCompany.companyId} = ${companyId})
  ) from ${company} where ${target})`;
  const isGone = sql`exists (select 1 from ${company} where ${company.id} = ${companyId} and ${company.deletedAt} is not null)`;
  const results = await commit(ctx, [
    audit(
      ctx,
      {
        companyId,
        action: 'company.deleted',
        entityType: 'company',
        entityId: companyId,
        oldValues: deleted,
        newValues: reason ? { reason } : undefined,
      },
      sql`exists (select 1 from ${company} where ${target})`,
    ),
    ctx.db.update(company).set({ deletedAt: ctx.now.toISOString() }).where(target),
    ctx.db.delete(userCompany).where(and(eq(userCompany.companyId, companyId), isGone)),
    ctx.db.delete(userPreference).where(and(eq(userPreference.companyId, companyId), isGone)),
    ctx.db
      .update(user)
      .set({ selectedCompanyId: null })
      .where(and(eq(user.selectedCompanyId, companyId), isGone)),
    ...revokeFormerAdminTokens(ctx, eq(apiToken.companyId, companyId)),
    ctx.db.delete(invitation).where(and(eq(invitation.companyId, companyId), isGone)),
    ctx.db.select({ id: company.id }).from(company).where(isCompany),
  ]);
  if (rowsChanged(results[1]) > 0) return;
  if ((results.at(-1) as unknown[]).length === 0) throw new AppError('not-found', 'Company not found');
  throw new AppError('conflict', 'This company has wells or ARO data and can’t be deleted');
}

const companyOrders = {
  name: sql`(${company.name} collate nocase)`,
  code: company.codeKey,
  users: sql`(select count(*) from ${userCompany} where ${userCompany.companyId} = ${company.id})`,
};

/**
 * Companies in the requested order, by name by default, each with its members by email address; for system administrators.
 * Returns all of them unless `limit` is set. Search matches a substring of the name or code.
 * @param rows from companySearchReads
 * @throws AppError invalid for a bad cursor
 */
export async function getAdminCompanies(
  ctx: UserContext,
  query: AdminCompanyQuery,
  { names }: CompanySearchRows,
): Promise<AdminList<AdminCompanyView>> {
  const isListed = and(
    isNull(company.deletedAt),
    query.search ? companySearch(query.search, names) : undefined,
  );
  const { key, descending } = readSort(query.sort ?? 'name');
  // Folded codes are unique among companies that aren't deleted.
  const order = inOneDirection(descending, [companyOrders[key], company.codeKey]);
  const page = ctx.db
    .select({
      ...viewColumns,
      wellCount: wellCount.as('well_count'),
      codeKey: company.codeKey,
      sortValue: sql<string | number>`${companyOrders[key]}`.as('sort_value'),
    })
    .from(company)
    .where(and(isListed, afterCursor(order, query.cursor)))
    .orderBy(...orderBy(order))
    .limit(query.limit ? query.limit + 1 : -1);
  const [rows, members, totals] = await ctx.db.batch([
    page,
    ctx.db
      .select({
        id: userCompany.id,
        userId: userCompany.userId,
        companyId: userCompany.companyId,
        role: userCompany.role,
        createdAt: userCompany.createdAt,
        user: {
          // Aliased, because a batch returns rows as objects by column name.
          id: sql<string>`${user.id}`.as('id_of_user'),
          email: user.email,
          emailVerified: user.emailVerified,
          firstName: user.firstName,
          lastName: user.lastName,
        },
      })
      .from(userCompany)
      .innerJoin(user, eq(user.id, userCompany.userId))
      .where(sql`${userCompany.companyId} in (select id from ${page})`)
      .orderBy(user.email, user.id),
    ctx.db.select({ total: sql<number>`count(*)` }).from(company).where(isListed),
  ]);
  const membersOf = Map.groupBy(members, (member) => member.companyId);
  const { items, nextCursor } = toPage(rows, query.limit, {
    view: ({ codeKey: _, sortValue, ...row }) => ({ ...row, userCompanies: membersOf.get(row.id) ?? [] }),
    cursor: (last) => (order.length === 1 ? [last.codeKey] : [last.sortValue, last.codeKey]),
  });
  return { items, nextCursor, total: totals[0]!.total };
}

/** Names that a company search runs on. Reads no rows without a search. Returns an unexecuted query. */
export function companySearchReads(
  { db, isSystemAdmin }: SystemScope,
  { search }: { search?: string | null },
) {
  return {
    names: db
      .select({ id: company.id, name: company.name, code: company.code })
      .from(company)
      .where(search ? and(isNull(company.deletedAt), isSystemAdmin) : sql`0`),
  };
}

export type CompanySearchRows = RowsOf<ReturnType<typeof companySearchReads>>;

/**
 * SQL condition that a company's name or code contains the text. Compared in JavaScript: SQLite folds only ASCII, and
 * company names aren't stored folded.
 */
export function companySearch(search: string, names: CompanySearchRows['names']): SQL {
  const searchText = foldText(search);
  const ids = names
    .filter(({ name, code }) => foldText(`${name}\n${code}`).includes(searchText))
    .map(({ id }) => id);
  return sql`${company.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}
