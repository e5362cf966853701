import { and, type Column, desc, eq, type SQL, sql } from 'drizzle-orm';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import { formatYearFraction } from '~/domain/books/accretion';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents, roundHalfUp } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { AppError } from '~/errors';
import type { AccretionQuery, AccretionSort } from '~/schemas/books/accretion';
import type { AccretionView } from '~/schemas/platform/views';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { readSort } from '~/services/platform/keyset.server';
import { allPages, decodeCursor, type Page, ROWS_AT_A_TIME, toPage } from '~/services/platform/page.server';
import { wellFilter } from '~/services/wells/well.server';
import { monthEndsQuery, toMonthEndView } from './month-end.server';
import {
  lastPostedPeriodEnd,
  type PostingInput,
  type PostingOptions,
  postAccretion,
} from './post-accretion.server';

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
 * The company's accretion records, newest period end first, then in the order asked for, by well code and layer number
 * unless told otherwise; at most `limit`.
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
  totalBeginning: string;
  totalAccretion: string;
  totalEnding: string;
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
  query: Pick<AccretionQuery, 'periodEnd' | 'sort'>,
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
    recordsQuery(ctx, { sort: query.sort, limit: FIRST_PAGE }, chosen),
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
      beginningCents: sumAsText(accretionRecord.beginningAroCents).as('beginning'),
      expenseCents: sumAsText(accretionRecord.accretionExpenseCents).as('expense'),
      endingCents: sumAsText(accretionRecord.endingAroCents).as('ending'),
      rateBp: sumAsText(accretionRecord.discountRateBp).as('rate'),
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

/** A sum can be too large for a JavaScript number to hold exactly, so it crosses as text. */
function sumAsText(column: Column) {
  return sql<string>`cast(coalesce(sum(${column}), 0) as text)`;
}

function toSummary(sums: {
  beginningCents: string;
  expenseCents: string;
  endingCents: string;
  rateBp: string;
  layers: number;
  wells: number;
}): AccretionSummary {
  const meanRateBp = sums.layers === 0 ? 0n : roundHalfUp(BigInt(sums.rateBp), BigInt(sums.layers));
  return {
    totalBeginning: formatCents(BigInt(sums.beginningCents)),
    totalAccretion: formatCents(BigInt(sums.expenseCents)),
    totalEnding: formatCents(BigInt(sums.endingCents)),
    wellsProcessed: sums.wells,
    totalLayers: sums.layers,
    averageDiscountRate: formatRate(Number(meanRateBp)),
  };
}

type RecordFilter = Pick<AccretionQuery, 'wellId' | 'search' | 'sort' | 'cursor'> & { limit: number };

/** What orders the records of a period, ahead of well code and layer number. Null is these two alone. */
const sortColumns = {
  wellCode: null,
  layerNumber: aroLayer.layerNumber,
  beginningAro: accretionRecord.beginningAroCents,
  discountRate: accretionRecord.discountRateBp,
  accretionExpense: accretionRecord.accretionExpenseCents,
  endingAro: accretionRecord.endingAroCents,
} satisfies Record<AccretionSort, Column | null>;

function orderOf({ sort = 'wellCode' }: Pick<AccretionQuery, 'sort'>) {
  const { key, descending } = readSort(sort);
  return { by: sortColumns[key], descending };
}

