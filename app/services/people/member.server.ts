import { eq, sql } from 'drizzle-orm';
import { user, userCompany } from '#db/schema';
import type { MemberView } from '~/schemas/people/people-views';
import { type CompanyAdminContext, requireOwnCompany } from '~/services/platform/context.server';
import { personName } from './person.server';

/**
 * The company's members by name.
 * @throws AppError not-found for a company other than the selected one
 */
export async function listMembers(ctx: CompanyAdminContext, companyId: string): Promise<MemberView[]> {
  requireOwnCompany(ctx, companyId);
  return ctx.db
    .select({
      userId: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      emailVerified: user.emailVerified,
      role: userCompany.role,
      createdAt: userCompany.createdAt,
    })
    .from(userCompany)
    .innerJoin(user, eq(user.id, userCompany.userId))
    .where(eq(userCompany.companyId, ctx.companyId))
    .orderBy(sql`${personName} collate nocase`, user.id);
}
