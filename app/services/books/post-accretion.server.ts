import { and, eq, type SQL, sql } from 'drizzle-orm';
import { jsonChunks } from '#db/bulk';
import { isNotNullViolation } from '#db/client';
import { aroLayer, calculationInput, company, well } from '#db/schema';
import {
  type AccretableLayer,
  type AccretionMethod,
  accreteLayer,
  accretionTime,
  createAccretionCalculator,
  type LayerAccretion,
  spansMoreThanOnePeriod,
} from '~/domain/books/accretion';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostingPreview } from '~/schemas/platform/views';
import { type RowsOf, readTogether } from '~/services/platform/ahead.server';
import { audit, commit, type Statement } from '~/services/platform/commit.server';
import {
  actorId,
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
} from '~/services/platform/context.server';

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
  /** What each statement at the transaction's end returned. */
  last: unknown[];
};

export type PostingOptions = {
  /** Posts a part of the layers only, as a posting of its own. */
  page?: PostingPage;
  /** What else the transaction does, at its beginning and its end; also when no layer accretes. */
  alongside?: (posted: PostedPage) => { first: Statement[]; last: Statement[] };
  /** What postingReads found a moment ago; read here unless given. */
  found?: PostingRows;
};

/** A part of the company's layers, for a posting that may be too large for one transaction. */
export type PostingPage = {
  /** Begins after this layer, in the order of ids; null begins with the first. */
  afterLayerId: string | null;
  limit: number;
};

export type PostedPage = {
  layers: number;
  totalCents: bigint;
  /** The page's last layer; null when no page comes after it. */
  throughLayerId: string | null;
};

const MAX_ATTEMPTS = 3;
/** The column whose null gives up a posting that others were faster than; see insertCalculationInput. */
const OVERTAKEN = 'calculation_input.entity_id';

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
export async function postAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  { page, alongside, found }: PostingOptions = {},
): Promise<PostingResult> {
  const { periodType, periodEnd, source = 'user' } = input;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const rows = attempt === 1 ? found : undefined;
    const { method, postedPast, layers } = await readStanding(ctx, periodEnd, { page, found: rows });
    const refusal = refusalOf(postedPast);
    if (refusal) throw new AppError('conflict', refusal, { periodEnd: [refusal] });
    const calculated = await calculate(ctx, layers, { method, periodEnd, isPage: page !== undefined });
    const totalCents = sumCents(calculated.map(({ accretion }) => accretion.expenseCents));
    const postingId = crypto.randomUUID();
    const posting = { periodType, periodEnd, source, method, postingId, calculated, totalCents };
    const { first, last } = alongside?.({
      layers: calculated.length,
      totalCents,
      throughLayerId: layers.length === page?.limit ? layers.at(-1)!.id : null,
    }) ?? { first: [], last: [] };
    const posted = calculated.length > 0 ? postingStatements(ctx, posting) : [];
    const statements = [...first, ...posted, ...last];
    try {
      const results = statements.length > 0 ? await commit(ctx, statements) : [];
      return {
        postingId: calculated.length > 0 ? postingId : null,
        periodEnd,
        posted: calculated.length,
        last: results.slice(first.length + posted.length),
      };
    } catch (error) {
      if (!isNotNullViolation(error, OVERTAKEN)) throw error;
    }
  }
  throw new AppError(
    'conflict',
    'Accretion or layers of this company are being changed at this moment. Nothing was posted. Try again.',
  );
}

/** What `postAccretion` would do, without doing it. @param found what postingReads found; read here unless given */
export async function previewPosting(
  ctx: CompanyContext,
  { periodType, periodEnd }: AccretionInput,
  found?: PostingRows,
): Promise<PostingPreview> {
  const { postedPast, layers } = await readStanding(ctx, periodEnd, { found });
  const accreting = layers.filter((layer) => accretionTime({ ...layer, periodEnd }).numerator > 0);
  const layersWithGap = accreting.filter((layer) =>
    spansMoreThanOnePeriod({ ...layer, periodEnd, periodType }),
  ).length;
  return { periodEnd, layers: accreting.length, layersWithGap, refusal: refusalOf(postedPast) };
}

/** The last period end that was posted, by a person or at a month's end; imported balances are no postings. An SQL value. */
export function lastPostedPeriodEnd({ companyId }: CompanyScope): SQL<CalendarDate | null> {
  return sql`(select max(period_end) from accretion_record where company_id = ${companyId} and source <> 'import')`;
}

/**
 * The last posted period end where it is later than `periodEnd` and nothing is recorded at that one, so that nothing may be
 * posted to it any more; otherwise null. An SQL value.
 */
export function postedPast(scope: CompanyScope, periodEnd: CalendarDate | SQL): SQL<CalendarDate | null> {
  return sql`(
    select posted.period_end from (select ${lastPostedPeriodEnd(scope)} as period_end) posted
    where posted.period_end > ${periodEnd} and not exists (
      select 1 from accretion_record where company_id = ${scope.companyId} and period_end = ${periodEnd}))`;
}

