import {
  type CalendarDate,
  daysInMonth,
  END_OF_TIME,
  makeDate,
  monthEnd,
  splitDate,
} from '~/domain/calendar/calendar-date';
import { TICKS_PER_MONTH, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { roundHalfUp } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { type AccretionMethod, type AccretionSpan, accretionGrowth, accretionTime } from './accretion';

/** Layers with the same accretion terms, and their combined balance. */
export type LayerGroup = AccretionSpan & {
  discountRateBp: RateBp;
  currentAroCents: bigint;
  /** When the wells are expected to be plugged and paid for; null or absent to leave settlements out. */
  settlesOn?: CalendarDate | null;
};

/** Accretion still to come, in cents. */
export type AccretionForecast = {
  /**
   * Every fiscal year from the first to the last posting or settlement, named by the year it ends in. `settledCents` is the
   * liability settled that year. Empty when there is neither.
   */
  years: { year: number; expenseCents: bigint; settledCents: bigint }[];
  /** Sum of the years: all accretion until the last layer retires. */
  totalCents: bigint;
  /** Accretion over twelve months starting with the first posting's month, excluding that posting's catch-up. */
  twelveMonthsCents: bigint;
  /** Month-end of the last posting; null when nothing is left to accrete. */
  lastPeriodEnd: CalendarDate | null;
};

/** Months counted from year 0, so they can be subtracted. */
type MonthNumber = number;

/** Factors are integers in units of 10^-40, the precision of `accretionGrowth`. */
const ONE = 10n ** 40n;
const MONTHS = 12;

/**
 * Forecasts accretion expense by fiscal year until each layer's retirement date, the way month-ends will post it: one record
 * per layer at `firstPeriodEnd`, starting where its posted accretion ends, then one at each month-end. A layer that starts
 * later gets its first record at the end of the month it starts in. Under `simple`, each record accretes on the records before
 * it, so monthly postings add up to more than annual ones. Under `effective`, the totals are the same.
 *
 * Postings round each layer to cents; the forecast does not. Amounts stay exact to 10^-40 until the running total is rounded
 * half-up at each year-end, so the years add up to the total. A layer's actual postings end within half a cent per record of
 * the forecast, plus accretion on that difference.
 *
 * A layer's accreted balance is settled in the year its well is due to be plugged, but not before the layer stops accreting.
 * For an overdue well, that is the first year.
 *
 * Exact for any balance, so layers with the same rate and dates are best passed as one group. The caller must leave out wells
 * that no longer accrete.
 * Source: ASC 410-20-35-5; times and formulas as in `accreteLayer`.
 */
export function forecastAccretion(
  groups: Iterable<LayerGroup>,
  {
    method,
    firstPeriodEnd,
    fiscalYearEnd = MONTHS,
  }: { method: AccretionMethod; firstPeriodEnd: CalendarDate; fiscalYearEnd?: number },
): AccretionForecast {
  const { yearOf, lastMonthOf } = yearsEndingIn(fiscalYearEnd);
  const growthOf = cachedGrowth(method);
  const firstMonth = monthNumber(firstPeriodEnd);
  const byYear = new Map<number, bigint>();
  const settledByYear = new Map<number, bigint>();
  let twelveMonths = 0n;
  let lastMonth: MonthNumber | null = null;

  for (const group of groups) {
    const schedule = buildSchedule(group, firstPeriodEnd, growthOf(group.discountRateBp));
    if (group.settlesOn) {
      const accreted = schedule ? schedule.accretedBy(schedule.endMonth) : 0n;
      const year = Math.max(
        yearOf(monthNumber(group.settlesOn)),
        yearOf(schedule ? schedule.endMonth : firstMonth),
        yearOf(firstMonth),
      );
      const remaining = group.currentAroCents * ONE * ONE + accreted;
      settledByYear.set(year, (settledByYear.get(year) ?? 0n) + remaining);
    }
    if (!schedule) continue;
    const { startMonth, endMonth, accretedBy } = schedule;
    let before = 0n;
    for (let year = yearOf(startMonth); year <= yearOf(endMonth); year += 1) {
      const through = accretedBy(lastMonthOf(year));
      byYear.set(year, (byYear.get(year) ?? 0n) + through - before);
      before = through;
    }
    twelveMonths += accretedBy(firstMonth + MONTHS - 1) - schedule.caughtUp;
    lastMonth = Math.max(lastMonth ?? endMonth, endMonth);
  }

  return {
    ...roundYears(byYear, settledByYear),
    twelveMonthsCents: toCents(twelveMonths),
    lastPeriodEnd: lastMonth === null ? null : endOfMonth(lastMonth),
  };
}

/** Accretion schedule of a group: its first and last posting, and amounts in cents × ONE². */
type Schedule = {
  startMonth: MonthNumber;
  endMonth: MonthNumber;
  /** Part of the first posting that belongs to earlier months, computed as one record. */
  caughtUp: bigint;
  /** Total accreted through a month's end. */
  accretedBy: (month: MonthNumber) => bigint;
};

function buildSchedule(
  group: LayerGroup,
  firstPeriodEnd: CalendarDate,
  growth: GrowthOfRate,
): Schedule | null {
  const { calculationDate, accretedThrough, currentAroCents } = group;
  const firstEnd = [firstPeriodEnd, monthEnd(calculationDate), monthEnd(accretedThrough ?? calculationDate)]
    .sort()
    .at(-1)!;
  const firstTicks = ticksOf(accretionTime({ ...group, periodEnd: firstEnd }));
  const laterTicks = ticksOf(accretionTime({ ...group, accretedThrough: firstEnd, periodEnd: END_OF_TIME }));
  if (currentAroCents === 0n || firstTicks + laterTicks === 0) return null;

  const wholeMonths = Math.floor(laterTicks / TICKS_PER_MONTH);
  const lastTicks = laterTicks % TICKS_PER_MONTH;
  const startMonth = monthNumber(firstEnd);
  const beginning = currentAroCents * ONE * ONE;
  const afterFirst = currentAroCents * growth.overTicks(firstTicks);
  const monthBefore = endOfMonth(monthNumber(firstPeriodEnd) - 1);
  const overdueTicks = ticksOf(accretionTime({ ...group, periodEnd: monthBefore }));
  const balanceAfter = (months: number) =>
    months <= wholeMonths
      ? afterFirst * growth.overMonths(months)
      : (afterFirst * growth.overMonths(wholeMonths) * growth.overTicks(lastTicks)) / ONE;
  return {
    startMonth,
    endMonth: startMonth + wholeMonths + (lastTicks > 0 ? 1 : 0),
    caughtUp: currentAroCents * growth.overTicks(overdueTicks) * ONE - beginning,
    accretedBy: (month) => (month < startMonth ? 0n : balanceAfter(month - startMonth) - beginning),
  };
}

/** Growth of one unit at a rate: over a span in one posting, or over a number of monthly postings. In units of ONE. */
type GrowthOfRate = { overTicks: (ticks: number) => bigint; overMonths: (months: number) => bigint };

function cachedGrowth(method: AccretionMethod): (rateBp: RateBp) => GrowthOfRate {
  const cache = new Map<RateBp, GrowthOfRate>();
  return (rateBp) => {
    let growth = cache.get(rateBp);
    if (growth === undefined) {
      growth = growthOfRate(method, rateBp);
      cache.set(rateBp, growth);
    }
    return growth;
  };
}

function growthOfRate(method: AccretionMethod, rateBp: RateBp): GrowthOfRate {
  const onePosting = (ticks: number) => {
    const time = { numerator: ticks, denominator: TICKS_PER_YEAR };
    const { numerator, denominator } = accretionGrowth({ method, discountRateBp: rateBp, time });
    return ONE + (numerator * ONE) / denominator;
  };
  const overTicks = method === 'simple' ? onePosting : powersOf(onePosting(1));
  const oneMonth = overTicks(TICKS_PER_MONTH);
  const afterMonths = [ONE];
  return {
    overTicks,
    overMonths: (months) => {
      while (afterMonths.length <= months) afterMonths.push((afterMonths.at(-1)! * oneMonth) / ONE);
      return afterMonths[months]!;
    },
  };
}

/**
 * Raises a factor to integer powers by squaring. A decimal power takes a fifth of a millisecond, and layers retire on any day
 * at any rate, so a forecast needs thousands. Powers of the one-tick factor agree with them to more than 30 places.
 */
function powersOf(factor: bigint): (exponent: number) => bigint {
  const squares = [factor];
  return (exponent) => {
    let power = ONE;
    for (let bit = 0, remaining = exponent; remaining > 0; bit += 1, remaining = Math.floor(remaining / 2)) {
      if (bit === squares.length) squares.push((squares[bit - 1]! * squares[bit - 1]!) / ONE);
      if (remaining % 2 === 1) power = (power * squares[bit]!) / ONE;
    }
    return power;
  };
}

/**
 * Rounds the running totals at each year-end; a year is the difference of two totals. Years without accretion are 0. Returns no
 * years when nothing accretes or settles.
 */
function roundYears(
  byYear: Map<number, bigint>,
  settledByYear: Map<number, bigint>,
): Pick<AccretionForecast, 'years' | 'totalCents'> {
  const years: AccretionForecast['years'] = [];
  const accreted = createRunningTotal(byYear);
  const settled = createRunningTotal(settledByYear);
  const yearsWithAmounts = [...byYear.keys(), ...settledByYear.keys()];
  if (yearsWithAmounts.length === 0) return { years, totalCents: 0n };
  for (let year = Math.min(...yearsWithAmounts); year <= Math.max(...yearsWithAmounts); year += 1) {
    years.push({ year, expenseCents: accreted.through(year), settledCents: settled.through(year) });
  }
  return { years, totalCents: accreted.total() };
}

function createRunningTotal(byYear: Map<number, bigint>) {
  let exact = 0n;
  let rounded = 0n;
  return {
    /** Amount the year adds to the rounded total. Call in year order. */
    through(year: number): bigint {
      exact += byYear.get(year) ?? 0n;
      const before = rounded;
      rounded = toCents(exact);
      return rounded - before;
    },
    total: () => rounded,
  };
}

function toCents(amount: bigint): bigint {
  return roundHalfUp(amount, ONE * ONE);
}

function ticksOf({ numerator, denominator }: ReturnType<typeof accretionTime>): number {
  return numerator * (TICKS_PER_YEAR / denominator);
}

function monthNumber(date: CalendarDate): MonthNumber {
  const { year, month } = splitDate(date);
  return year * MONTHS + month - 1;
}

/** Fiscal years that end with a month from 1 to 12, each named by the year it ends in. */
function yearsEndingIn(fiscalYearEnd: number) {
  const monthsAfterYearEnd = MONTHS - fiscalYearEnd;
  return {
    yearOf: (month: MonthNumber) => Math.floor((month + monthsAfterYearEnd) / MONTHS),
    lastMonthOf: (year: number): MonthNumber => year * MONTHS + fiscalYearEnd - 1,
  };
}

function endOfMonth(month: MonthNumber): CalendarDate {
  const [year, monthOfYear] = [Math.floor(month / MONTHS), (month % MONTHS) + 1];
  return makeDate(year, monthOfYear, daysInMonth(year, monthOfYear));
}
