import {
  addDays,
  type CalendarDate,
  isMonthEnd,
  MONTHS_IN_PERIOD,
  type PeriodType,
  previousMonthEnd,
} from '~/domain/calendar/calendar-date';
import {
  endOfDay,
  type MonthPosition,
  startOfAccretion,
  TICKS_PER_MONTH,
  TICKS_PER_YEAR,
} from '~/domain/calendar/month-scale';
import { Decimal } from '~/domain/money/decimal';
import { formatFixed } from '~/domain/money/decimal-text';
import { boundedCents, type Cents, roundHalfUp } from '~/domain/money/money';
import { annualGrowth, type RateBp, rateUnits, UNITS_PER_ONE } from '~/domain/money/rate';
import { endOfLife, type LayerLife } from './life';

/** `simple`: balance × rate × time. `effective`: the interest method, balance × ((1 + rate)^time − 1). */
export const ACCRETION_METHODS = ['simple', 'effective'] as const;
export type AccretionMethod = (typeof ACCRETION_METHODS)[number];

/** Exact length of time in years, in lowest terms; zero is 0/1. */
export type YearFraction = { numerator: number; denominator: number };

/** Fields of a layer that determine when it accretes. */
export type AccretionSpan = LayerLife & {
  /** Date the layer has accreted through; null while it accretes from its calculation date. */
  accretedThrough: CalendarDate | null;
  /** Day the well was plugged, which ends accretion; null or absent if it has not been. */
  pluggedOn?: CalendarDate | null;
};

/** Computes an accretion expense in cents; see `accretionExpense`. */
export type AccretionCalculator = (input: {
  beginningCents: Cents;
  discountRateBp: RateBp;
  time: YearFraction;
}) => Cents;

export type AccretableLayer = AccretionSpan & { currentAroCents: Cents; discountRateBp: RateBp };

/** One accretion record. Ending equals beginning plus expense, to the cent. */
export type LayerAccretion = {
  periodStart: CalendarDate;
  periodEnd: CalendarDate;
  time: YearFraction;
  beginningCents: Cents;
  expenseCents: Cents;
  endingCents: Cents;
};

type Growth = { numerator: bigint; denominator: bigint };

const GROWTH_PLACES = 40;
const YEAR_FRACTION_PLACES = 12;

/**
 * Time, in years, that a layer accretes through the day `periodEnd`: from the end of its last accretion, or its calculation
 * date, but no further than its retirement date or the day its well was plugged. Exact; zero when there is nothing to accrete.
 * A month is 1/12, a quarter 1/4, a year 1; part of a month is days covered ÷ days in that month ÷ 12. Over a layer's life, the
 * times add up to its lifespan.
 * Source: the accretion rule's definition of t.
 */
export function accretionTime(span: AccretionSpan & { periodEnd: CalendarDate }): YearFraction {
  const { calculationDate, accretedThrough, pluggedOn, periodEnd } = span;
  // A layer recognized on the day its well is plugged has no time left to accrete.
  if (pluggedOn && pluggedOn <= (accretedThrough ?? calculationDate)) return { numerator: 0, denominator: 1 };
  const lastDay = pluggedOn && pluggedOn < periodEnd ? pluggedOn : periodEnd;
  const from = gapStart(calculationDate, accretedThrough);
  const ticks = Math.max(0, Math.min(endOfDay(lastDay), endOfLife(span)) - from);
  return fractionOf(ticks, TICKS_PER_YEAR);
}

/** True when posting to a period end would record accretion: the layer has a balance, and time left to accrete. */
export function hasAccretionDue(
  { currentAroCents, ...span }: AccretionSpan & Pick<AccretableLayer, 'currentAroCents'>,
  periodEnd: CalendarDate,
): boolean {
  return currentAroCents !== 0 && accretionTime({ ...span, periodEnd }).numerator > 0;
}

