import { and, asc, eq, sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import { type EstimateRelief, estimateLeft } from '~/domain/books/estimate-left';
import { type EstimatedLayer, estimateAtPricesOf } from '~/domain/books/price-level';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { WellLayersQuery } from '~/schemas/books/aro-layer';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { CompanyContext } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';
import { layersQuery, ofWell } from './aro-layer.server';
import { toLayerView } from './layer-view.server';
import { reliefsBetween } from './reliefs.server';

/** What settlements and sales have taken of a layer's well since it was counted. */
const reliefs = reliefsBetween({
  well: sql`${aroLayer.well}`,
  from: sql`${aroLayer.recognizedBy}`,
}).as('reliefs');
const repriced = sql<Cents | null>`${aroLayer.repricedEstimateCents}`.as('repriced_estimate');

/**
 * A well's layers by number, with their current balances or those at the end of the day `asOf`, and the well's estimate at the
 * prices of that day.
 * @throws AppError not-found, also for a well of another company
 */
export async function listWellLayers(
  ctx: CompanyContext,
  wellId: string,
  { asOf }: WellLayersQuery = {},
): Promise<WellLayerView[]> {
  const [wells, rows] = await ctx.db.batch([
    ctx.db
      .select({ id: well.id })
      .from(well)
      .where(and(eq(well.id, wellId), isListed(ctx))),
    wellLayersQuery(ctx, wellId, asOf),
  ]);
  if (wells.length === 0) throw new AppError('not-found', 'Well not found');
  return toWellLayers(rows, asOf ?? utcDay(ctx.now));
}

/** What `toWellLayers` makes a well's layers of; a statement not yet run. */
export function wellLayersQuery(ctx: CompanyContext, wellId: string, asOf?: CalendarDate) {
  return layersQuery(ctx, ofWell(ctx, wellId), asOf, { reliefs, repriced }).orderBy(
    asc(aroLayer.layerNumber),
  );
}

/** The layers as they are answered, with the well's estimate at the prices of a day. */
export function toWellLayers(
  rows: Awaited<ReturnType<typeof wellLayersQuery>>,
  day: CalendarDate,
): WellLayerView[] {
  const atPrices = estimatesAtPrices(rows, day);
  return rows.map(({ reliefs, repriced: _, ...row }) => ({
    ...toLayerView(row),
    estimateLeft: formatCents(estimateLeft(row.totalEstimateCents, JSON.parse(reliefs))),
    repricedEstimate: atPrices.get(row.id) ?? null,
  }));
}

type LayerRow = Omit<EstimatedLayer, 'estimateLeftCents' | 'repricedEstimateCents'> & {
  id: string;
  isReversed: boolean;
  reliefs: string;
  repriced: Cents | null;
};

/** The well's estimate after each layer that counts, at the prices of a day, by the layer's id. */
function estimatesAtPrices(rows: readonly LayerRow[], day: CalendarDate): Map<string, string> {
  const counted = rows.filter(({ isReversed }) => !isReversed);
  const since = counted.map(({ reliefs }) => JSON.parse(reliefs) as EstimateRelief[]);
  const layers = counted.map((row, index): EstimatedLayer => {
    // A layer's reliefs are those since it, oldest first: what the next one has too came after that.
    const own = since[index]!.slice(0, since[index]!.length - (since[index + 1]?.length ?? 0));
    const estimateLeftCents = estimateLeft(row.totalEstimateCents, own);
    return { ...row, estimateLeftCents, repricedEstimateCents: row.repriced };
  });
  return new Map(
    counted.map(({ id }, index) => [id, formatCents(estimateAtPricesOf(day, layers.slice(0, index + 1)))]),
  );
}
