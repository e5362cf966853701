import { Decimal } from 'decimal.js';

/**
 * The arithmetic of the model of the books. It shares nothing with the product: exact fractions of BigInt where the product
 * has ticks and 40-digit decimals, so that a mistake in one does not repeat in the other.
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

/** The divisor has to be positive. */
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

/** To the nearest whole number, halves away from zero. */
export function roundHalfUp({ n, d }: Fraction): bigint {
  const magnitude = (2n * (n < 0n ? -n : n) + d) / (2n * d);
  return n < 0n ? -magnitude : magnitude;
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The last day of the month that a day is in. */
export function endOfMonth(day: Day): Day {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
}

/** The same day so many years later; February 29 becomes the 28th in a year that has none. */
export function addYears(day: Day, years: number): Day {
  const month = `${Number(day.slice(0, 4)) + years}${day.slice(4, 7)}`;
  const last = endOfMonth(`${month}-01`);
  const wanted = `${month}${day.slice(7)}`;
  return wanted < last ? wanted : last;
}

/** Annual rates, in trillionths of one. */
export type Rates = { discount: bigint; inflation: bigint };

export function rateOfBp(bp: number): bigint {
  return BigInt(bp) * RATE_PER_BP;
}

/** cost × ((1 + inflation) ÷ (1 + discount))^years, exact where the years are whole, rounded to cents once. */
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

/** An amount that grew part by part: each cents × (1 + rate)^years, and a share of what was there by then. */
export type GrownPart = { cents: bigint; rate: bigint; years: Fraction; isAnew: boolean; left: Fraction };

/** What parts come to that were added one after another, each followed by what takes its share of all, rounded to cents once. */
export function grown(parts: readonly GrownPart[]): bigint {
  let sum = new Precise(0);
  for (const { cents, rate, years, isAnew, left } of parts) {
    const part = growth(rate, years).times(cents.toString());
    sum = (isAnew ? part : sum.plus(part)).times(left.n.toString()).div(left.d.toString());
  }
  return BigInt(sum.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/** (1 + rate)^years. */
function growth(rate: bigint, years: Fraction): Decimal {
  const base = new Precise(rate.toString()).div(RATE_ONE.toString()).plus(1);
  return base.pow(new Precise(years.n.toString()).div(years.d.toString()));
}

/** The expense of a balance over a time, rounded to cents once. */
export function accretionOf(
  balanceCents: bigint,
  { method, discount, time }: { method: 'simple' | 'effective'; discount: bigint; time: Fraction },
): bigint {
  if (method === 'simple') return roundHalfUp({ n: balanceCents * discount * time.n, d: RATE_ONE * time.d });
  const expense = growth(discount, time).minus(1).times(balanceCents.toString());
  return BigInt(expense.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/**
 * An amount over weights, to the cent: each gets its share rounded down, and one cent more each those that lost most, the first
 * among equals.
 */
export function inProportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((before, weight) => before + weight, 0n);
  const exact = weights.map((weight) => ({
    n: total * weight * (sum < 0n ? -1n : 1n),
    d: sum < 0n ? -sum : sum,
  }));
  const parts = exact.map(({ n, d }) => n / d - (n % d < 0n ? 1n : 0n));
  const lost = exact.map(({ n, d }, index) => n - parts[index]! * d);
  for (let left = total - parts.reduce((before, part) => before + part, 0n); left > 0n; left -= 1n) {
    const most = lost.reduce((best, value, index) => (value > lost[best]! ? index : best), 0);
    parts[most]! += 1n;
    lost[most] = -1n;
  }
  return parts;
}

const LARGEST = 999_999_999_999n;

/** An amount over what it follows: all on the first where that cancels out, or leaves a part beyond the largest amount. */
export function alongside(total: bigint, followed: readonly bigint[]): bigint[] {
  const onFirst = followed.map((_, index) => (index === 0 ? total : 0n));
  if (followed.reduce((sum, part) => sum + part, 0n) === 0n) return onFirst;
  const parts = inProportion(total, followed);
  return parts.every((part) => (part < 0n ? -part : part) <= LARGEST) ? parts : onFirst;
}

/**
 * Makes parts smaller, a cent each, until what they leave is not below nothing, if it was not before: first those that are
 * largest beside what they should exactly be.
 * @param left what all of it leaves
 */
export function leaveNoDebt(
  parts: bigint[],
  { exact, carried, left }: { exact: readonly Fraction[]; carried: bigint; left: bigint },
): void {
  const over = parts.map((part, index) => add(whole(part), negative(exact[index]!)));
  const byOver = over
    .map((_, index) => index)
    .sort((a, b) => (isLess(over[b]!, over[a]!) ? -1 : isLess(over[a]!, over[b]!) ? 1 : a - b));
  if (carried < 0n) return;
  for (const index of byOver.slice(0, left < 0n ? Number(-left) : 0)) parts[index]! -= 1n;
}

function negative({ n, d }: Fraction): Fraction {
  return { n: -n, d };
}

/** A point in time, in years: months are equally long, and a day is a part of its month. */
export type Moment = Fraction;

/** The moment at which a day is over. */
export function endOf(day: Day): Moment {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const days = BigInt(endOfMonth(day).slice(8));
  const months = BigInt(year * MONTHS_PER_YEAR + month - 1);
  return { n: months * days + BigInt(date), d: BigInt(MONTHS_PER_YEAR) * days };
}

/** The moment from which what is dated on a day counts: its beginning, but its end on the last day of a month. */
export function startOf(day: Day): Moment {
  return endOf(day === endOfMonth(day) ? day : addDays(day, -1));
}

/** How long a layer lives: whole years from its date, or until a date. */
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

/** The day on which a layer's life is over. */
export function retirementOf({ calculationDate, lifespanYears, retirementDate }: Life): Day {
  return retirementDate ?? addYears(calculationDate, lifespanYears);
}

export type Span = Life & {
  /** Through when it has accreted; null while it accretes from its calculation date. */
  accretedThrough: Day | null;
  /** The last day of a well that is plugged. */
  pluggedOn: Day | null;
};

/** The time in years that a layer accretes through a day, and no more over its life than that is long. */
export function accretionTime(span: Span, through: Day): Fraction {
  const { calculationDate, accretedThrough, pluggedOn } = span;
  // A layer recognized on the day its well was plugged, or later, has no time left.
  if (pluggedOn !== null && pluggedOn <= (accretedThrough ?? calculationDate)) return ZERO;
  const last = pluggedOn !== null && pluggedOn < through ? pluggedOn : through;
  const birth = startOf(calculationDate);
  const reached = accretedThrough === null ? birth : endOf(accretedThrough);
  const from = isLess(reached, birth) ? birth : reached;
  const time = subtract(least(endOf(last), endOfLife(span)), from);
  return time.n > 0n ? time : ZERO;
}
