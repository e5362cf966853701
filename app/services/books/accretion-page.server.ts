import { and, eq, type SQL, sql } from 'drizzle-orm';
import { aroLayer, company, well } from '#db/schema';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents, roundHalfUp } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { AccretionQuery } from '~/schemas/books/accretion';
import type { CompanyContext } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { isListed } from '~/services/wells/well.server';
import { catchUpOnly, recordsQuery, toAccretionPage } from './accretion.server';
import { ledgerIdOf } from './ledger-number.server';
import { monthEndsQuery, toMonthEndView } from './list-month-ends.server';
import { getPeriods, periodsReads } from './periods.server';
import { lastPostedPeriodEnd } from './post-accretion.server';
import { postingsQuery, toPostingSummary } from './postings.server';
import { isUnreversed, m, p, unreversedCount } from './unreversed.server';

/** Records on the first page. */
const FIRST_PAGE = 100;
/** Maximum number of postings listed for the selected period end, newest first. */
const LISTED_POSTINGS = 50;

/**
 * Loads the accretion screen in one D1 round trip: the first page of records at a period end (by default the last posted one),
 * totals over all records, the postings behind them, the filter choices, and for company admins the month-ends.
 */
export async function getAccretionPage(
  ctx: CompanyContext,
  query: Pick<AccretionQuery, 'periodEnd' | 'catchUp' | 'sort'>,
) {
  const selectedPeriodEnd = query.periodEnd ? query.periodEnd : lastPostedPeriodEnd(ctx);
  const firstPage = { sort: query.sort, catchUp: query.catchUp, limit: FIRST_PAGE };
  const rows = await readTogether(ctx.db, {
    shown: ctx.db
      .select({
        method: company.accretionMethod,
        lastPosted: lastPostedPeriodEnd(ctx).as('last_posted'),
        chosen: sql<CalendarDate | null>`${selectedPeriodEnd}`.as('chosen'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
    periodEnds: periodEndsQuery(ctx),
    days: daysQuery(ctx, selectedPeriodEnd),
    records: recordsQuery(ctx, firstPage, selectedPeriodEnd),
    summaries: summaryQuery(ctx, selectedPeriodEnd, query),
    postings: postingsOf(ctx, selectedPeriodEnd),
    monthEnds: monthEndsQuery(ctx),
    ...periodsReads(ctx),
  });
  const { method, lastPosted, chosen: periodEnd } = rows.shown[0]!;
  const { items, nextCursor } = toAccretionPage(rows.records, firstPage, selectedPeriodEnd);
  return {
    method,
    lastPostedPeriodEnd: lastPosted,
    /** The selected period end; null when none was requested and no company-wide accretion is posted. */
    periodEnd,
    /** Every period end with records, newest first. */
    periodEnds: rows.periodEnds.map((row) => row.periodEnd),
    month: toMonth(rows.days, periodEnd),
    records: items,
    nextCursor,
    summary: toSummary(rows.summaries[0]!),
    /** The newest postings to the selected period end, and the reversals of those postings. */
    postings: rows.postings.slice(0, LISTED_POSTINGS).map(toPostingSummary),
    hasMorePostings: rows.postings.length > LISTED_POSTINGS,
    /** Null for viewers, who don't have access. */
    monthEnds: ctx.role === 'admin' ? rows.monthEnds.map(toMonthEndView) : null,
    periods: getPeriods(ctx, rows),
  };
}

/**
 * The distinct period ends with records, newest first. Each one is found with a single index lookup, because reading every record
 * would take seconds.
 */
function periodEndsQuery(ctx: CompanyContext) {
  const newest = (before: SQL) => sql`(
    select max(one.day) from posting one
    where one.company = ${ledgerIdOf(ctx)} and one.kind = 'accretion' and ${unreversedCount(sql`one`)} > 0 ${before})`;
  return ctx.db.all<{ periodEnd: CalendarDate }>(sql`
    with recursive period(day) as (
      select ${newest(sql``)}
      union all
      select ${newest(sql`and one.day < period.day`)} from period where period.day is not null
    )
    select day as "periodEnd" from period where day is not null order by day desc`);
}

/**
 * Accretion on each day of a period end's month, net of reversals. Summed posting by posting, so nothing needs sorting. Reversal
 * amounts are already negated.
 */
function daysQuery(ctx: CompanyContext, periodEnd: CalendarDate | SQL) {
  return ctx.db.all<{ day: CalendarDate; cents: string }>(sql`
    with shown(day) as (select ${periodEnd})
    select one.day, cast(sum(
      (select sum(liability) from movement where posting = one.id) + coalesce((
        select sum(undone.liability) from posting r cross join movement undone on undone.posting = r.id
        where r.reverses = one.id), 0)) as text) as cents
    from shown cross join posting one
      on one.day between substr(shown.day, 1, 8) || '01' and substr(shown.day, 1, 8) || '31'
    where one.company = ${ledgerIdOf(ctx)} and one.kind = 'accretion'
    group by one.day having sum(${unreversedCount(sql`one`)}) > 0 order by one.day`);
}

/** The month's total accretion, and the part on days other than the one shown, mostly from acts that need that day's balance. */
function toMonth(days: Awaited<ReturnType<typeof daysQuery>>, periodEnd: CalendarDate | null) {
  const sumOf = (rows: typeof days) => formatCents(rows.reduce((sum, { cents }) => sum + BigInt(cents), 0n));
  const otherRows = days.filter(({ day }) => day !== periodEnd);
  return {
    totalAccretion: sumOf(days),
    onOtherDays: sumOf(otherRows),
    otherDays: otherRows.map(({ day }) => day),
  };
}

function summaryQuery(
  ctx: CompanyContext,
  periodEnd: CalendarDate | SQL,
  query: Pick<AccretionQuery, 'catchUp'>,
) {
  const sumAsText = (value: SQL) => sql<string>`cast(coalesce(sum(${value}), 0) as text)`;
  // Sums can exceed JavaScript's safe integer range, so they are returned as text.
  return ctx.db
    .select({
      beginningCents: sumAsText(sql`${m.base}`).as('beginning'),
      expenseCents: sumAsText(sql`${m.liability}`).as('expense'),
      rateBp: sumAsText(sql`${aroLayer.discountRateBp}`).as('rate'),
      layers: sql<number>`count(*)`.as('layers'),
      wells: sql<number>`count(distinct ${aroLayer.well})`.as('wells'),
    })
    .from(p)
    .crossJoin(m)
    .crossJoin(aroLayer)
    .where(
      and(
        sql`${p.company} = ${ledgerIdOf(ctx)} and ${p.day} = ${periodEnd} and ${p.kind} = 'accretion'`,
        eq(m.posting, p.id),
        isUnreversed,
        catchUpOnly(query),
        eq(aroLayer.id, m.layer),
      ),
    );
}

type SummaryRow = Awaited<ReturnType<typeof summaryQuery>>[number];

function toSummary({ beginningCents, expenseCents, rateBp, layers, wells }: SummaryRow) {
  const meanRateBp = layers === 0 ? 0n : roundHalfUp(BigInt(rateBp), BigInt(layers));
  return {
    totalBeginning: formatCents(BigInt(beginningCents)),
    totalAccretion: formatCents(BigInt(expenseCents)),
    totalEnding: formatCents(BigInt(beginningCents) + BigInt(expenseCents)),
    wellsProcessed: wells,
    totalLayers: layers,
    /** The mean of the records' rates in percent, rounded half-up to two decimals. */
    averageDiscountRate: formatRate(Number(meanRateBp)),
  };
}

/** Postings to one period end and their reversals, newest first. Excludes deleted wells' own postings. */
function postingsOf(ctx: CompanyContext, periodEnd: CalendarDate | SQL) {
  const company = ledgerIdOf(ctx);
  const atEnd = sql`select id from posting where company = ${company} and day = ${periodEnd} and kind = 'accretion'`;
  const listedWells = sql`select ${well.ledgerId} from ${well} where ${isListed(ctx)}`;
  return postingsQuery(
    ctx,
    sql`(${p.id} in (${atEnd}) or ${p.reverses} in (${atEnd})) and (${p.well} = 0 or ${p.well} in (${listedWells}))`,
  )
    .orderBy(sql`${p.id} desc`)
    .limit(LISTED_POSTINGS + 1);
}
