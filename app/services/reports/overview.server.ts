import { eq, type SQL, sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { company } from '#db/schema';
import { forecastAccretion, type LayerGroup } from '~/domain/books/accretion-forecast';
import {
  type CalendarDate,
  monthEnd,
  nextMonthEnd,
  splitDate,
  utcDay,
} from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { WorklistCounts } from '~/schemas/books/worklist';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { type LayerFilter, matchingLayers } from '~/services/books/aro-layer.server';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import { catchUpsQuery, toCatchUp } from '~/services/books/review-catch-up.server';
import { pluggedWells, retirementDay } from '~/services/books/well-books.server';
import { unrecordedQuery, wellBalances, worklistCounts } from '~/services/books/worklist.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { movementSums } from './movement-sums.server';

/**
 * The company's total liability, what changed it this year, its split by field, and the accretion still to come. The
 * forecast covers the month-ends after the last posted one. Before any posting, it starts with the current month, which
 * posts next. A plugged well accretes through the day it was plugged.
 *
 * Takes one D1 round trip, and reads only this year's part of the books: the beginning balance is today's balance less the
 * changes since, which equals what the rollforward report adds up from the first day.
 * @param filter limits everything to the layers that a list of layers would show
 */
export async function getOverview(ctx: CompanyContext, filter: LayerFilter = {}): Promise<OverviewView> {
  const layerIds = matchingLayers(ctx, filter);
  const today = utcDay(ctx.now);
  const beginDate = yearStart(ctx, today);
  const [fields, [sums], groups, [state], catchUps, [without]] = await ctx.db.batch([
    fieldSumsQuery(ctx, layerIds),
    sumsQuery(ctx, beginDate, layerIds),
    layerGroupsQuery(ctx, layerIds),
    ctx.db
      .select({
        method: company.accretionMethod,
        fiscalYearEnd: company.fiscalYearEnd,
        beginDate: beginDate.as('begin_date'),
        postedThrough: lastPostedPeriodEnd(ctx).as('posted_through'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
    catchUpsQuery(ctx),
    unrecordedQuery(ctx, filter),
  ]);
  const total = fields.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  const { method, fiscalYearEnd, postedThrough } = state!;
  return {
    totalWells: fields.reduce((sum, { wells }) => sum + wells, 0),
    totalLayers: fields.reduce((sum, { layers }) => sum + layers, 0),
    totalCurrentAro: formatCents(total),
    worklist: { ...countsOf(fields), ...without! },
    catchUps: catchUps.map(toCatchUp),
    rollforward: {
      beginDate: state!.beginDate,
      endDate: [today, sums!.lastDate ?? ''].sort().at(-1)!,
      ...rollforwardOf(total, sums!),
    },
    postedThrough,
    fields: fields.map(({ field, wells, cents }) => ({
      field,
      wells,
      currentAro: formatCents(BigInt(cents)),
    })),
    forecast: forecastOf(total, groups, {
      method,
      fiscalYearEnd,
      firstPeriodEnd: postedThrough ? nextMonthEnd(postedThrough) : monthEnd(today),
    }),
  };
}

/** First day of the fiscal year that contains the day. SQL expression, so it is read in the same round trip. */
function yearStart({ companyId }: CompanyContext, day: CalendarDate): SQL<CalendarDate> {
  const { month } = splitDate(day);
  const yearEnd = sql`(select fiscal_year_end from company where id = ${companyId})`;
  return sql`date(${`${day.slice(0, 8)}01`}, '-' || ((${month + 11} - ${yearEnd}) % 12) || ' months')`;
}

type CarryingCounts = Omit<WorklistCounts, 'unrecorded'>;

function countsOf(fields: readonly CarryingCounts[]): CarryingCounts {
  const sum = (kind: keyof CarryingCounts) => fields.reduce((total, field) => total + field[kind], 0);
  return {
    overdue: sum('overdue'),
    plugged: sum('plugged'),
    unreviewed: sum('unreviewed'),
    negative: sum('negative'),
  };
}

function rollforwardOf(ending: bigint, sums: SumsRow) {
  const [additions, reductions] = [BigInt(sums.additions), BigInt(sums.reductions)];
  const accretion = BigInt(sums.accretion);
  const change = additions + accretion - reductions;
  return {
    beginningBalance: formatCents(ending - change),
    additions: formatCents(additions),
    accretion: formatCents(accretion),
    reductions: formatCents(reductions),
    endingBalance: formatCents(ending),
    change: formatCents(change),
  };
}

function forecastOf(
  total: bigint,
  groups: LayerGroupRow[],
  terms: Parameters<typeof forecastAccretion>[1],
): OverviewView['forecast'] {
  const forecast = forecastAccretion(groups.map(toLayerGroup), terms);
  let liability = total;
  return {
    method: terms.method,
    firstPeriodEnd: terms.firstPeriodEnd,
    lastPeriodEnd: forecast.lastPeriodEnd,
    twelveMonths: formatCents(forecast.twelveMonthsCents),
    total: formatCents(forecast.totalCents),
    atRetirement: formatCents(total + forecast.totalCents),
    years: forecast.years.map(({ year, expenseCents, settledCents }) => {
      liability += expenseCents - settledCents;
      return { year, accretion: formatCents(expenseCents), liability: formatCents(liability) };
    }),
  };
}

// Sums can be too large for a JavaScript number to hold exactly, so they are read as text.

function fieldSumsQuery(ctx: CompanyContext, layerIds: SQL | null) {
  type Row = { field: string; wells: number; layers: number; cents: string } & CarryingCounts;
  // Grouped by well first, so the worklist is counted without another pass over all layers.
  return ctx.db.all<Row>(sql`
    select w.field, sum(b.layers > 0) as wells, sum(b.layers) as layers, cast(sum(b.shown) as text) as cents,
      ${worklistCounts(ctx)}
    from ${wellBalances(ctx, layerIds)} b cross join well w on w.ledger_id = b.well and w.company_id = ${ctx.companyId}
    where b.layers > 0 and w.deleted_at is null
    group by w.field order by sum(b.shown) desc, w.field`);
}

type SumsRow = { additions: string; accretion: string; reductions: string; lastDate: CalendarDate | null };

/**
 * Opening balances of this year count in the beginning balance, as in the rollforward, which leaves out deleted wells.
 * Layers of deleted wells are found by their reversals: a deletion reverses each movement on its own date, so within these
 * dates too.
 */
function sumsQuery(ctx: CompanyContext, beginDate: SQL<CalendarDate>, layerIds: SQL | null) {
  const { additions, accretion, reductions } = movementSums;
  const deleted = sql`(
      select r.layer from posting q cross join movement r on r.posting = q.id cross join layer l on l.id = r.layer
        cross join well w on w.ledger_id = l.well and w.company_id = ${ctx.companyId}
      where q.company = ${ledgerIdOf(ctx)} and q.day >= ${beginDate} and q.kind = 'reversal' and w.deleted_at is not null)`;
  return ctx.db.all<SumsRow>(sql`
    select cast(${additions} as text) as additions, cast(${accretion} as text) as accretion,
      cast(${reductions} as text) as reductions,
      (select max(day) from posting where company = ${ledgerIdOf(ctx)}) as "lastDate"
    from posting p cross join movement m on m.posting = p.id
    where p.company = ${ledgerIdOf(ctx)} and p.day >= ${beginDate} and m.layer not in ${deleted}
      ${layerIds ? sql`and m.layer in ${layerIds}` : sql``}`);
}

type LayerGroupRow = {
  calculationDate: CalendarDate;
  wellLifespanYears: number;
  retirementDate: CalendarDate | null;
  accretedThrough: CalendarDate | null;
  pluggedOn: CalendarDate | null;
  discountRateBp: number;
  settlesOn: CalendarDate;
  cents: string;
};

/**
 * Layers that may accrete, grouped by equal rate and dates, which is lossless because a forecast is exact in the balance. A
 * well retires with its newest layer: with max(layer_number), SQLite returns the date from the same row.
 */
function layerGroupsQuery(ctx: CompanyContext, layerIds: SQL | null) {
  return ctx.db.all<LayerGroupRow>(sql`
    with retiring(well, newest, settles_on) as materialized (
      select l.well, max(l.layer_number), ${retirementDay} from layer l
      where l.company = ${ledgerIdOf(ctx)} and not l.is_reversed group by l.well)
    select l.calculation_date as "calculationDate", l.well_lifespan_years as "wellLifespanYears",
      l.retirement_date as "retirementDate", r.settles_on as "settlesOn", l.accreted_through as "accretedThrough",
      x.plugged_on as "pluggedOn", ${exactRate('l', 'discount')} as "discountRateBp",
      cast(sum(l.current_aro_cents) as text) as cents
    from layer l join retiring r on r.well = l.well left join ${pluggedWells(ctx)} x on x.ledger_id = l.well
    where l.company = ${ledgerIdOf(ctx)} and l.current_aro_cents <> 0 and not l.is_reversed ${layerIds ? sql`and l.id in ${layerIds}` : sql``}
    group by ${exactRate('l', 'discount')}, l.well_lifespan_years, l.accreted_through, l.calculation_date, l.retirement_date,
      r.settles_on, x.plugged_on`);
}

function toLayerGroup({ cents, ...group }: LayerGroupRow): LayerGroup {
  return { ...group, currentAroCents: BigInt(cents) };
}