/** What a posting begins with: how the company accretes, how far it is posted, and its layers. Statements not yet run. */
export function postingReads(scope: CompanyScope, periodEnd: CalendarDate, page?: PostingPage) {
  return {
    companies: scope.db
      .select({ method: company.accretionMethod, postedPast: postedPast(scope, periodEnd).as('posted_past') })
      .from(company)
      .where(eq(company.id, scope.companyId)),
    layers: eligibleLayersQuery(scope, periodEnd, page),
  };
}

type PostingRows = RowsOf<ReturnType<typeof postingReads>>;

type PostingStanding = {
  method: AccretionMethod;
  postedPast: CalendarDate | null;
  layers: EligibleLayer[];
};

async function readStanding(
  ctx: CompanyContext,
  periodEnd: CalendarDate,
  { page, found }: Pick<PostingOptions, 'page' | 'found'>,
): Promise<PostingStanding> {
  const { companies, layers } = found ?? (await readTogether(ctx.db, postingReads(ctx, periodEnd, page)));
  return { ...companies[0]!, layers: layers.flatMap(toEligibleLayers) };
}

function refusalOf(postedPast: CalendarDate | null): string | null {
  return postedPast === null
    ? null
    : `Accretion is already posted through ${postedPast}. Choose that period end or a later one.`;
}

type SlimRow = [
  id: string,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  accretedThrough: CalendarDate | null,
  currentAroCents: Cents,
  discountRateBp: number,
];

/** D1 hands over at most 2 MB a value: a layer takes a hundred characters at most. */
const LAYERS_PER_VALUE = 10_000;

/**
 * In the order of their ids: that of the index which the records go into, which halves the time of writing them. Handed
 * over as few long texts, which takes half the time of as many rows.
 */
function eligibleLayersQuery({ db, companyId }: CompanyScope, periodEnd: CalendarDate, page?: PostingPage) {
  // All: the inner select takes rowids from an index alone, and `in` then visits the rows in the order they are stored
  // (the plus keeps the company's index from being used instead). A page: in the order of ids from an index.
  const scope = page
    ? sql`company_id = ${companyId} and id > ${page.afterLayerId ?? ''} and calculation_date <= ${periodEnd}`
    : sql`rowid in (select rowid from aro_layer where company_id = ${companyId} and calculation_date <= ${periodEnd}) and +company_id = ${companyId}`;
  return db.all<{ layers: string }>(sql`
    select json_group_array(json_array(
      id, calculation_date, well_lifespan_years, accreted_through, current_aro_cents, discount_rate_bp) order by id) as layers
    from (
      select *, (row_number() over (order by id) - 1) / ${LAYERS_PER_VALUE} as part from (
        select id, calculation_date, well_lifespan_years, accreted_through, current_aro_cents, discount_rate_bp
        from aro_layer
        where ${scope} and current_aro_cents <> 0 and (accreted_through is null or accreted_through < ${periodEnd})
          and well_id not in (select id from well where company_id = ${companyId} and well_status = 'Plugged')
        order by id limit ${page?.limit ?? -1}
      )
    ) group by part order by part`);
}

function toEligibleLayers({ layers }: { layers: string }): EligibleLayer[] {
  return (JSON.parse(layers) as SlimRow[]).map(
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
  { method, periodEnd, isPage }: { method: AccretionMethod; periodEnd: CalendarDate; isPage: boolean },
): Promise<CalculatedLayer[]> {
  const calculator = createAccretionCalculator(method);
  const calculated: CalculatedLayer[] = [];
  for (const layer of layers) {
    try {
      const accretion = accreteLayer({ layer, periodEnd, calculator });
      if (accretion) calculated.push({ layer, accretion });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const problem = `${await nameLayer(ctx, layer.id)}${error.message}.`;
      // Other pages may have been posted before this one.
      throw new AppError('invalid', isPage ? problem : `${problem} Nothing was posted.`);
    }
  }
  return calculated;
}

/** One layer stops the whole posting, so the person must know which. */
async function nameLayer(ctx: CompanyContext, layerId: string): Promise<string> {
  const [found] = await ctx.db
    .select({ wellCode: well.wellCode, layerNumber: aroLayer.layerNumber })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.id, aroLayer.wellId), eq(well.companyId, ctx.companyId)))
    .where(and(eq(aroLayer.id, layerId), eq(aroLayer.companyId, ctx.companyId)));
  return found ? `Well "${found.wellCode}", layer ${found.layerNumber}: ` : '';
}

type Posting = Required<PostingInput> & {
  method: AccretionMethod;
  postingId: string;
  calculated: CalculatedLayer[];
  totalCents: bigint;
};

function postingStatements(ctx: CompanyAdminContext, posting: Posting): Statement[] {
  const { periodType, periodEnd, method, postingId, calculated, totalCents, source } = posting;
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
