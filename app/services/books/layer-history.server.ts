import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { aroLayer, posting, user, well } from '#db/schema';
import { firstDayCovered } from '~/domain/books/accretion';
import { layerFormula } from '~/domain/books/layer-formula';
import { codeOfKind, codesWhere } from '~/domain/books/movement-kinds';
import { rateReason } from '~/domain/books/rate-reason';
import { type CompanyRates, interpolationLine } from '~/domain/books/rate-table';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { TraceView } from '~/schemas/audit/audit-views';
import { toExpectedCostView } from '~/schemas/books/expected-cost';
import type { LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import type { ReversalTraceView } from '~/schemas/books/posting-views';
import { toCompanyRatesView } from '~/schemas/books/rate-table';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';
import { accretionColumns, toAccretionView } from './accretion.server';
import { layersQuery } from './aro-layer.server';
import { toLayerView } from './layer-view.server';
import { ledgerIdOf, parseLedgerNumber } from './ledger-number.server';
import { previousEstimate, previousEstimateOf } from './previous-estimate.server';
import { m, p } from './unreversed.server';

/**
 * A layer's history in one D1 round trip: its calculation, the formula with its figures, and all accretion posted on it, with who
 * posted it and when. Includes reversed records, with who reversed them and why.
 * @throws AppError not-found, also for a layer of another company
 */
export async function getLayerHistory(ctx: CompanyContext, layerId: string): Promise<LayerHistoryView> {
  const id = parseLedgerNumber(layerId) ?? 0;
  const [layers, recognitions, records, reversals] = await ctx.db.batch([
    layersQuery(ctx, eq(aroLayer.id, id)),
    recognitionQuery(ctx, id),
    recordsQuery(ctx, id),
    reversalsQuery(ctx, id),
  ]);
  const [row] = layers;
  const [recognition] = recognitions;
  if (!row || !recognition) throw new AppError('not-found', 'Layer not found');
  const layer = toLayerView(row);
  const {
    postingId,
    number,
    kind,
    day,
    cents,
    isGiven,
    repricedEstimateCents,
    scenarios,
    companyRates,
    input,
  } = recognition;
  const interpolation =
    companyRates?.discount && interpolationLine(companyRates.discount, row.discountRateBp, row);
  const reversalOf = new Map(reversals.map((reversal) => [reversal.reverses, toReversal(reversal)]));
  return {
    layer,
    origin: isGiven || kind === 'opening' ? 'imported' : 'calculated',
    recognition: {
      postingId: String(number),
      kind,
      effectiveOn: day,
      liability: formatCents(cents),
      reversed: reversalOf.get(postingId) ?? null,
    },
    calculation: input
      ? { parameters: parametersOf(layer, recognition, input), ...toTrace(recognition) }
      : null,
    scenarios: scenarios && toExpectedCostView(scenarios),
    rateReason: layer.ratesFrom && rateReason(layer.ratesFrom, companyRates),
    companyRates: companyRates && toCompanyRatesView(companyRates),
    formula: [
      ...(interpolation ? [interpolation] : []),
      ...layerFormula(
        { ...row, isGiven, scenarios, repricedEstimateCents },
        previousEstimateOf(recognition.previousEstimate),
      ),
    ],
    accretion: records.map((record) => {
      const { aroLayer: _, ...view } = toAccretionView(record);
      return {
        ...view,
        coveredFrom: firstDayCovered(record),
        posted: toTrace(record),
        reversed: reversalOf.get(record.posting) ?? null,
      };
    }),
  };
}

/** The posting that recognized the layer. The user's input is stored on the first posting of its act. */
function recognitionQuery(ctx: CompanyContext, layerId: number) {
  const act = alias(posting, 'act_posting');
  const kinds = codesWhere(({ isRecognition }) => isRecognition);
  return ctx.db
    .select({
      postingId: sql<number>`${p.id}`.as('posting_id'),
      number: p.number,
      kind: p.kind,
      day: p.day,
      cents: sql<Cents>`(
        select sum(liability) from movement where posting = ${p.id} and layer = ${aroLayer.id} and kind in ${kinds})`.as(
        'recognized_cents',
      ),
      isGiven: aroLayer.isGiven,
      repricedEstimateCents: aroLayer.repricedEstimateCents,
      scenarios: aroLayer.scenarios,
      companyRates: aroLayer.companyRates,
      previousEstimate: previousEstimate.as('previous_estimate'),
      input: sql<string | null>`${act.input}`.as('entered'),
      userId: p.userId,
      createdAt: p.createdAt,
      ...personColumns,
    })
    .from(aroLayer)
    .innerJoin(p, eq(p.id, aroLayer.recognizedBy))
    .innerJoin(act, eq(act.id, p.act))
    .leftJoin(user, eq(user.id, p.userId))
    .where(and(eq(aroLayer.id, layerId), sql`+${aroLayer.company} = ${ledgerIdOf(ctx)}`));
}

/** All accretion of a layer, reversed or not, oldest period first. */
function recordsQuery(ctx: CompanyContext, layerId: number) {
  return (
    ctx.db
      .select({
        ...accretionColumns,
        // Named differently from the record's id, because a batch returns rows as objects keyed by column name.
        posting: sql<number>`${p.id}`.as('id_of_posting'),
        accretedThrough: m.since,
        calculationDate: aroLayer.calculationDate,
        userId: p.userId,
        ...personColumns,
      })
      .from(aroLayer)
      .crossJoin(well)
      .crossJoin(p)
      .crossJoin(m)
      .leftJoin(user, eq(user.id, p.userId))
      .where(
        and(
          eq(aroLayer.id, layerId),
          sql`+${aroLayer.company} = ${ledgerIdOf(ctx)}`,
          eq(well.ledgerId, aroLayer.well),
          isListed(ctx),
          sql`${p.company} = ${ledgerIdOf(ctx)} and ${p.well} in (0, ${aroLayer.well}) and ${p.kind} = 'accretion'`,
          eq(m.posting, p.id),
          eq(m.layer, aroLayer.id),
          eq(m.kind, codeOfKind('accreted')),
        ),
      )
      // The unary plus keeps SQLite off the index by day, which would walk all of the company's postings.
      .orderBy(sql`+${p.day}`, p.id)
  );
}

/** Postings that reverse movements of a layer. */
function reversalsQuery(ctx: CompanyContext, layerId: number) {
  return ctx.db
    .selectDistinct({
      number: p.number,
      reverses: p.reverses,
      day: p.day,
      memo: p.memo,
      userId: p.userId,
      createdAt: p.createdAt,
      ...personColumns,
    })
    .from(aroLayer)
    .crossJoin(p)
    .crossJoin(m)
    .leftJoin(user, eq(user.id, p.userId))
    .where(
      and(
        eq(aroLayer.id, layerId),
        sql`+${aroLayer.company} = ${ledgerIdOf(ctx)}`,
        sql`${p.company} = ${ledgerIdOf(ctx)} and ${p.well} in (0, ${aroLayer.well}) and ${p.kind} = 'reversal'`,
        eq(m.posting, p.id),
        eq(m.layer, aroLayer.id),
      ),
    );
}

type ReversalRow = Awaited<ReturnType<typeof reversalsQuery>>[number];

function toReversal(row: ReversalRow): ReversalTraceView {
  return { postingId: String(row.number), effectiveOn: row.day, reason: row.memo, ...toTrace(row) };
}

/** Input shared by all layers of the act, apart from their terms. */
const COMMON_INPUT = ['scope', 'field', 'massUploadId', 'asOf', 'additionalCost', 'grossCost', 'origin'];

/** The layer's own terms in API form, with the rest of its act's input. */
function parametersOf(
  layer: LayerView,
  { isGiven, companyRates }: { isGiven: boolean; companyRates: CompanyRates | null },
  entered: string,
): Record<string, unknown> {
  const commonInput = Object.entries(JSON.parse(entered) as object).filter(([name]) =>
    COMMON_INPUT.includes(name),
  );
  return {
    wellId: layer.wellId,
    layerType: layer.layerType,
    measurement: layer.measurement,
    discountRate: layer.discountRate,
    inflationRate: layer.inflationRate,
    ...(companyRates && { companyRates: toCompanyRatesView(companyRates) }),
    pAndACost: layer.pAndACost,
    wellLifespan: layer.wellLifespan,
    ...(layer.retirementDate && { retirementDate: layer.retirementDate }),
    calculationDate: layer.calculationDate,
    ...(isGiven && { aroValue: layer.aroValue }),
    ...Object.fromEntries(commonInput),
  };
}

function toTrace(row: { userId: string; createdAt: string } & Parameters<typeof toPerson>[0]): TraceView {
  return { userId: row.userId, user: toPerson(row), createdAt: row.createdAt };
}
