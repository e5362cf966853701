import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import { formatYearFraction } from '~/domain/accretion';
import type { CalendarDate } from '~/domain/calendar-date';
import { formatCents, roundHalfUp } from '~/domain/money';
import { formatRate } from '~/domain/rate';
import { AppError } from '~/errors';
import type { AccretionQuery } from '~/schemas/accretion';
import type { AccretionView } from '~/schemas/views';
import type { CompanyAdminContext, CompanyContext } from './context.server';
import { monthEndsQuery, toMonthEndView } from './month-end.server';
import { allPages, decodeCursor, type Page, ROWS_AT_A_TIME, toPage } from './page.server';
import {
  lastPostedPeriodEnd,
  type PostingInput,
  type PostingOptions,
  postAccretion,
} from './post-accretion.server';
import { wellFilter } from './well.server';

/** Rows of the accretion tab's first page. */
const FIRST_PAGE = 100;

/** The stored columns behind an AccretionView; `toAccretionView` turns a row of them into one. */
export const accretionColumns = {
  id: accretionRecord.id,
  aroLayerId: accretionRecord.aroLayerId,
  postingId: accretionRecord.postingId,
  periodType: accretionRecord.periodType,
  periodStart: accretionRecord.periodStart,
  periodEnd: accretionRecord.periodEnd,
  beginningAroCents: accretionRecord.beginningAroCents,
  discountRateBp: accretionRecord.discountRateBp,
  accretionExpenseCents: accretionRecord.accretionExpenseCents,
  endingAroCents: accretionRecord.endingAroCents,
  method: accretionRecord.method,
  timeNumerator: accretionRecord.timeNumerator,
  timeDenominator: accretionRecord.timeDenominator,
  source: accretionRecord.source,
  createdAt: accretionRecord.createdAt,
  layerNumber: aroLayer.layerNumber,
  layerType: aroLayer.layerType,
  // Named apart from the record's id: a batch answers rows as objects by column name.
  wellId: sql<string>`${well.id}`.as('id_of_well'),
  wellCode: well.wellCode,
  wellName: well.wellName,
  field: well.field,
};

type AccretionRow = Omit<typeof accretionRecord.$inferSelect, 'companyId'> &
  Pick<AccretionView['aroLayer'], 'layerNumber' | 'layerType'> & {
    wellId: string;
    wellCode: string;
    wellName: string;
    field: string;
  };

/** What the calls show of a stored record: money and rates as text with two decimals. */
export function toAccretionView(row: AccretionRow): AccretionView {
  const { aroLayerId, layerNumber, layerType, wellId, wellCode, wellName, field } = row;
  return {
    id: row.id,
    aroLayerId,
    postingId: row.postingId,
    periodType: row.periodType,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    beginningAro: formatCents(row.beginningAroCents),
    discountRate: formatRate(row.discountRateBp),
    accretionExpense: formatCents(row.accretionExpenseCents),
    endingAro: formatCents(row.endingAroCents),
    method: row.method,
    timeYears: formatYearFraction({ numerator: row.timeNumerator, denominator: row.timeDenominator }),
    source: row.source,
    createdAt: row.createdAt,
    aroLayer: {
      id: aroLayerId,
      layerNumber,
      layerType,
      well: { id: wellId, wellCode, wellName, field },
    },
  };
}

/**
 * The company's accretion records, newest period end first, then by well code and layer number; at most `limit`.
 * Another company's well, or an unknown one, has none.
 * @throws AppError invalid for a cursor that is none
 */
export async function listAccretion(
  ctx: CompanyContext,
  query: AccretionQuery & { limit: number },
): Promise<Page<AccretionView>> {
  const rows = await recordsQuery(ctx, query, query.periodEnd || null);
  return toAccretionPage(rows, query.limit);
}

/** As listAccretion without a limit, in pages. */
export function listAllAccretion(
  ctx: CompanyContext,
  query: AccretionQuery,
): AsyncGenerator<AccretionView[]> {
  return allPages((part) => listAccretion(ctx, { ...query, ...part }), query.cursor);
}

/**
 * Posts accretion to a period end and lists the records there as they are then, in one transaction.
 * @throws AppError as postAccretion
 */
