import { eq, sql } from 'drizzle-orm';
import { company, well } from '#db/schema';
import type { CompanyContext } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';
import { postedPeriodEndsQuery } from './post-accretion.server';
import { anyRateTableQuery } from './rate-tables.server';

/**
 * Loads the choices of the calculation screen in one D1 round trip: the company's fields with their well counts, the period ends
 * with posted accretion (newest first), whether the company has rate tables, and the basis that new estimates are compared with.
 */
export async function getCalculatePage(ctx: CompanyContext) {
  const [fields, posted, tables, companies] = await ctx.db.batch([
    ctx.db
      .select({ field: well.field, wellCount: sql<number>`count(*)`.as('well_count') })
      .from(well)
      .where(isListed(ctx))
      .groupBy(well.field)
      .orderBy(well.field),
    postedPeriodEndsQuery(ctx),
    anyRateTableQuery(ctx),
    ctx.db.select({ changeBasis: company.changeBasis }).from(company).where(eq(company.id, ctx.companyId)),
  ]);
  return {
    fields,
    totalWells: fields.reduce((sum, { wellCount }) => sum + wellCount, 0),
    postedPeriodEnds: posted.map(({ day }) => day),
    hasRateTables: tables[0]!.found === 1,
    changeBasis: companies[0]!.changeBasis,
  };
}
