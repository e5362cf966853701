import { asc, eq, sql } from 'drizzle-orm';
import { aroLayer, company } from '#db/schema';
import { accretionTime } from '~/domain/books/accretion';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { LayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';
import { layersQuery, ofWell } from '~/services/books/aro-layer.server';
import { type LayerRow, toLayerView } from '~/services/books/layer-view.server';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { fieldsQuery, wellQuery } from '~/services/wells/well.server';

/**
 * A well with its layers and what they carry, and what its form offers: what the well's page begins with, in one D1 round
 * trip. Null for an unknown well, for one of another company, and for one that was deleted.
 */
export async function findWellPage(ctx: CompanyContext, wellId: string) {
  const [wells, layers, sums, fields, [own]] = await ctx.db.batch([
    wellQuery(ctx, wellId),
    layersQuery(ctx, ofWell(ctx, wellId)).orderBy(asc(aroLayer.layerNumber)),
    ctx.db
      .select({
        carrying: sql<number>`coalesce(sum(${aroLayer.currentAroCents}), 0)`.as('carrying'),
        arcNet: sql<number>`coalesce(sum(${aroLayer.arcCostCents} + ${aroLayer.arcAccumulatedCents}), 0)`.as(
          'arc_net',
        ),
      })
      .from(aroLayer)
      .where(ofWell(ctx, wellId)),
    fieldsQuery(ctx),
    ctx.db
      .select({
        templates: company.customFieldTemplates,
        depreciation: company.depreciation,
        lastPosted: lastPostedPeriodEnd(ctx).as('last_posted'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
  ]);
  const found: WellView | undefined = wells[0];
  if (!found) return null;
  const lastPosted = own?.lastPosted ?? null;
  const views = layers.map((row): LayerView => toLayerView(row));
  // What is left of the asset may be charged after the retirement date.
  const depreciates = own?.depreciation !== 'none' && sums[0]!.arcNet !== 0;
  return {
    well: found,
    layers: views,
    carryingAmount: formatCents(sums[0]!.carrying),
    arcNet: formatCents(sums[0]!.arcNet),
    fields: fields.map(({ field }) => field),
    customFieldTemplates: own?.templates ?? [],
    /** Whether it may have missed what was posted for the company: while it was plugged, or before its layers were there. */
    isBehind:
      lastPosted !== null &&
      found.wellStatus !== 'Plugged' &&
      layers.some((layer) => !layer.isHistorical && mayHaveMissed(layer, lastPosted, depreciates)),
  };
}

/** Whether anything of a layer may be missing through a day that is posted. Past its retirement date it accretes no more. */
function mayHaveMissed(layer: LayerRow, day: CalendarDate, depreciates: boolean): boolean {
  if ((layer.accretedThrough ?? layer.calculationDate) >= day) return false;
  return (
    depreciates || (layer.currentAroCents !== 0 && accretionTime({ ...layer, periodEnd: day }).numerator > 0)
  );
}
