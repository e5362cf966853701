import { and, eq, type SQL, sql } from 'drizzle-orm';
import { jsonChunks } from '#db/bulk';
import { aroLayer, calculationInput, company, well } from '#db/schema';
import {
  type AccretableLayer,
  type AccretionMethod,
  accreteLayer,
  accretionTime,
  createAccretionCalculator,
  type LayerAccretion,
  spansMoreThanOnePeriod,
} from '~/domain/accretion';
import type { CalendarDate } from '~/domain/calendar-date';
import { DomainError } from '~/domain/domain-error';
import { type Cents, formatCents, sumCents } from '~/domain/money';
import { AppError } from '~/errors';
import type { AccretionInput } from '~/schemas/accretion';
import { audit, commit, type Statement } from './commit.server';
import { actorId, type CompanyAdminContext, type CompanyContext } from './context.server';

/** A layer that may accrete, as read for a posting: only what the calculation needs, for there may be 100,000. */
type EligibleLayer = AccretableLayer & { id: string };

type CalculatedLayer = { layer: EligibleLayer; accretion: LayerAccretion };

export type PostingInput = AccretionInput & { source?: 'user' | 'month-end' };

export type PostingResult = {
  /** The id that the new records share; null when there was nothing left to post. */
  postingId: string | null;
  periodEnd: CalendarDate;
  /** How many records this posting added. */
  posted: number;
};

export type PostingPreview = {
  periodEnd: CalendarDate;
  /** How many records a posting would add. */
  layers: number;
  /** How many of them would cover more than one period of the type. */
  layersWithGap: number;
  /** Why the posting would be refused, or null. */
  refusal: string | null;
};

const MAX_ATTEMPTS = 3;

/**
 * Posts accretion to a period end: one record per layer that has a balance, a calculation date on or before it and a
 * well that is not Plugged, by the company's method, each moving its layer's balance. Posting the same period end
 * again adds records only for layers that have none there. One transaction: all of it or nothing.
 *
 * Two postings at once: the slower one finds that layers moved, leaves nothing behind and starts again from what the
 * faster one wrote.
 *
 * @throws AppError conflict when a later period end is posted already and nothing is recorded at this one, or when other
 * postings got in between again and again; invalid when a layer would grow beyond the largest amount
 */
export async function postAccretion(ctx: CompanyAdminContext, input: PostingInput): Promise<PostingResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [{ method, refusal }, layers] = await Promise.all([
      readStanding(ctx, input.periodEnd),
      readEligibleLayers(ctx, input.periodEnd),
    ]);
    if (refusal) throw new AppError('conflict', refusal, { periodEnd: [refusal] });
    const calculated = await calculate(ctx, layers, method, input.periodEnd);
    if (calculated.length === 0) return { postingId: null, periodEnd: input.periodEnd, posted: 0 };
    const postingId = crypto.randomUUID();
    try {
      const { periodType, periodEnd, source = 'user' } = input;
      await commit(
        ctx,
        postingStatements(ctx, { periodType, periodEnd, source, method, postingId, calculated }),
      );
      return { postingId, periodEnd: input.periodEnd, posted: calculated.length };
    } catch (error) {
      if (!wasOvertaken(error)) throw error;
    }
  }
  throw new AppError(
    'conflict',
    'Accretion or layers of this company are being changed at this moment. Nothing was posted. Try again.',
  );
}

/** What `postAccretion` would do, without doing it. */
export async function previewPosting(
  ctx: CompanyContext,
  { periodType, periodEnd }: AccretionInput,
): Promise<PostingPreview> {
  const [{ refusal }, layers] = await Promise.all([
    readStanding(ctx, periodEnd),
    readEligibleLayers(ctx, periodEnd),
  ]);
  const accreting = layers.filter((layer) => accretionTime({ ...layer, periodEnd }).numerator > 0);
  const layersWithGap = accreting.filter((layer) =>
    spansMoreThanOnePeriod({ ...layer, periodEnd, periodType }),
  ).length;
  return { periodEnd, layers: accreting.length, layersWithGap, refusal };
}

