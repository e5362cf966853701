import {
  type CalendarDate,
  daysInMonth,
  makeDate,
  monthEnd,
  splitDate,
} from '~/domain/calendar/calendar-date';
import { TICKS_PER_MONTH, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { roundHalfUp } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { type AccretionMethod, type AccretionSpan, accretionGrowth, accretionTime } from './accretion';

/** Layers that accrete alike, with what they carry together. */
export type LayerGroup = AccretionSpan & {
  discountRateBp: RateBp;
  currentAroCents: bigint;
  /** When their wells are to be plugged and paid for; null or absent to leave that out. */
  settlesOn?: CalendarDate | null;
};

/** What is still to accrete, in cents. */
export type AccretionForecast = {
  /** Each fiscal year, named by the year that it ends in, from the first posting to the last one, or the last settlement. Settled is what then leaves. */
  years: { year: number; expenseCents: bigint; settledCents: bigint }[];
  /** The years' sum: everything until the last layer retires. */
  totalCents: bigint;
  /** What accretes in twelve months from the first posting's month on, without what that posting catches up on. */
  twelveMonthsCents: bigint;
  /** The month-end of the last posting; null when nothing accretes any more. */
  lastPeriodEnd: CalendarDate | null;
};

/** Months counted from the year 0, so that they can be subtracted. */
type MonthNumber = number;

/** Factors are whole numbers of 10^-40, as finely as growth is known. */
const ONE = 10n ** 40n;
const MONTHS = 12;
/** After every retirement date that can be given. */
const END_OF_TIME: CalendarDate = '9999-12-31';

/**
 * The accretion expense by fiscal year until each layer's retirement date, as month-ends will post it: one record a
 * layer at `firstPeriodEnd`, from where its posted accretion ends, then one at each month's end. A layer that begins
 * later has its first record at the end of the month it begins in. Under `simple` each record bears interest on those
 * before it, so monthly postings give more than annual ones would; under `effective` it makes no difference.
 *
 * A posting rounds each layer to cents, a forecast does not: amounts stay exact to 10^-40 until the running total is
 * rounded half-up at each year's end, so that the years add up to the total. A layer's own postings end at most half a
 * cent a record, with what accretes on it, away from that.
 *
 * What a layer has grown to leaves in the year in which its well is to be plugged, though not before it stops accreting, and in
 * the first year where the well is overdue.
 *
 * Exact in the balance, so layers of equal rate and dates are best given as one group. Wells that accrete no more are
 * for the caller to leave out. Source: ASC 410-20-35-5; the times and formulas are those of `accreteLayer`.
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
  const growthOf = rememberedGrowth(method);
  const firstMonth = monthNumber(firstPeriodEnd);
  const byYear = new Map<number, bigint>();
  const settledByYear = new Map<number, bigint>();
  let twelveMonths = 0n;
  let lastMonth: MonthNumber | null = null;

  for (const group of groups) {
    const course = courseOf(group, firstPeriodEnd, growthOf(group.discountRateBp));
    if (group.settlesOn) {
      const accreted = course ? course.accretedBy(course.endMonth) : 0n;
      const year = Math.max(
        yearOf(monthNumber(group.settlesOn)),
        yearOf(course ? course.endMonth : firstMonth),
        yearOf(firstMonth),
      );
      const left = group.currentAroCents * ONE * ONE + accreted;
      settledByYear.set(year, (settledByYear.get(year) ?? 0n) + left);
    }
    if (!course) continue;
    const { startMonth, endMonth, accretedBy } = course;
    let before = 0n;
    for (let year = yearOf(startMonth); year <= yearOf(endMonth); year += 1) {
      const through = accretedBy(lastMonthOf(year));
      byYear.set(year, (byYear.get(year) ?? 0n) + through - before);
      before = through;
    }
    twelveMonths += accretedBy(firstMonth + MONTHS - 1) - course.caughtUp;
    lastMonth = Math.max(lastMonth ?? endMonth, endMonth);
  }

  return {
    ...roundedYears(byYear, settledByYear),
    twelveMonthsCents: toCents(twelveMonths),
    lastPeriodEnd: lastMonth === null ? null : endOfMonth(lastMonth),
  };
}

/** A group's accretion: its first and last posting, and amounts in ONE² per cent. */
type Course = {
  startMonth: MonthNumber;
  endMonth: MonthNumber;
  /** What of it is of earlier months than the first posting's, in one record. */
  caughtUp: bigint;
  /** The total by a month's end. */
  accretedBy: (month: MonthNumber) => bigint;
};

function courseOf(group: LayerGroup, firstPeriodEnd: CalendarDate, growth: GrowthOfRate): Course | null {
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
  const lateTicks = ticksOf(accretionTime({ ...group, periodEnd: monthBefore }));
  const balanceAfter = (months: number) =>
    months <= wholeMonths
      ? afterFirst * growth.overMonths(months)
      : (afterFirst * growth.overMonths(wholeMonths) * growth.overTicks(lastTicks)) / ONE;
  return {
    startMonth,
    endMonth: startMonth + wholeMonths + (lastTicks > 0 ? 1 : 0),
    caughtUp: currentAroCents * growth.overTicks(lateTicks) * ONE - beginning,
    accretedBy: (month) => (month < startMonth ? 0n : balanceAfter(month - startMonth) - beginning),
  };
}

/** What one grows to at a rate: in one posting over some time, and in so many monthly postings. In units of ONE. */
type GrowthOfRate = { overTicks: (ticks: number) => bigint; overMonths: (months: number) => bigint };

function rememberedGrowth(method: AccretionMethod): (rateBp: RateBp) => GrowthOfRate {
  const known = new Map<RateBp, GrowthOfRate>();
  return (rateBp) => {
    let growth = known.get(rateBp);
    if (growth === undefined) {
      growth = growthOfRate(method, rateBp);
      known.set(rateBp, growth);
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
 * Raises a factor to whole powers by squaring. A decimal power costs a fifth of a millisecond, and layers retire on any
 * day at any rate: thousands of powers. One of a single tick, raised, is the same to more than 30 places.
 */
function powersOf(factor: bigint): (exponent: number) => bigint {
  const squares = [factor];
  return (exponent) => {
    let power = ONE;
    for (let bit = 0, rest = exponent; rest > 0; bit += 1, rest = Math.floor(rest / 2)) {
      if (bit === squares.length) squares.push((squares[bit - 1]! * squares[bit - 1]!) / ONE);
      if (rest % 2 === 1) power = (power * squares[bit]!) / ONE;
    }
    return power;
  };
}

/**
 * Rounds the running totals at each year's end; a year is the difference of two. Years without accretion are 0. Without
 * accretion there is nothing to forecast.
 */
function roundedYears(
  byYear: Map<number, bigint>,
  settledByYear: Map<number, bigint>,
): Pick<AccretionForecast, 'years' | 'totalCents'> {
  const years: AccretionForecast['years'] = [];
  const accreted = runningTotal(byYear);
  const settled = runningTotal(settledByYear);
  if (byYear.size === 0) return { years, totalCents: 0n };
  const known = [...byYear.keys(), ...settledByYear.keys()];
  for (let year = Math.min(...known); year <= Math.max(...known); year += 1) {
    years.push({ year, expenseCents: accreted.through(year), settledCents: settled.through(year) });
  }
  return { years, totalCents: accreted.total() };
}

function runningTotal(byYear: Map<number, bigint>) {
  let exact = 0n;
  let rounded = 0n;
  return {
    /** What a year adds to the rounded total; years in their order. */
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

/** The fiscal years that end with a month from 1 to 12, each named by the year that it ends in. */
function yearsEndingIn(fiscalYearEnd: number) {
  const after = MONTHS - fiscalYearEnd;
  return {
    yearOf: (month: MonthNumber) => Math.floor((month + after) / MONTHS),
    lastMonthOf: (year: number): MonthNumber => year * MONTHS + fiscalYearEnd - 1,
  };
}

function endOfMonth(month: MonthNumber): CalendarDate {
  const [year, inYear] = [Math.floor(month / MONTHS), (month % MONTHS) + 1];
  return makeDate(year, inYear, daysInMonth(year, inYear));
}