export async function postAndListAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  { limit, found }: { limit: number } & Pick<PostingOptions, 'found'>,
): Promise<Page<AccretionView>> {
  const records = recordsQuery(ctx, { limit }, input.periodEnd);
  const alongside = () => ({ first: [], last: [records] });
  const { last } = await postAccretion(ctx, input, { alongside, found });
  return toAccretionPage(last[0] as Awaited<typeof records>, limit);
}

/** As postAndListAccretion without a limit, in pages. */
export async function* postAndListAllAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  { found }: Pick<PostingOptions, 'found'>,
): AsyncGenerator<AccretionView[]> {
  const { items, nextCursor } = await postAndListAccretion(ctx, input, { limit: ROWS_AT_A_TIME, found });
  yield items;
  if (nextCursor) yield* listAllAccretion(ctx, { periodEnd: input.periodEnd, cursor: nextCursor });
}

export type AccretionSummary = {
  totalAccretion: string;
  wellsProcessed: number;
  totalLayers: number;
  /** The mean of the records' rates in percent, rounded half-up to two decimals. */
  averageDiscountRate: string;
};

/**
 * First page of the records at a period end (the last posted one unless given), the sums of all of them, the choices, and
 * for company admins the month-ends: what the accretion screen needs, in one D1 round trip.
 */
