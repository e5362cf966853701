import { Decimal } from 'decimal.js';

/**
 * Arithmetic of the model of the books. It shares no code with the product: exact BigInt fractions instead of ticks and 40-digit
 * decimals, so that a mistake in one is not repeated in the other.
 */

/** An exact number; the denominator is positive. */
export type Fraction = { n: bigint; d: bigint };

export type Day = string;

const ZERO: Fraction = { n: 0n, d: 1n };

const MS_PER_DAY = 86_400_000;
/** Rates are counted in trillionths of one: ten decimals of a percent. */
const RATE_ONE = 1_000_000_000_000n;
const RATE_PER_BP = 100_000_000n;
const MONTHS_PER_YEAR = 12;
const Precise = Decimal.clone({ precision: 60 });

function add(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { n: -b.n, d: b.d });
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

/** The divisor must be positive. */
export function divide(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d, d: a.d * b.n };
}

export function whole(n: bigint): Fraction {
  return { n, d: 1n };
}

function least(a: Fraction, b: Fraction): Fraction {
  return isLess(b, a) ? b : a;
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.n * b.d < b.n * a.d;
}

/** Rounds to the nearest whole number, halves away from zero. */
export function roundHalfUp({ n, d }: Fraction): bigint {
  const magnitude = (2n * (n < 0n ? -n : n) + d) / (2n * d);
  return n < 0n ? -magnitude : magnitude;
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Last day of the day's month. */
export function endOfMonth(day: Day): Day {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
}

/** The same day the given number of years later; February 29 becomes the 28th in a non-leap year. */
export function addYears(day: Day, years: number): Day {
  const month = `${Number(day.slice(0, 4)) + years}${day.slice(4, 7)}`;
  const last = endOfMonth(`${month}-01`);
  const shifted = `${month}${day.slice(7)}`;
  return shifted < last ? shifted : last;
}

/** Annual rates, in trillionths of one. */
export type Rates = { discount: bigint; inflation: bigint };

export function rateOfBp(bp: number): bigint {
  return BigInt(bp) * RATE_PER_BP;
}

/** cost × ((1 + inflation) ÷ (1 + discount))^years, exact for whole years, rounded to cents once. */
export function presentValue(costCents: bigint, { inflation, discount }: Rates, years: Fraction): bigint {
  if (years.n % years.d === 0n) {
    const exponent = years.n / years.d;
    return roundHalfUp({
      n: costCents * (RATE_ONE + inflation) ** exponent,
      d: (RATE_ONE + discount) ** exponent,
    });
  }
  const value = growth(inflation, years).div(growth(discount, years)).times(costCents.toString());
  return BigInt(value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/** One step of growth: adds cents × (1 + rate)^years to the sum, or replaces the sum if `isReset`, then scales it by `remaining`. */
export type GrowthPart = {
  cents: bigint;
  rate: bigint;
  years: Fraction;
  isReset: boolean;
  remaining: Fraction;
};

/** Sums parts added one after another, each followed by scaling the sum to what is left; rounded to cents once. */
export function growParts(parts: readonly GrowthPart[]): bigint {
  let sum = new Precise(0);
  for (const { cents, rate, years, isReset, remaining } of parts) {
    const part = growth(rate, years).times(cents.toString());
    sum = (isReset ? part : sum.plus(part)).times(remaining.n.toString()).div(remaining.d.toString());
  }
  return BigInt(sum.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/** (1 + rate)^years. */
function growth(rate: bigint, years: Fraction): Decimal {
  const base = new Precise(rate.toString()).div(RATE_ONE.toString()).plus(1);
  return base.pow(new Precise(years.n.toString()).div(years.d.toString()));
}

/** Accretion expense of a balance over a time, rounded to cents once. */
export function accretionOf(
  balanceCents: bigint,
  { method, discount, time }: { method: 'simple' | 'effective'; discount: bigint; time: Fraction },
): bigint {
  if (method === 'simple') return roundHalfUp({ n: balanceCents * discount * time.n, d: RATE_ONE * time.d });
  const expense = growth(discount, time).minus(1).times(balanceCents.toString());
  return BigInt(expense.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/**
 * Splits an amount by weights, to the cent: shares are rounded down, and the remaining cents go to the largest remainders, the first of
 * equals first.
 */
export function inProportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((before, weight) => before + weight, 0n);
  const exact = weights.map((weight) => ({
    n: total * weight * (sum < 0n ? -1n : 1n),
    d: sum < 0n ? -sum : sum,
  }));
  const parts = exact.map(({ n, d }) => n / d - (n % d < 0n ? 1n : 0n));
  const remainders = exact.map(({ n, d }, index) => n - parts[index]! * d);
  for (
    let remaining = total - parts.reduce((before, part) => before + part, 0n);
    remaining > 0n;
    remaining -= 1n
  ) {
    const largest = remainders.reduce((best, value, index) => (value > remainders[best]! ? index : best), 0);
    parts[largest]! += 1n;
    remainders[largest] = -1n;
  }
  return parts;
}

const LARGEST = 999_999_999_999n;

/**
 * Splits an amount in proportion to other amounts, or assigns all of it to the first if those cancel out or if any part would exceed the
 * largest amount.
 */
export function apportionByAmounts(total: bigint, amounts: readonly bigint[]): bigint[] {
  const allOnFirst = amounts.map((_, index) => (index === 0 ? total : 0n));
  if (amounts.reduce((sum, part) => sum + part, 0n) === 0n) return allOnFirst;
  const parts = inProportion(total, amounts);
  return parts.every((part) => (part < 0n ? -part : part) <= LARGEST) ? parts : allOnFirst;
}

/**
 * Reduces parts by a cent each until the remainder is no longer negative, unless the carried total was negative. Starts with the parts
 * that exceed their exact values most.
 * @param remaining the remainder after all parts
 */
export function avoidNegativeRemainder(
  parts: bigint[],
  { exact, carried, remaining }: { exact: readonly Fraction[]; carried: bigint; remaining: bigint },
): void {
  const excesses = parts.map((part, index) => add(whole(part), negative(exact[index]!)));
  const byExcess = excesses
    .map((_, index) => index)
    .sort((a, b) =>
      isLess(excesses[b]!, excesses[a]!) ? -1 : isLess(excesses[a]!, excesses[b]!) ? 1 : a - b,
    );
  if (carried < 0n) return;
  for (const index of byExcess.slice(0, remaining < 0n ? Number(-remaining) : 0)) parts[index]! -= 1n;
}

function negative({ n, d }: Fraction): Fraction {
  return { n: -n, d };
}

/** A point in time, in years: all months have the same length, and a day is a fraction of its month. */
export type Moment = Fraction;

/** The end of a day. */
export function endOfDay(day: Day): Moment {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const days = BigInt(endOfMonth(day).slice(8));
  const months = BigInt(year * MONTHS_PER_YEAR + month - 1);
  return { n: months * days + BigInt(date), d: BigInt(MONTHS_PER_YEAR) * days };
}

/** The time from which an item dated on a day counts: the start of that day, or its end if it is the last of its month. */
export function startOf(day: Day): Moment {
  return endOfDay(day === endOfMonth(day) ? day : addDays(day, -1));
}

/** The life of a layer: whole years from its date, or until a date. */
export type Life = { calculationDate: Day; lifespanYears: number; retirementDate: Day | null };

export function endOfLife({ calculationDate, lifespanYears, retirementDate }: Life): Moment {
  if (retirementDate !== null) return startOf(retirementDate);
  return add(startOf(calculationDate), whole(BigInt(lifespanYears)));
}

/** The time between a layer's date and the end of its life, in years. */
export function lengthOfLife(life: Life): Fraction {
  return subtract(endOfLife(life), startOf(life.calculationDate));
}

export function isSameMoment(a: Moment, b: Moment): boolean {
  return a.n * b.d === b.n * a.d;
}

/** The day on which a layer's life ends. */
export function retirementOf({ calculationDate, lifespanYears, retirementDate }: Life): Day {
  return retirementDate ?? addYears(calculationDate, lifespanYears);
}

export type Span = Life & {
  /** Last day accreted through; null if accretion starts from the calculation date. */
  accretedThrough: Day | null;
  /** The plugging date of the well; null if not plugged. */
  pluggedOn: Day | null;
};

/** The time in years that a layer accretes through a day, limited to its life. */
export function accretionTime(span: Span, through: Day): Fraction {
  const { calculationDate, accretedThrough, pluggedOn } = span;
  // A layer recognized on or after the day its well was plugged has no time left.
  if (pluggedOn !== null && pluggedOn <= (accretedThrough ?? calculationDate)) return ZERO;
  const last = pluggedOn !== null && pluggedOn < through ? pluggedOn : through;
  const lifeStart = startOf(calculationDate);
  const accretedTo = accretedThrough === null ? lifeStart : endOfDay(accretedThrough);
  const from = isLess(accretedTo, lifeStart) ? lifeStart : accretedTo;
  const time = subtract(least(endOfDay(last), endOfLife(span)), from);
  return time.n > 0n ? time : ZERO;
}
