import { eq } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { aroLayer, company } from '#db/schema';
import { accretesTo } from '~/domain/books/accretion';
import { type DepreciationPolicy, isToDepreciate, netArcOf } from '~/domain/books/depreciation';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { formatCents, sumCents } from '~/domain/money/money';
import type { WellView } from '~/schemas/wells/well-views';
import { ofWell } from '~/services/books/aro-layer.server';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import { depreciationPolicy } from '~/services/books/well-books.server';
import { toWellLayers, wellLayersQuery } from '~/services/books/well-layers.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { fieldsQuery, wellQuery } from '~/services/wells/well.server';

/**
 * A well with its layers and what they carry, and what its form offers: what the well's page begins with, in one D1 round
 * trip. Null for an unknown well, for one of another company, and for one that was deleted.
 */
export async function findWellPage(ctx: CompanyContext, wellId: string) {
  const [wells, layers, balances, fields, [own]] = await ctx.db.batch([
    wellQuery(ctx, wellId),
    wellLayersQuery(ctx, wellId),
    ctx.db.select(balanceColumns).from(aroLayer).where(ofWell(ctx, wellId)),
    fieldsQuery(ctx),
    ctx.db
      .select({
        templates: company.customFieldTemplates,
        depreciation: company.depreciation,
        depreciationFrom: company.depreciationFrom,
        lastPosted: lastPostedPeriodEnd(ctx).as('last_posted'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
  ]);
  const found: WellView | undefined = wells[0];
  if (!found) return null;
  const lastPosted = own?.lastPosted ?? null;
  // Whether something is due depends on no rate.
  const policy = own ? depreciationPolicy({ ...own, depletionRates: null }) : null;
  return {
    well: found,
    layers: toWellLayers(layers, utcDay(ctx.now)),
    carryingAmount: formatCents(sumCents(balances.map(({ currentAroCents }) => currentAroCents))),
    arcNet: formatCents(sumCents(balances.map(netArcOf))),
    fields: fields.map(({ field }) => field),
    customFieldTemplates: own?.templates ?? [],
    /** Whether it may have missed what was posted for the company: while it was plugged, or before its layers were there. */
    isBehind:
      lastPosted !== null &&
      found.wellStatus !== 'Plugged' &&
      balances.some((layer) => !layer.isReversed && isBehind(layer, lastPosted, policy)),
  };
}

/** What a layer carries, and through when. */
const balanceColumns = {
  calculationDate: aroLayer.calculationDate,
  wellLifespanYears: aroLayer.wellLifespanYears,
  retirementDate: aroLayer.retirementDate,
  isReversed: aroLayer.isReversed,
  currentAroCents: aroLayer.currentAroCents,
  accretedThrough: aroLayer.accretedThrough,
  arcCostCents: aroLayer.arcCostCents,
  arcAccumulatedCents: aroLayer.arcAccumulatedCents,
  arcBaseDay: aroLayer.arcBaseDay,
  depreciatedThrough: aroLayer.depreciatedThrough,
};

/** Whether a posting through a day would record anything of a layer, as for the close of a month. */
function isBehind(
  layer: SelectResultFields<typeof balanceColumns>,
  day: CalendarDate,
  policy: DepreciationPolicy | null,
): boolean {
  return (
    accretesTo(layer, day) || (policy !== null && netArcOf(layer) !== 0 && isToDepreciate(layer, day, policy))
  );
}
