import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { aroLayer, well } from '#db/schema';
import { type AccretionMethod, formatYearFraction } from '~/domain/books/accretion';
import { codeOfKind, type PostingSource } from '~/domain/books/movement-kinds';
import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { AccretionQuery, AccretionSort } from '~/schemas/books/accretion';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import {
  afterCursor,
  decodeCursor,
  inOneDirection,
  type ListOrder,
  orderBy,
  readSort,
} from '~/services/platform/keyset.server';
import { allPages, type Page, ROWS_AT_A_TIME, toPage } from '~/services/platform/page.server';
import { wellFilter } from '~/services/wells/well.server';
import { layerTypeColumn } from './layer-view.server';
import { ledgerIdOf } from './ledger-number.server';
import { type PostingInput, type PostingRows, postAccretion } from './post-accretion.server';
import { isUnreversed, m, p, unreversedCount } from './unreversed.server';

/** Kept in a constant, because an alias creates a new column on every access, and columns are compared by identity. */
const periodEndColumn = p.day;

/** Stored columns for an AccretionView, selected from `p`, `m`, layer, and well. `toAccretionView` maps a row. */
export const accretionColumns = {
  id: sql<string>`${p.number} || '-' || ${m.layer}`.as('record_id'),
  aroLayerId: sql<string>`cast(${m.layer} as text)`.as('id_of_layer'),
  postingId: sql<string>`cast(${p.number} as text)`.as('posting_id'),
  // Accretion that an act posts through its own date has no period type.
  periodType: sql<PeriodType>`coalesce(${p.periodType}, 'monthly')`.as('period_type'),
  periodStart: sql<CalendarDate>`coalesce(${m.since}, ${aroLayer.calculationDate})`.as('period_start'),
  periodEnd: sql<CalendarDate>`${p.day}`.as('period_end'),
  beginningAroCents: sql<Cents>`${m.base}`.as('beginning_cents'),
  discountRateBp: aroLayer.discountRateBp,
  accretionExpenseCents: sql<Cents>`${m.liability}`.as('expense_cents'),
  method: sql<AccretionMethod>`${p.method}`.as('accretion_method'),
  timeNumerator: sql<number>`${m.timeNumerator}`.as('time_numerator'),
  timeDenominator: sql<number>`${m.timeDenominator}`.as('time_denominator'),
  source: sql<PostingSource>`${p.source}`.as('posting_source'),
  createdAt: sql<string>`${p.createdAt}`.as('posted_at'),
  layerNumber: aroLayer.layerNumber,
  layerType: layerTypeColumn.as('layer_type'),
  // Named differently from the record's id, because a batch returns rows as objects keyed by column name.
  wellId: sql<string>`${well.id}`.as('id_of_well'),
  wellCode: well.wellCode,
  wellName: well.wellName,
  field: well.field,
};

type AccretionRow = SelectResultFields<typeof accretionColumns>;

/** Maps a stored record to its API view, with money and rates as text with two decimals. */
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
    endingAro: formatCents(row.beginningAroCents + row.accretionExpenseCents),
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
 * Lists the company's unreversed accretion records, at most `limit`: newest period end first, then in the requested order, by
 * default well code and layer number. Returns none for an unknown well or another company's.
 * @throws AppError invalid for a malformed cursor
 */
export async function listAccretion(
  ctx: CompanyContext,
  query: AccretionQuery & { limit: number },
): Promise<Page<AccretionView>> {
  const periodEnd = query.periodEnd || null;
  return toAccretionPage(await recordsQuery(ctx, query, periodEnd), query, periodEnd);
}

/** Like listAccretion, but without a limit; yields pages. */
export function listAllAccretion(
  ctx: CompanyContext,
  query: AccretionQuery,
): AsyncGenerator<AccretionView[]> {
  return allPages((pageQuery) => listAccretion(ctx, { ...query, ...pageQuery }), query.cursor);
}

/**
 * Posts accretion to a period end and lists the resulting records there, in one transaction. Limited to one well if the input
 * names one.
 * @param rows result of postingReads
 * @param reviewed digest from the preview, if one was reviewed
 * @throws AppError as postAccretion
 */
export async function postAndListAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  rows: PostingRows,
  { limit, reviewed }: { limit: number; reviewed?: string | undefined },
): Promise<Page<AccretionView>> {
  const query = { wellId: input.wellId ?? undefined, limit };
  const records = recordsQuery(ctx, query, input.periodEnd);
  const getExtraStatements = () => ({ first: [], last: [records] });
  const [recordRows] = await postAccretion(ctx, input, rows, { reviewed, getExtraStatements });
  return toAccretionPage(recordRows as Awaited<typeof records>, query, input.periodEnd);
}

/** Like postAndListAccretion, but without a limit; yields pages. */
export async function* postAndListAllAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  rows: PostingRows,
  reviewed?: string,
): AsyncGenerator<AccretionView[]> {
  const page = { limit: ROWS_AT_A_TIME, reviewed };
  const { items, nextCursor } = await postAndListAccretion(ctx, input, rows, page);
  yield items;
  if (!nextCursor) return;
  const { periodEnd, wellId } = input;
  yield* listAllAccretion(ctx, { periodEnd, wellId: wellId ?? undefined, cursor: nextCursor });
}

