import { eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import { forecastAccretion, type LayerGroup } from '~/domain/books/accretion-forecast';
import { type CalendarDate, monthEnd, nextMonthEnd } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { OverviewView } from '~/schemas/platform/views';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import type { CompanyContext } from '~/services/platform/context.server';

/**
 * The company's total liability, what changed it this year, how it lies in the fields, and what is still to accrete on
 * it. Forecast are the month-ends after the last posted one; before any posting, from the month of today on, which is
 * the next that posts itself. Wells that are Plugged accrete no more.
 *
 * One D1 round trip, and no more of the books than this year's: the year's beginning is what is there now less what has
 * come since, which is what the rollforward report adds up from the first day.
 */
export async function getOverview(ctx: CompanyContext): Promise<OverviewView> {
  const today = ctx.now.toISOString().slice(0, 10);
  const beginDate = `${today.slice(0, 4)}-01-01`;
  const [fields, [recognized], [accreted], groups, [standing]] = await ctx.db.batch([
    fieldsQuery(ctx),
    recognizedQuery(ctx, beginDate),
    accretedQuery(ctx, beginDate),
    layerGroupsQuery(ctx),
    ctx.db
      .select({
        method: company.accretionMethod,
        postedThrough: lastPostedPeriodEnd(ctx).as('posted_through'),
      })
      .from(company)
      .where(eq(company.id, ctx.companyId)),
  ]);
  const total = fields.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  const { method, postedThrough } = standing!;
  return {
    totalWells: fields.reduce((sum, { wells }) => sum + wells, 0),
    totalLayers: fields.reduce((sum, { layers }) => sum + layers, 0),
    totalCurrentAro: formatCents(total),
    rollforward: {
      beginDate,
      endDate: [today, recognized!.lastDate ?? '', accreted!.lastDate ?? ''].sort().at(-1)!,
      ...movements(total, recognized!, accreted!),
    },
    postedThrough,
    fields: fields.map(({ field, wells, cents }) => ({
      field,
      wells,
      currentAro: formatCents(BigInt(cents)),
    })),
    forecast: forecastOf(total, groups, {
      method,
      firstPeriodEnd: postedThrough ? nextMonthEnd(postedThrough) : monthEnd(today),
    }),
  };
}

function movements(ending: bigint, recognized: RecognizedRow, accreted: AccretedRow) {
  const [additions, reductions] = [BigInt(recognized.additions), BigInt(recognized.reductions)];
  const accretion = BigInt(accreted.cents);
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
    ...terms,
    lastPeriodEnd: forecast.lastPeriodEnd,
    twelveMonths: formatCents(forecast.twelveMonthsCents),
    total: formatCents(forecast.totalCents),
    atRetirement: formatCents(total + forecast.totalCents),
    years: forecast.years.map(({ year, expenseCents }) => {
      liability += expenseCents;
      return { year, accretion: formatCents(expenseCents), liability: formatCents(liability) };
    }),
  };
}

// Sums can be too large for a JavaScript number to hold exactly, so they cross as text.

function fieldsQuery({ db, companyId }: CompanyContext) {
  // Each well has exactly one first layer: counting those spares telling 100,000 well ids apart.
  return db.all<{ field: string; wells: number; layers: number; cents: string }>(sql`
    select w.field, sum(l.layer_number = 1) as wells, count(*) as layers, cast(sum(l.current_aro_cents) as text) as cents
    from aro_layer l cross join well w on w.id = l.well_id and w.company_id = ${companyId}
    where l.company_id = ${companyId}
    group by w.field order by sum(l.current_aro_cents) desc, w.field`);
}

type RecognizedRow = { additions: string; reductions: string; lastDate: CalendarDate | null };

function recognizedQuery({ db, companyId }: CompanyContext, beginDate: CalendarDate) {
  return db.all<RecognizedRow>(sql`
    select cast(coalesce(sum(max(aro_value_cents, 0)), 0) as text) as additions,
      cast(coalesce(sum(max(-aro_value_cents, 0)), 0) as text) as reductions, max(calculation_date) as lastDate
    from aro_layer where company_id = ${companyId} and calculation_date >= ${beginDate}`);
}

type AccretedRow = { cents: string; lastDate: CalendarDate | null };

function accretedQuery({ db, companyId }: CompanyContext, beginDate: CalendarDate) {
  return db.all<AccretedRow>(sql`
    select cast(coalesce(sum(accretion_expense_cents), 0) as text) as cents, max(period_end) as lastDate
    from accretion_record where company_id = ${companyId} and period_end >= ${beginDate}`);
}

type LayerGroupRow = {
  calculationDate: CalendarDate;
  wellLifespanYears: number;
  accretedThrough: CalendarDate | null;
  discountRateBp: number;
  cents: string;
};

/** The layers that may accrete, those of equal rate and dates together: a forecast is exact in the balance. */
function layerGroupsQuery({ db, companyId }: CompanyContext) {
  return db.all<LayerGroupRow>(sql`
    select calculation_date as calculationDate, well_lifespan_years as wellLifespanYears,
      accreted_through as accretedThrough, discount_rate_bp as discountRateBp,
      cast(sum(current_aro_cents) as text) as cents
    from aro_layer
    where company_id = ${companyId} and current_aro_cents <> 0
      and well_id not in (select id from well where company_id = ${companyId} and well_status = 'Plugged')
    group by discount_rate_bp, well_lifespan_years, accreted_through, calculation_date`);
}

function toLayerGroup({ cents, ...group }: LayerGroupRow): LayerGroup {
  return { ...group, currentAroCents: BigInt(cents) };
}
