import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { jsonRows } from '#db/bulk';
import { jsonObject } from '#db/json-array';
import { aroLayer, auditLog, calculationInput, well } from '#db/schema';
import { type LayerMeasurement, measureLayer } from '~/domain/books/layer';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { AppError } from '~/errors';
import type { LayerInput, LayerTerms } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/platform/views';
import { commit, type Statement } from '~/services/platform/commit.server';
import {
  actorId,
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
} from '~/services/platform/context.server';
import { layersQuery, toLayerView } from './aro-layer.server';
import { carriedOn } from './carrying-amount.server';

/** Where a well stands before its next layer. What is null is so while it has none. */
export type Standing = {
  wellId: string;
  wellCode: string;
  wellCodeKey: string;
  wellName: string;
  activeDate: CalendarDate;
  layerCount: number;
  /** What its layers carry on the day of the next one: a layer is measured against this. */
  carryingAmountCents: Cents | null;
  /** What they carry with all that is posted: a change of it in between refuses the layer. */
  balanceCents: Cents | null;
  totalEstimateCents: Cents | null;
  lastCalculationDate: CalendarDate | null;
};

/** A layer measured but not yet written, and the balance that its well had then. */
export type PlannedLayer = LayerMeasurement & {
  id: string;
  wellId: string;
  layerNumber: number;
  calculationDate: CalendarDate;
  /** Null where the transaction that writes the layer makes it what it is. */
  balanceCents: Cents | null;
};

/** Measures a layer; the batch remembers results, for most of its wells have the same figures. */
type Measure = typeof measureLayer;

/**
 * Calculates and books one layer, with its calculation input and its audit row, or nothing at all. It is measured against
 * what the well carries on the calculation date; a layer or an accretion that arrives in between refuses it.
 *
 * @param found where the well stands as standingQuery found it a moment ago; read here unless given
 * @throws AppError not-found for a well unknown or of another company; conflict for a second initial layer, an additional
 * one without an initial one, or a well that changed meanwhile; invalid for a date before the previous layer's.
 * @throws DomainError for figures beyond the largest amount
 */
export async function calculateLayer(
  ctx: CompanyAdminContext,
  input: LayerInput,
  found?: Standing[],
): Promise<LayerView> {
  const { wellId: _, calculationDate, ...terms } = input;
  const planned = planLayer(await getStanding(ctx, input, found), terms, calculationDate);
  const results = await commit(ctx, [
    ...insertLayers(ctx, { terms, chunk: JSON.stringify([toChunkRow(planned)]) }),
    layersQuery(ctx, eq(aroLayer.id, planned.id)),
  ]);
  const [row] = results.at(-1) as Awaited<ReturnType<typeof layersQuery>>;
  if (row) return toLayerView(row);
  // Somebody was faster. What they did may be the very reason to refuse; else say that much.
  planLayer(await getStanding(ctx, input), terms, calculationDate);
  throw new AppError('conflict', LOST_RACE);
}

export const LOST_RACE =
  'This well changed while its layer was being calculated. Nothing was saved. Try again.';

/**
 * Reads where wells stand: count, estimate and date of their layers so far and what they carry together.
 * @param day the day of the next layer: a date, or the column of the well that has it
 */
export function standingsQuery(
  { db, companyId }: CompanyScope,
  where: SQL | undefined,
  day: SQLWrapper | string,
) {
  const latest = alias(aroLayer, 'latest');
  const layer = alias(aroLayer, 'l');
  const ofWell = sql`from ${aroLayer} l where l.well_id = ${well.id} and l.company_id = ${companyId}`;
  return db
    .select({
      wellId: well.id,
      wellCode: well.wellCode,
      wellCodeKey: well.wellCodeKey,
      wellName: well.wellName,
      activeDate: well.activeDate,
      layerCount: sql<number>`coalesce(${latest.layerNumber}, 0)`,
      carryingAmountCents: sql<Cents | null>`(select sum(${carriedOn(layer, day)}) ${ofWell})`,
      balanceCents: sql<Cents | null>`(select sum(l.current_aro_cents) ${ofWell})`,
      totalEstimateCents: latest.totalEstimateCents,
      lastCalculationDate: latest.calculationDate,
    })
    .from(well)
    .leftJoin(
      latest,
      and(
        eq(latest.wellId, well.id),
        eq(latest.companyId, companyId),
        eq(latest.layerNumber, sql`(select max(l.layer_number) ${ofWell})`),
      ),
    )
    .where(and(eq(well.companyId, companyId), where));
}