/** The last period end that was posted, by a person or at a month's end; imported balances are no postings. An SQL value. */
export function lastPostedPeriodEnd(ctx: CompanyContext): SQL<CalendarDate | null> {
  return sql`(select max(period_end) from accretion_record where company_id = ${ctx.companyId} and source <> 'import')`;
}

async function readStanding(
  ctx: CompanyContext,
  periodEnd: CalendarDate,
): Promise<{ method: AccretionMethod; refusal: string | null }> {
  const [row] = await ctx.db
    .select({
      method: company.accretionMethod,
      lastPosted: lastPostedPeriodEnd(ctx),
      isRecorded: sql<number>`exists (select 1 from accretion_record where company_id = ${ctx.companyId} and period_end = ${periodEnd})`,
    })
    .from(company)
    .where(eq(company.id, ctx.companyId));
  const { method, lastPosted, isRecorded } = row!;
  const isTooEarly = lastPosted !== null && periodEnd < lastPosted && !isRecorded;
  return {
    method,
    refusal: isTooEarly
      ? `Accretion is already posted through ${lastPosted}. Choose that period end or a later one.`
      : null,
  };
}

type SlimRow = [
  id: string,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  accretedThrough: CalendarDate | null,
  currentAroCents: Cents,
  discountRateBp: number,
];

/** In the order of their ids: that of the index which the records go into, which halves the time of writing them. */
async function readEligibleLayers(ctx: CompanyContext, periodEnd: CalendarDate): Promise<EligibleLayer[]> {
  const { companyId } = ctx;
  // The inner select takes rowids from an index alone, and `in` then visits the rows in the order they are stored.
  // Read as arrays: objects, with the columns' names in each, take twice as long to hand over.
  const rows = await ctx.db.values<SlimRow>(sql`
    select id, calculation_date, well_lifespan_years, accreted_through, current_aro_cents, discount_rate_bp
    from aro_layer
    where rowid in (select rowid from aro_layer where company_id = ${companyId} and calculation_date <= ${periodEnd})
      and company_id = ${companyId} and current_aro_cents <> 0 and (accreted_through is null or accreted_through < ${periodEnd})
      and well_id not in (select id from well where company_id = ${companyId} and well_status = 'Plugged')
    order by id`);
  return rows.map(
    ([id, calculationDate, wellLifespanYears, accretedThrough, currentAroCents, discountRateBp]) => ({
      id,
      calculationDate,
      wellLifespanYears,
      accretedThrough,
      currentAroCents,
      discountRateBp,
    }),
  );
}

async function calculate(
  ctx: CompanyContext,
  layers: EligibleLayer[],
  method: AccretionMethod,
  periodEnd: CalendarDate,
): Promise<CalculatedLayer[]> {
  const calculator = createAccretionCalculator(method);
  const calculated: CalculatedLayer[] = [];
  for (const layer of layers) {
    try {
      const accretion = accreteLayer({ layer, periodEnd, calculator });
      if (accretion) calculated.push({ layer, accretion });
    } catch (error) {
      throw error instanceof DomainError ? await nameLayer(ctx, layer.id, error) : error;
    }
  }
  return calculated;
}

/** One layer stops the whole posting, so the person must know which. */
async function nameLayer(ctx: CompanyContext, layerId: string, error: DomainError): Promise<AppError> {
  const [found] = await ctx.db
    .select({ wellCode: well.wellCode, layerNumber: aroLayer.layerNumber })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.id, aroLayer.wellId), eq(well.companyId, ctx.companyId)))
    .where(and(eq(aroLayer.id, layerId), eq(aroLayer.companyId, ctx.companyId)));
  const name = found ? `Well "${found.wellCode}", layer ${found.layerNumber}: ` : '';
  return new AppError('invalid', `${name}${error.message}. Nothing was posted.`);
}

type Posting = Required<PostingInput> & {
  method: AccretionMethod;
  postingId: string;
  calculated: CalculatedLayer[];
};

