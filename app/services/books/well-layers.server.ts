import { and, asc, eq, sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import { estimateLeft } from '~/domain/books/estimate-left';
import { formatCents } from '~/domain/money/money';
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

/**
 * A well's layers by number, with their current balances or those at the end of the day `asOf`.
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
    layersQuery(ctx, ofWell(ctx, wellId), asOf, { reliefs }).orderBy(asc(aroLayer.layerNumber)),
  ]);
  if (wells.length === 0) throw new AppError('not-found', 'Well not found');
  return rows.map(({ reliefs, ...row }) => ({
    ...toLayerView(row),
    estimateLeft: formatCents(estimateLeft(row.totalEstimateCents, JSON.parse(reliefs))),
  }));
}