/** Rows of one page and one more, which tells that there is a next page. */
function recordsQuery(ctx: CompanyContext, query: RecordFilter, periodEnd: CalendarDate | SQL | null) {
  const cursor = query.cursor ? decodePosition(query.cursor) : null;
  const { by, descending } = orderOf(query);
  const direction = descending ? sql`desc` : sql`asc`;
  // SQLite keeps a cross join's order. Within one period the wells come in order from their index, and only the page's
  // records are looked up; over all periods, and in an order of figures, the records are the shorter way.
  const fromWells = (periodEnd !== null && by === null) || query.wellId || query.search;
  const selection = ctx.db.select({
    ...accretionColumns,
    wellCodeKey: well.wellCodeKey,
    sortValue: sql<number>`${by ?? 0}`.as('sort_value'),
  });
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
        cursor ? afterPosition(cursor, query, periodEnd !== null) : undefined,
        fromWells ? undefined : withinReach(ctx, query, periodEnd, cursor),
      ),
    )
    .orderBy(
      // Constant within one period, where naming it would cost a sort of the whole period.
      ...(periodEnd === null ? [desc(accretionRecord.periodEnd)] : []),
      ...[by ?? [], well.wellCodeKey, aroLayer.layerNumber]
        .flat()
        .map((column) => sql`${column} ${direction}`),
    )
    .limit(query.limit + 1);
}

/** Where a page ended. `value` is that of the column which orders the period; 0 where none does but the code. */
type Position = { periodEnd: CalendarDate; value: number; wellCodeKey: string; layerNumber: number };

function afterPosition(position: Position, query: RecordFilter, isOnePeriod: boolean): SQL {
  const { periodEnd, value, wellCodeKey, layerNumber } = position;
  const { by, descending } = orderOf(query);
  const beyond = descending ? sql`<` : sql`>`;
  const later = by
    ? sql`(${by}, ${well.wellCodeKey}, ${aroLayer.layerNumber}) ${beyond} (${value}, ${wellCodeKey}, ${layerNumber})`
    : sql`(${well.wellCodeKey}, ${aroLayer.layerNumber}) ${beyond} (${wellCodeKey}, ${layerNumber})`;
  // The first half says nothing new, but an index can use it.
  if (isOnePeriod) return by ? later : sql`${well.wellCodeKey} ${beyond}= ${wellCodeKey} and ${later}`;
  return sql`${accretionRecord.periodEnd} <= ${periodEnd} and (${accretionRecord.periodEnd} < ${periodEnd} or ${later})`;
}

/** Coming from the records, what keeps those out that the page cannot reach: the fewer have their wells looked up. */
function withinReach(
  ctx: CompanyContext,
  query: RecordFilter,
  periodEnd: CalendarDate | SQL | null,
  cursor: Position | null,
): SQL | undefined {
  if (periodEnd === null) return withinNewestPeriods(ctx, query.limit, cursor);
  const { by, descending } = orderOf(query);
  if (by?.table !== accretionRecord) return undefined;
  return withinNextFigures(ctx, { by, descending, limit: query.limit }, periodEnd, cursor);
}

/** Within one period, as many of the next figures as a page has rows reach far enough. */
function withinNextFigures(
  ctx: CompanyContext,
  { by, descending, limit }: { by: Column; descending: boolean; limit: number },
  periodEnd: CalendarDate | SQL,
  cursor: Position | null,
): SQL {
  const figure = sql.identifier(by.name);
  const next = cursor ? sql`and ${figure} ${descending ? sql`<` : sql`>`} ${cursor.value}` : sql``;
  return sql`${by} ${descending ? sql`>=` : sql`<=`} coalesce((
    select ${figure} from accretion_record where company_id = ${ctx.companyId} and period_end = ${periodEnd} ${next}
    order by ${figure} ${descending ? sql`desc` : sql`asc`} limit 1 offset ${limit}), ${by})`;
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
  const [, value, layerNumber, wellCodeKey] = /^(-?\d{1,15}) (\d{1,9}) (.*)$/s.exec(key) ?? [];
  if (typeof periodEnd !== 'string' || wellCodeKey === undefined) {
    throw new AppError('invalid', 'The cursor is not valid');
  }
  return { periodEnd, value: Number(value), wellCodeKey, layerNumber: Number(layerNumber) };
}

function toAccretionPage(
  rows: (AccretionRow & { wellCodeKey: string; sortValue: number })[],
  limit: number,
): Page<AccretionView> {
  return toPage(rows, limit, {
    view: toAccretionView,
    cursor: (last) => [last.periodEnd, `${last.sortValue} ${last.layerNumber} ${last.wellCodeKey}`],
  });
}