function postingStatements(ctx: CompanyAdminContext, posting: Posting): Statement[] {
  const { periodType, periodEnd, method, postingId, calculated, source } = posting;
  const totalCents = sumCents(calculated.map(({ accretion }) => accretion.expenseCents));
  return [
    ...jsonChunks(calculated.map(toChunkRow)).map((chunk) => insertRecords(ctx, posting, chunk)),
    updateLayers(ctx, posting),
    insertCalculationInput(ctx, posting),
    audit(ctx, {
      action: 'accretion.posted',
      entityType: 'accretion_posting',
      entityId: postingId,
      newValues: {
        periodType,
        periodEnd,
        method,
        layers: calculated.length,
        totalAccretion: formatCents(totalCents),
        source,
      },
    }),
  ];
}

/** A calculated layer as insertRecords reads it: a short array, for there may be 100,000. */
function toChunkRow({ layer, accretion }: CalculatedLayer): unknown[] {
  const { numerator, denominator } = accretion.time;
  return [
    layer.id,
    layer.currentAroCents,
    layer.accretedThrough,
    accretion.expenseCents,
    numerator,
    denominator,
  ];
}

/** A record goes in only while its layer is the company's and stands exactly as it was read. */
function insertRecords(ctx: CompanyContext, posting: Posting, chunk: string): Statement {
  const { periodType, periodEnd, method, postingId, source } = posting;
  return ctx.db.run(sql`
    insert into accretion_record (
      company_id, aro_layer_id, posting_id, period_type, period_start, period_end, beginning_aro_cents, discount_rate_bp,
      accretion_expense_cents, ending_aro_cents, method, time_numerator, time_denominator, source, created_at)
    select l.company_id, l.id, ${postingId}, ${periodType}, coalesce(l.accreted_through, l.calculation_date), ${periodEnd},
      l.current_aro_cents, l.discount_rate_bp, given.value ->> 3, l.current_aro_cents + (given.value ->> 3),
      ${method}, given.value ->> 4, given.value ->> 5, ${source}, ${ctx.now.toISOString()}
    from json_each(${chunk}) given
    cross join aro_layer l on l.id = given.value ->> 0
    where l.company_id = ${ctx.companyId} and l.current_aro_cents = given.value ->> 1 and l.accreted_through is given.value ->> 2
    on conflict do nothing`);
}

/** Moves the balances to the records' ends. Sorted by rowid (the limit keeps the sorting), which halves the time. */
function updateLayers(ctx: CompanyContext, { periodEnd, postingId }: Posting): Statement {
  return ctx.db.run(sql`
    update aro_layer set current_aro_cents = posted.ending, accreted_through = ${periodEnd}, updated_at = ${ctx.now.toISOString()}
    from (
      select l.rowid as position, r.ending_aro_cents as ending
      from accretion_record r cross join aro_layer l on l.id = r.aro_layer_id
      where r.company_id = ${ctx.companyId} and r.period_end = ${periodEnd} and r.posting_id = ${postingId}
      order by l.rowid limit -1
    ) posted
    where aro_layer.rowid = posted.position and +aro_layer.company_id = ${ctx.companyId}`);
}

/**
 * What the person asked for. Its entity is null, which the table refuses and the whole transaction with it, unless the
 * update just before moved exactly the layers that were calculated: SQLite has no other way to give up in the middle.
 */
function insertCalculationInput(ctx: CompanyContext, posting: Posting): Statement {
  const { periodType, periodEnd, method, postingId, calculated, source } = posting;
  return ctx.db.run(sql`
    insert into ${calculationInput} (
      user_id, company_id, calculation_type, entity_id, input_parameters, calculation_date, created_at)
    values (${actorId(ctx)}, ${ctx.companyId}, 'accretion', iif(changes() = ${calculated.length}, ${postingId}, null),
      ${JSON.stringify({ periodType, periodEnd, method, source })}, ${periodEnd}, ${ctx.now.toISOString()})`);
}

function wasOvertaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('NOT NULL constraint failed: calculation_input.entity_id')) return true;
  }
  return false;
}