type Subject = Pick<LayerInput, 'wellId' | 'calculationDate'>;

/** As standingsQuery, of one well. */
export function standingQuery(scope: CompanyScope, { wellId, calculationDate }: Subject) {
  return standingsQuery(scope, eq(well.id, wellId), calculationDate);
}

async function getStanding(ctx: CompanyContext, subject: Subject, found?: Standing[]): Promise<Standing> {
  const [standing] = found ?? (await standingQuery(ctx, subject));
  if (!standing) throw new AppError('not-found', 'Well not found');
  return standing;
}

/**
 * Measures a well's next layer. The initial layer comes first and once; no layer is dated before the one before it.
 * @throws AppError conflict, invalid; DomainError beyond the largest amount
 */
export function planLayer(
  standing: Standing,
  terms: LayerTerms,
  calculationDate: CalendarDate,
  measure: Measure = measureLayer,
): PlannedLayer {
  const { layerCount, carryingAmountCents, balanceCents, totalEstimateCents, lastCalculationDate } = standing;
  if (terms.layerType === 'initial' && layerCount > 0) {
    throw refusal('conflict', 'layerType', 'This well already has an initial layer');
  }
  if (terms.layerType === 'additional' && lastCalculationDate === null) {
    throw refusal('conflict', 'layerType', 'Calculate the initial layer first');
  }
  if (lastCalculationDate !== null && calculationDate < lastCalculationDate) {
    const message = `Calculation date must not be before the previous layer's, ${lastCalculationDate}`;
    throw refusal('invalid', 'calculationDate', message);
  }
  const measured = measure({
    ...terms,
    measurement: terms.measurement ?? 'change',
    previous:
      totalEstimateCents === null
        ? null
        : { totalEstimateCents, carryingAmountCents: carryingAmountCents ?? 0 },
  });
  return {
    id: crypto.randomUUID(),
    wellId: standing.wellId,
    layerNumber: layerCount + 1,
    calculationDate,
    balanceCents: balanceCents ?? 0,
    ...measured,
  };
}

function refusal(code: 'conflict' | 'invalid', field: string, message: string): AppError {
  return new AppError(code, message, { [field]: [message] });
}

/** A planned layer as insertLayerRows reads it: a short array, for there may be thousands. */
export function toChunkRow(planned: PlannedLayer): unknown[] {
  return [
    planned.id,
    planned.wellId,
    planned.layerNumber,
    planned.calculationDate,
    planned.aroValueCents,
    planned.totalEstimateCents,
    planned.balanceCents,
  ];
}

/** Where insertLayerRows takes what toChunkRow leaves out: each an SQL value, the same for all layers or of each one's row. */
export type LayerSource = { [Term in keyof LayerTerms]: SQL } & {
  currentAroCents: SQL;
  accretedThrough: SQL;
};

/** A column of a chunk's row, as a statement over the chunk reads it. */
export function ofRow(column: number): SQL {
  return sql.raw(`planned.value ->> ${column}`);
}

/**
 * The statements that book layers of the same terms, for one commit. `chunk` is a JSON array of toChunkRow's rows. The first
 * statement answers the ids of the layers that go in (see insertLayerRows); calculation inputs and audit rows are written
 * for exactly those.
 */
export function insertLayers(
  ctx: CompanyAdminContext,
  { terms, chunk, request = {} }: { terms: LayerTerms; chunk: string; request?: Record<string, unknown> },
): Statement[] {
  const source: LayerSource = {
    layerType: sql`${terms.layerType}`,
    measurement: sql`${terms.measurement}`,
    discountRateBp: sql`${terms.discountRateBp}`,
    inflationRateBp: sql`${terms.inflationRateBp}`,
    pAndACostCents: sql`${terms.pAndACostCents}`,
    wellLifespanYears: sql`${terms.wellLifespanYears}`,
    currentAroCents: ofRow(4),
    accretedThrough: sql`null`,
  };
  return [
    insertLayerRows(ctx, chunk, source),
    insertLayerInputs(ctx, chunk, sql`${JSON.stringify({ ...asGiven(terms), ...request })}`),
    insertLayerAudits(ctx, chunk, sql`'aro_layer.calculated'`),
  ];
}

