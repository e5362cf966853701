import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { accretionRecord, aroLayer, auditLog, calculationInput, user, well } from '#db/schema';
import { layerFormula } from '~/domain/books/layer-formula';
import type { Cents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerHistoryView, TraceView } from '~/schemas/platform/views';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { accretionColumns, toAccretionView } from './accretion.server';
import { layersQuery, toLayerView } from './aro-layer.server';

/**
 * How a layer came to what it carries: its calculation, the formula with its figures, and every accretion record since,
 * with who and when. One D1 round trip.
 * @throws AppError not-found, also for a layer of another company
 */
export async function getLayerHistory(ctx: CompanyContext, layerId: string): Promise<LayerHistoryView> {
  const [layers, previous, calculations, records] = await ctx.db.batch([
    layersQuery(ctx, eq(aroLayer.id, layerId)),
    previousEstimateQuery(ctx, layerId),
    calculationsQuery(ctx, layerId),
    recordsQuery(ctx, layerId),
  ]);
  const [layer] = layers;
  if (!layer) throw new AppError('not-found', 'Layer not found');
  const [calculation] = calculations;
  return {
    layer: toLayerView(layer),
    calculation: calculation ? { parameters: calculation.parameters, ...toTrace(calculation) } : null,
    formula: layerFormula(layer, previous[0]?.totalEstimateCents ?? null),
    accretion: records.map((row) => {
      const { aroLayer: _, ...record } = toAccretionView(row);
      return {
        ...record,
        posted: row.userId === null ? null : toTrace({ ...row, userId: row.userId }),
      };
    }),
  };
}

function previousEstimateQuery(ctx: CompanyContext, layerId: string) {
  return ctx.db.all<{ totalEstimateCents: Cents }>(sql`
    select previous.total_estimate_cents as "totalEstimateCents"
    from aro_layer layer
    join aro_layer previous on previous.well_id = layer.well_id and previous.layer_number = layer.layer_number - 1
    where layer.id = ${layerId} and layer.company_id = ${ctx.companyId} and previous.company_id = ${ctx.companyId}`);
}

function calculationsQuery(ctx: CompanyContext, layerId: string) {
  return ctx.db
    .select({
      parameters: calculationInput.inputParameters,
      userId: calculationInput.userId,
      createdAt: calculationInput.createdAt,
      ...personColumns,
    })
    .from(calculationInput)
    .leftJoin(user, eq(user.id, calculationInput.userId))
    .where(
      and(
        eq(calculationInput.companyId, ctx.companyId),
        eq(calculationInput.entityId, layerId),
        eq(calculationInput.calculationType, 'aro_layer'),
      ),
    )
    .orderBy(desc(calculationInput.id))
    .limit(1);
}

/** Who posted or imported a record stands in the audit row of its posting. */
function recordsQuery(ctx: CompanyContext, layerId: string) {
  return ctx.db
    .select({
      ...accretionColumns,
      userId: sql<string | null>`${auditLog.userId}`.as('user_of_posting'),
      ...personColumns,
    })
    .from(accretionRecord)
    .innerJoin(
      aroLayer,
      and(eq(aroLayer.id, accretionRecord.aroLayerId), eq(aroLayer.companyId, ctx.companyId)),
    )
    .innerJoin(well, and(eq(well.id, aroLayer.wellId), eq(well.companyId, ctx.companyId)))
    .leftJoin(
      auditLog,
      and(
        eq(auditLog.companyId, ctx.companyId),
        eq(auditLog.entityType, 'accretion_posting'),
        eq(auditLog.entityId, accretionRecord.postingId),
        inArray(auditLog.action, ['accretion.posted', 'accretion.imported']),
      ),
    )
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(
      and(eq(accretionRecord.aroLayerId, layerId), eq(sql`+${accretionRecord.companyId}`, ctx.companyId)),
    )
    .orderBy(asc(accretionRecord.periodEnd));
}

function toTrace(row: { userId: string; createdAt: string } & Parameters<typeof toPerson>[0]): TraceView {
  return { userId: row.userId, user: toPerson(row), createdAt: row.createdAt };
}