/** Reduces a fraction of integers to lowest terms; 0 is 0/1. */
export function fractionOf(numerator: number, denominator: number): YearFraction {
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/**
 * Accretion expense of one balance, in cents, rounded half-up once. Negative for a negative balance. 100,000.00 at 12% over
 * 17/31 of a month is 548.39 under `simple`.
 *
 * @throws DomainError when the expense is beyond MAX_CENTS
 * Source: ASC 410-20-35-5 (accretion by the interest method, at the rate of initial measurement);
 * `simple` is the product's formula ARO value × discount rate × time.
 */
export function accretionExpense({
  method,
  ...input
}: Parameters<AccretionCalculator>[0] & { method: AccretionMethod }): Cents {
  return createAccretionCalculator(method)(input);
}

/**
 * Like `accretionExpense`, but for one method and a whole posting: caches growth by rate and time, because a period's thousands
 * of layers share a handful of them. Discard it after the posting to free the cache.
 */
export function createAccretionCalculator(method: AccretionMethod): AccretionCalculator {
  const cache = new Map<string, Growth>();

  return ({ beginningCents, discountRateBp, time }) => {
    const key = `${discountRateBp}:${time.numerator}/${time.denominator}`;
    let growth = cache.get(key);
    if (growth === undefined) {
      growth = accretionGrowth({ method, discountRateBp, time });
      cache.set(key, growth);
    }
    return boundedCents(roundHalfUp(BigInt(beginningCents) * growth.numerator, growth.denominator));
  };
}

/**
 * Growth of one unit in one record over a time, unrounded: exactly rate × time under `simple`, (1 + rate)^time − 1 to 40
 * decimals under `effective`.
 * Source: as in `accretionExpense`, which multiplies a balance by this growth and rounds.
 */
export function accretionGrowth({
  method,
  discountRateBp,
  time,
}: {
  method: AccretionMethod;
  discountRateBp: RateBp;
  time: YearFraction;
}): Growth {
  return method === 'simple' ? simpleGrowth(discountRateBp, time) : effectiveGrowth(discountRateBp, time);
}

/**
 * Accretes one layer to a period end. Null when there is nothing to record: no balance, a calculation date after the period
 * end, accretion already posted through it, or a life that has ended.
 *
 * @throws DomainError when the expense or the ending balance is beyond ±MAX_CENTS
 * Source: ASC 410-20-35-5; one record per layer and period end, beginning where the last one ended.
 */
export function accreteLayer({
  layer,
  periodEnd,
  calculator,
}: {
  layer: AccretableLayer;
  periodEnd: CalendarDate;
  calculator: AccretionCalculator;
}): LayerAccretion | null {
  const beginningCents = layer.currentAroCents;
  if (beginningCents === 0) return null;

  // The time is also zero when the period end is before the calculation date or already posted.
  const { calculationDate, wellLifespanYears, retirementDate, accretedThrough, pluggedOn } = layer;
  // Copy only these fields: a posting does this for every layer, and copying whole layers takes longer than the arithmetic.
  const life = { calculationDate, wellLifespanYears, retirementDate };
  const time = accretionTime({ ...life, accretedThrough, pluggedOn, periodEnd });
  if (time.numerator === 0) return null;

  const expenseCents = calculator({ beginningCents, discountRateBp: layer.discountRateBp, time });
  return {
    periodStart: layer.accretedThrough ?? layer.calculationDate,
    periodEnd,
    time,
    beginningCents,
    expenseCents,
    endingCents: boundedCents(beginningCents + expenseCents),
  };
}

/** Formats a time in years with 12 decimals, rounded half-up: 1/12 is "0.083333333333". */
export function formatYearFraction({ numerator, denominator }: YearFraction): string {
  const scaled = BigInt(numerator) * 10n ** BigInt(YEAR_FRACTION_PLACES);
  return formatFixed(roundHalfUp(scaled, BigInt(denominator)), YEAR_FRACTION_PLACES);
}

/**
 * True when one record through `periodEnd` would cover more than one period of the type. Under `simple`, such a record earns no
 * interest on interest within the gap, so the user is warned before posting. The end of the well's life is ignored.
 * Source: a layer last accreted more than one period ago gets one record for the whole gap.
 */
export function spansMoreThanOnePeriod({
  calculationDate,
  accretedThrough,
  periodEnd,
  periodType,
}: Omit<AccretionSpan, 'wellLifespanYears'> & { periodEnd: CalendarDate; periodType: PeriodType }): boolean {
  const gap = endOfDay(periodEnd) - gapStart(calculationDate, accretedThrough);
  return gap > MONTHS_IN_PERIOD[periodType] * TICKS_PER_MONTH;
}

/**
 * Last month-end that a record through a mid-month `day` covers and that belongs to an earlier month; null if there is none, or
 * if `day` is a month-end. An act measured on its day records that earlier time on that day.
 */
export function monthEndWithin(
  { calculationDate, accretedThrough }: Pick<AccretionSpan, 'calculationDate' | 'accretedThrough'>,
  day: CalendarDate,
): CalendarDate | null {
  const last = previousMonthEnd(day);
  return isMonthEnd(day) || last <= (accretedThrough ?? calculationDate) ? null : last;
}

/**
 * True when one record covers more than one month. A month-end run then posts a catch-up, which someone must review.
 * Source: the rule that the month-end job flags a catch-up of more than one period.
 */
export function isCatchUp({ numerator, denominator }: YearFraction): boolean {
  return numerator * TICKS_PER_YEAR > denominator * TICKS_PER_MONTH;
}

/**
 * First day that a record covers: the day after the last accretion, or the calculation date itself unless that is the last day
 * of its month. A layer's records therefore never overlap.
 * Source: as in `accretionTime`.
 */
export function firstDayCovered({
  calculationDate,
  accretedThrough,
}: Pick<AccretionSpan, 'calculationDate' | 'accretedThrough'>): CalendarDate {
  // An imported balance may be dated before its layer.
  if (accretedThrough !== null && accretedThrough >= calculationDate) return addDays(accretedThrough, 1);
  return isMonthEnd(calculationDate) ? addDays(calculationDate, 1) : calculationDate;
}

function gapStart(calculationDate: CalendarDate, accretedThrough: CalendarDate | null): MonthPosition {
  const start = startOfAccretion(calculationDate);
  // An imported balance may be dated before its layer, and a layer does not accrete before it exists.
  return accretedThrough === null ? start : Math.max(start, endOfDay(accretedThrough));
}

function simpleGrowth(rateBp: RateBp, { numerator, denominator }: YearFraction): Growth {
  return {
    numerator: BigInt(rateUnits(rateBp)) * BigInt(numerator),
    denominator: BigInt(UNITS_PER_ONE) * BigInt(denominator),
  };
}

function effectiveGrowth(rateBp: RateBp, { numerator, denominator }: YearFraction): Growth {
  const years = new Decimal(numerator).div(denominator);
  const growth = annualGrowth(rateBp).pow(years).minus(1);
  const scale = new Decimal(10).pow(GROWTH_PLACES);
  return { numerator: BigInt(growth.times(scale).toFixed(0)), denominator: BigInt(scale.toFixed(0)) };
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