export async function getAccretionPage(
  ctx: CompanyContext,
  query: Pick<AccretionQuery, 'periodEnd' | 'search'>,
) {
  const chosen = query.periodEnd ? query.periodEnd : lastPostedPeriodEnd(ctx);
  const [companies, periods, records, summaries, monthEnds] = await ctx.db.batch([
    ctx.db
      .select({
        method: company.accretionMethod,
        lastPosted: lastPostedPeriodEnd(ctx).as('last_posted'),
        chosen: sql<CalendarDate | null>`${chosen}`.as('chosen'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
    periodEndsQuery(ctx),
    recordsQuery(ctx, { search: query.search, limit: FIRST_PAGE }, chosen),
    summaryQuery(ctx, chosen),
    monthEndsQuery(ctx),
  ]);
  const { items, nextCursor } = toAccretionPage(records, FIRST_PAGE);
  return {
    method: companies[0]!.method,
    lastPostedPeriodEnd: companies[0]!.lastPosted,
    /** The period end shown; null when nothing was ever posted. */
    periodEnd: companies[0]!.chosen,
    /** Every period end with records, newest first. */
    periodEnds: periods.map((row) => row.periodEnd),
    records: items,
    nextCursor,
    summary: toSummary(summaries[0]!),
    /** Null for who may not see them. */
    monthEnds: ctx.role === 'admin' ? monthEnds.map(toMonthEndView) : null,
  };
}

/** The distinct period ends, each found by one look into the index: reading every record would take seconds. */
function periodEndsQuery(ctx: CompanyContext) {
  const newest = (before: SQL) =>
    sql`(select max(period_end) from accretion_record where company_id = ${ctx.companyId} ${before})`;
  return ctx.db.all<{ periodEnd: CalendarDate }>(sql`
    with recursive period(period_end) as (
      select ${newest(sql``)}
      union all
      select ${newest(sql`and period_end < period.period_end`)} from period where period.period_end is not null
    )
    select period_end as "periodEnd" from period where period_end is not null order by period_end desc`);
}

function summaryQuery(ctx: CompanyContext, periodEnd: CalendarDate | SQL) {
  return ctx.db
    .select({
      // Sums can be too large for a JavaScript number to hold exactly, so they cross as text.
      expenseCents: sql<string>`cast(coalesce(sum(${accretionRecord.accretionExpenseCents}), 0) as text)`.as(
        'expense',
      ),
      rateBp: sql<string>`cast(coalesce(sum(${accretionRecord.discountRateBp}), 0) as text)`.as('rate'),
      layers: sql<number>`count(*)`.as('layers'),
      wells: sql<number>`count(distinct ${aroLayer.wellId})`.as('wells'),
    })
    .from(accretionRecord)
    .crossJoin(aroLayer)
    .where(
      and(
        eq(accretionRecord.companyId, ctx.companyId),
        eq(accretionRecord.periodEnd, periodEnd),
        eq(aroLayer.id, accretionRecord.aroLayerId),
        eq(aroLayer.companyId, ctx.companyId),
      ),
    );
}

function toSummary(sums: {
  expenseCents: string;
  rateBp: string;
  layers: number;
  wells: number;
}): AccretionSummary {
  const meanRateBp = sums.layers === 0 ? 0n : roundHalfUp(BigInt(sums.rateBp), BigInt(sums.layers));
  return {
    totalAccretion: formatCents(BigInt(sums.expenseCents)),
    wellsProcessed: sums.wells,
    totalLayers: sums.layers,
    averageDiscountRate: formatRate(Number(meanRateBp)),
  };
}

type RecordFilter = Pick<AccretionQuery, 'wellId' | 'search' | 'cursor'> & { limit: number };

/** Rows of one page and one more, which tells that there is a next page. */
function recordsQuery(ctx: CompanyContext, query: RecordFilter, periodEnd: CalendarDate | SQL | null) {
  const cursor = query.cursor ? decodePosition(query.cursor) : null;
  // SQLite keeps a cross join's order. Within one period the wells come in order from their index, and only the page's
  // records are looked up; over all periods the records of the newest ones are the shorter way.
  const fromWells = periodEnd !== null || query.wellId || query.search;
  const selection = ctx.db.select({ ...accretionColumns, wellCodeKey: well.wellCodeKey });
  const joined = fromWells
    ? selection.from(well).crossJoin(aroLayer).crossJoin(accretionRecord)
    : selection.from(accretionRecord).crossJoin(aroLayer).crossJoin(well);
  // Coming from the wells, layers and records are found by their parent: the plus keeps the company's index, which
  // finds all of them each time, out of the choice.
  const recordCompany = sql`${fromWells ? sql`+` : sql``}${accretionRecord.companyId}`;
  return joined
    .where(
      and(
        wellFilter(ctx, { search: query.search }),
        query.wellId ? eq(well.id, query.wellId) : undefined,
        eq(aroLayer.wellId, well.id),
        eq(sql`+${aroLayer.companyId}`, ctx.companyId),
        eq(accretionRecord.aroLayerId, aroLayer.id),
        eq(recordCompany, ctx.companyId),
        periodEnd === null ? undefined : eq(accretionRecord.periodEnd, periodEnd),
        cursor ? afterPosition(cursor, periodEnd !== null) : undefined,
        fromWells ? undefined : withinNewestPeriods(ctx, query.limit, cursor),
      ),
    )
    .orderBy(
      // Constant within one period, where naming it would cost a sort of the whole period.
      ...(periodEnd === null ? [desc(accretionRecord.periodEnd)] : []),
      well.wellCodeKey,
      aroLayer.layerNumber,
    )
    .limit(query.limit + 1);
}

type Position = { periodEnd: CalendarDate; wellCodeKey: string; layerNumber: number };

function afterPosition({ periodEnd, wellCodeKey, layerNumber }: Position, isOnePeriod: boolean): SQL {
  const later = sql`(${well.wellCodeKey}, ${aroLayer.layerNumber}) > (${wellCodeKey}, ${layerNumber})`;
  // The first half says nothing new, but an index can use it.
  if (isOnePeriod) return sql`${well.wellCodeKey} >= ${wellCodeKey} and ${later}`;
  return sql`${accretionRecord.periodEnd} <= ${periodEnd} and (${accretionRecord.periodEnd} < ${periodEnd} or ${later})`;
}

/** Without a filter, as many of the newest records as a page has rows reach back far enough: the rest need no sorting. */
function withinNewestPeriods(ctx: CompanyContext, limit: number, cursor: Position | null): SQL {
  const before = cursor ? sql`and period_end < ${cursor.periodEnd}` : sql``;
  return sql`${accretionRecord.periodEnd} >= coalesce((
    select period_end from accretion_record where company_id = ${ctx.companyId} ${before}
    order by period_end desc limit 1 offset ${limit}), '')`;
}

function decodePosition(cursor: string): Position {
  const [periodEnd, key] = decodeCursor(cursor);
  const [, layerNumber, wellCodeKey] = /^(\d{1,9}) (.*)$/s.exec(key) ?? [];
  if (typeof periodEnd !== 'string' || layerNumber === undefined || wellCodeKey === undefined) {
    throw new AppError('invalid', 'The cursor is not valid');
  }
  return { periodEnd, wellCodeKey, layerNumber: Number(layerNumber) };
}

function toAccretionPage(
  rows: (AccretionRow & { wellCodeKey: string })[],
  limit: number,
): Page<AccretionView> {
  return toPage(rows, limit, {
    view: toAccretionView,
    cursor: (last) => [last.periodEnd, `${last.layerNumber} ${last.wellCodeKey}`],
  });
}