type RecordFilter = Pick<AccretionQuery, 'wellId' | 'search' | 'field' | 'catchUp' | 'sort' | 'cursor'> & {
  limit: number;
};

/** Primary sort column within a period; ties sort by well code and layer number. */
const sortColumns = {
  wellCode: well.wellCodeKey,
  layerNumber: aroLayer.layerNumber,
  beginningAro: m.base,
  discountRate: aroLayer.discountRateBp,
  accretionExpense: m.liability,
  endingAro: sql`(${m.base} + ${m.liability})`,
} satisfies Record<AccretionSort, SQLWrapper>;

/** Newest period first when there are several, regardless of the order within each. */
function recordOrder({ sort = 'wellCode' }: Pick<AccretionQuery, 'sort'>, isOnePeriod: boolean): ListOrder {
  const { key, descending } = readSort<AccretionSort>(sort);
  const inPeriod = inOneDirection(descending, [sortColumns[key], well.wellCodeKey, aroLayer.layerNumber]);
  return isOnePeriod ? inPeriod : [{ by: periodEndColumn, descending: true }, ...inPeriod];
}

/**
 * Query for one page of records plus one extra row, which signals a next page. Unexecuted.
 * @param periodEnd null for all period ends
 */
export function recordsQuery(ctx: CompanyContext, query: RecordFilter, periodEnd: CalendarDate | SQL | null) {
  const order = recordOrder(query, periodEnd !== null);
  // SQLite keeps a cross join's order. For one period sorted by code, an index returns the wells in order, so only the page's
  // records are looked up. Across all periods, or when sorting by amount, starting from the postings is faster.
  const isByCode = order[0]!.by === well.wellCodeKey;
  const startsFromWells = isByCode || query.wellId || query.search || query.field;
  const selection = ctx.db.select({
    ...accretionColumns,
    wellCodeKey: well.wellCodeKey,
    sortValue: sql<string | number>`${sortColumns[readSort<AccretionSort>(query.sort ?? 'wellCode').key]}`.as(
      'sort_value',
    ),
  });
  const joinedSelect = startsFromWells
    ? selection.from(well).crossJoin(aroLayer).crossJoin(p).crossJoin(m)
    : selection.from(p).crossJoin(m).crossJoin(aroLayer).crossJoin(well);
  const company = ledgerIdOf(ctx);
  return joinedSelect
    .where(
      and(
        wellFilter(ctx, { search: query.search, field: query.field }),
        query.wellId ? eq(well.id, query.wellId) : undefined,
        eq(aroLayer.well, well.ledgerId),
        // Layers are looked up by well or id. The unary plus keeps SQLite off the company's index, which would match all of its
        // layers.
        sql`+${aroLayer.company} = ${company}`,
        sql`${p.company} = ${company} and ${p.kind} = 'accretion'`,
        // When starting from the wells, read only postings that can contain the layer. Most are company-wide.
        startsFromWells ? sql`${p.well} in (0, ${aroLayer.well})` : undefined,
        periodEnd === null ? undefined : sql`${p.day} = ${periodEnd}`,
        eq(m.posting, p.id),
        eq(m.layer, aroLayer.id),
        eq(m.kind, codeOfKind('accreted')),
        isUnreversed,
        catchUpOnly(query),
        afterCursor(order, query.cursor),
        startsFromWells || periodEnd !== null || query.catchUp === 'true'
          ? undefined
          : withinNewestPeriods(ctx, query, order),
      ),
    )
    .orderBy(...orderBy(order))
    .limit(query.limit + 1);
}

/** SQL condition for records that cover more than one month, when the filter asks for them. Same rule as `isCatchUp`. */
export function catchUpOnly({ catchUp }: Pick<AccretionQuery, 'catchUp'>): SQL | undefined {
  return catchUp === 'true' ? sql`${m.timeNumerator} * 12 > ${m.timeDenominator}` : undefined;
}

/** Limits an unfiltered list to the newest periods with enough records for a page, so older ones are not sorted. */
function withinNewestPeriods(ctx: CompanyContext, { cursor, limit }: RecordFilter, order: ListOrder): SQL {
  const before = cursor ? sql`and day < ${decodeCursor(order, cursor)[0]}` : sql``;
  return sql`${p.day} >= coalesce((
    select max(day) from (
      select day, sum(sum(${unreversedCount(sql`one`)})) over (order by day desc) as records from posting one
      where company = ${ledgerIdOf(ctx)} and kind = 'accretion' ${before} group by day
    ) where records > ${limit}), '')`;
}

/** Maps the rows of `recordsQuery` to a page. */
export function toAccretionPage(
  rows: Awaited<ReturnType<typeof recordsQuery>>,
  query: Pick<RecordFilter, 'sort' | 'limit'>,
  periodEnd: CalendarDate | SQL | null,
): Page<AccretionView> {
  const order = recordOrder(query, periodEnd !== null);
  return toPage(rows, query.limit, {
    view: toAccretionView,
    cursor: (last) =>
      order.map(({ by }) => {
        if (by === periodEndColumn) return last.periodEnd;
        if (by === well.wellCodeKey) return last.wellCodeKey;
        return by === aroLayer.layerNumber ? last.layerNumber : last.sortValue;
      }),
  });
}
