import { eq } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { aroLayer, company } from '#db/schema';
import { hasAccretionDue } from '~/domain/books/accretion';
import { type DepreciationPolicy, hasDepreciationDue, netArcOf } from '~/domain/books/depreciation';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { formatCents, sumCents } from '~/domain/money/money';
import type { WellView } from '~/schemas/wells/well-views';
import { isLayerOfWell } from '~/services/books/aro-layer.server';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import { depreciationPolicy } from '~/services/books/well-books.server';
import { toWellLayers, wellLayersQuery } from '~/services/books/well-layers.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { fieldsQuery, wellQuery } from '~/services/wells/well.server';

/**
 * A well with its layers and their carrying amounts, and the options of its form: the initial data of the well's page, in
 * one D1 round trip. Null for an unknown or deleted well, and for a well of another company.
 */
export async function findWellPage(ctx: CompanyContext, wellId: string) {
  const [wells, layers, balances, fields, [own]] = await ctx.db.batch([
    wellQuery(ctx, wellId),
    wellLayersQuery(ctx, wellId),
    ctx.db.select(balanceColumns).from(aroLayer).where(isLayerOfWell(ctx, wellId)),
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
  const wellView: WellView | undefined = wells[0];
  if (!wellView) return null;
  const lastPosted = own?.lastPosted ?? null;
  // The rates don't affect whether something is due.
  const policy = own ? depreciationPolicy({ ...own, depletionRates: null }) : null;
  return {
    well: wellView,
    layers: toWellLayers(layers, utcDay(ctx.now)),
    carryingAmount: formatCents(sumCents(balances.map(({ currentAroCents }) => currentAroCents))),
    arcNet: formatCents(sumCents(balances.map(netArcOf))),
    fields: fields.map(({ field }) => field),
    customFieldTemplates: own?.templates ?? [],
    /** True when the well may have missed postings for the company, while it was plugged or before it had its layers. */
    isBehind:
      lastPosted !== null &&
      wellView.wellStatus !== 'Plugged' &&
      balances.some((layer) => !layer.isReversed && isBehind(layer, lastPosted, policy)),
  };
}

/** A layer's carrying amounts, and the dates they are posted through. */
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

/** True when a posting through a day would record anything for a layer, as in a month-end close. */
function isBehind(
  layer: SelectResultFields<typeof balanceColumns>,
  day: CalendarDate,
  policy: DepreciationPolicy | null,
): boolean {
  return (
    hasAccretionDue(layer, day) ||
    (policy !== null && netArcOf(layer) !== 0 && hasDepreciationDue(layer, day, policy))
  );
}
