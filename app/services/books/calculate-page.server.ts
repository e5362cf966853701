import { eq, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import type { CompanyContext } from '~/services/platform/context.server';

/** The company's fields with their numbers of wells: what the calculation's screen offers, in one D1 round trip. */
export async function getCalculatePage(ctx: CompanyContext) {
  const fields = await ctx.db
    .select({ field: well.field, wellCount: sql<number>`count(*)` })
    .from(well)
    .where(eq(well.companyId, ctx.companyId))
    .groupBy(well.field)
    .orderBy(well.field);
  return { fields, totalWells: fields.reduce((sum, { wellCount }) => sum + wellCount, 0) };
}
