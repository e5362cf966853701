import { and, asc, eq, sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import { type EstimateRelief, estimateLeft } from '~/domain/books/estimate-left';
import { type EstimatedLayer, formatRepricedEstimate } from '~/domain/books/price-level';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { WellLayersQuery } from '~/schemas/books/aro-layer';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { CompanyContext } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';
import { isLayerOfWell, layersQuery } from './aro-layer.server';
import { toLayerView } from './layer-view.server';
import { reliefsBetween } from './reliefs.server';

/** Reliefs by settlements and sales on a layer's well since the layer was recognized. */
const reliefs = reliefsBetween({
  well: sql`${aroLayer.well}`,
  from: sql`${aroLayer.recognizedBy}`,
}).as('reliefs');
const repriced = sql<Cents | null>`${aroLayer.repricedEstimateCents}`.as('repriced_estimate');

/**
 * A well's layers by number, with current balances or those at the end of the day `asOf`, and the well's estimate at that day's
 * prices.
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

/** Query for the rows of `toWellLayers`. Unexecuted. */
export function wellLayersQuery(ctx: CompanyContext, wellId: string, asOf?: CalendarDate) {
  return layersQuery(ctx, isLayerOfWell(ctx, wellId), asOf, { reliefs, repriced }).orderBy(
    asc(aroLayer.layerNumber),
  );
}

/** Maps layers to their API view. The newest unreversed one also has the well's estimate at a day's prices. */
export function toWellLayers(
  rows: Awaited<ReturnType<typeof wellLayersQuery>>,
  day: CalendarDate,
): WellLayerView[] {
  const unreversedRows = rows.filter(({ isReversed }) => !isReversed);
  const newest = unreversedRows.at(-1);
  return rows.map(({ reliefs, repriced: _, ...row }) => ({
    ...toLayerView(row),
    estimateLeft: formatCents(estimateLeft(row.totalEstimateCents, JSON.parse(reliefs))),
    repricedEstimate: row.id === newest?.id ? formatRepricedEstimate(day, toEstimated(unreversedRows)) : null,
  }));
}

type CountedRow = Omit<EstimatedLayer, 'estimateLeftCents' | 'repricedEstimateCents'> & {
  reliefs: string;
  repriced: Cents | null;
};

/** A well's unreversed layers, oldest first, each with what remained of its estimate before the next. */
function toEstimated(rows: readonly CountedRow[]): EstimatedLayer[] {
  const reliefsByLayer = rows.map(({ reliefs }) => JSON.parse(reliefs) as EstimateRelief[]);
  return rows.map((row, index) => {
    // A layer's reliefs are all since its recognition, oldest first. Those that the next layer has too are not its own.
    const ownReliefs = reliefsByLayer[index]!.slice(
      0,
      reliefsByLayer[index]!.length - (reliefsByLayer[index + 1]?.length ?? 0),
    );
    const estimateLeftCents = estimateLeft(row.totalEstimateCents, ownReliefs);
    return { ...row, estimateLeftCents, repricedEstimateCents: row.repriced };
  });
}