/**
 * Writes layers, and answers their ids. `chunk` is a JSON array of toChunkRow's rows, lengthened by what `source` reads from
 * them. A layer goes in only while its well is still the company's and stands as it did: as many layers, the same balance
 * (null where the same transaction made it what it is).
 */
export function insertLayerRows(ctx: CompanyAdminContext, chunk: string, source: LayerSource) {
  const now = ctx.now.toISOString();
  const ofWell = sql`from ${aroLayer} l where l.well_id = ${well.id} and l.company_id = ${ctx.companyId}`;
  return ctx.db.all<{ id: string }>(sql`
    insert into ${aroLayer} (
      id, company_id, well_id, layer_number, layer_type, measurement, discount_rate_bp, inflation_rate_bp,
      p_and_a_cost_cents, well_lifespan_years, calculation_date, aro_value_cents, current_aro_cents,
      total_estimate_cents, accreted_through, created_at, updated_at)
    select ${ofRow(0)}, ${well.companyId}, ${well.id}, ${ofRow(2)}, ${source.layerType}, ${source.measurement},
      ${source.discountRateBp}, ${source.inflationRateBp}, ${source.pAndACostCents}, ${source.wellLifespanYears},
      ${ofRow(3)}, ${ofRow(4)}, ${source.currentAroCents}, ${ofRow(5)}, ${source.accretedThrough}, ${now}, ${now}
    from ${jsonRows(chunk)} planned
    cross join ${well} on ${well.id} = ${ofRow(1)} and ${well.companyId} = ${ctx.companyId}
    where ${ofRow(6)} is null or (
      coalesce((select max(l.layer_number) ${ofWell}), 0) = ${ofRow(2)} - 1
      and coalesce((select sum(l.current_aro_cents) ${ofWell}), 0) = ${ofRow(6)})
    on conflict do nothing
    returning id`);
}

/** Calculation inputs of those layers of the chunk that are there; its rows begin with their ids. `given` is a JSON object. */
export function insertLayerInputs(ctx: CompanyAdminContext, chunk: string, given: SQL) {
  return ctx.db.run(sql`
    insert into ${calculationInput} (
      user_id, company_id, calculation_type, entity_id, input_parameters, calculation_date, created_at)
    select ${actorId(ctx)}, ${ctx.companyId}, 'aro_layer', ${aroLayer.id},
      json_set(${given}, '$.wellId', ${aroLayer.wellId}, '$.calculationDate', ${aroLayer.calculationDate}),
      ${aroLayer.calculationDate}, ${ctx.now.toISOString()}
    ${insertedLayers(ctx, chunk)}`);
}

/** Audit rows of those layers of the chunk that are there; its rows begin with their ids. They also say of which well. */
export function insertLayerAudits(ctx: CompanyAdminContext, chunk: string, action: SQL) {
  const wellCode = sql`(select w.well_code from ${well} w where w.id = ${aroLayer.wellId} and w.company_id = ${ctx.companyId})`;
  return ctx.db.run(sql`
    insert into ${auditLog} (
      user_id, company_id, action, entity_type, entity_id, new_values, ip_address, user_agent, created_at)
    select ${actorId(ctx)}, ${ctx.companyId}, ${action}, 'aro_layer', ${aroLayer.id},
      ${jsonObject({ ...getTableColumns(aroLayer), wellCode })}, ${ctx.request.ip}, ${ctx.request.userAgent}, ${ctx.now.toISOString()}
    ${insertedLayers(ctx, chunk)}`);
}

/** The cross join keeps SQLite from looking through all of the company's layers for these. */
function insertedLayers(ctx: CompanyAdminContext, chunk: string): SQL {
  return sql`from ${jsonRows(chunk)} planned
    cross join ${aroLayer} on ${aroLayer.id} = ${ofRow(0)} and ${aroLayer.companyId} = ${ctx.companyId}`;
}

/** The terms in the words of the call. */
export function asGiven(terms: LayerTerms) {
  return {
    layerType: terms.layerType,
    measurement: terms.measurement,
    discountRate: formatRate(terms.discountRateBp),
    inflationRate: formatRate(terms.inflationRateBp),
    pAndACost: formatCents(terms.pAndACostCents),
    wellLifespan: terms.wellLifespanYears,
  };
}

/** The plan, or the message of why there is none. */
export function orRefusal<Plan>(plan: () => Plan): Plan | string {
  try {
    return plan();
  } catch (error) {
    if (error instanceof AppError || error instanceof DomainError) return error.message;
    throw error;
  }
}
