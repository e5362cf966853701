import { Decimal } from 'decimal.js';

/**
 * The arithmetic of the model of the books. It shares nothing with the product: exact fractions of BigInt where the product
 * has ticks and 40-digit decimals, so that a mistake in one does not repeat in the other.
 */

/** An exact number; the denominator is positive. */
export type Fraction = { n: bigint; d: bigint };

export type Day = string;

export const ZERO: Fraction = { n: 0n, d: 1n };

const MS_PER_DAY = 86_400_000;
const BP_PER_UNIT = 10_000n;
const MONTHS_PER_YEAR = 12;
const Precise = Decimal.clone({ precision: 60 });

export function add(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { n: -b.n, d: b.d });
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

/** cost × ((1 + inflation) ÷ (1 + discount))^years as an exact fraction, rounded to cents once. */
export function presentValue(
  costCents: bigint,
  { inflationBp, discountBp, years }: { inflationBp: number; discountBp: number; years: number },
): bigint {
  return roundHalfUp({
    n: costCents * (BP_PER_UNIT + BigInt(inflationBp)) ** BigInt(years),
    d: (BP_PER_UNIT + BigInt(discountBp)) ** BigInt(years),
  });
}

/** The expense of a balance over a time, rounded to cents once. */
export function accretionOf(
  balanceCents: bigint,
  { method, discountBp, time }: { method: 'simple' | 'effective'; discountBp: number; time: Fraction },
): bigint {
  if (method === 'simple') {
    return roundHalfUp({ n: balanceCents * BigInt(discountBp) * time.n, d: BP_PER_UNIT * time.d });
  }
  const years = new Precise(time.n.toString()).div(time.d.toString());
  const growth = new Precise(discountBp).div(BP_PER_UNIT.toString()).plus(1).pow(years).minus(1);
  const expense = growth.times(balanceCents.toString()).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  return BigInt(expense.toFixed(0));
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

export type Span = {
  calculationDate: Day;
  lifespanYears: number;
  /** Through when it has accreted; null while it accretes from its calculation date. */
  accretedThrough: Day | null;
  /** The last day of a well that is plugged. */
  pluggedOn: Day | null;
};

/**
 * The time in years that a layer accretes through a day: for each calendar month touched, days covered ÷ days in the month ÷
 * 12, and no more over its life than its lifespan.
 */
export function accretionTime(span: Span, through: Day): Fraction {
  const { calculationDate, lifespanYears, accretedThrough, pluggedOn } = span;
  // A layer recognized on the day its well was plugged, or later, has no time left.
  if (pluggedOn !== null && pluggedOn <= (accretedThrough ?? calculationDate)) return ZERO;
  const end = pluggedOn !== null && pluggedOn < through ? pluggedOn : through;
  // The calculation date itself is covered, unless it is the last day of its month.
  const birth =
    calculationDate === endOfMonth(calculationDate) ? addDays(calculationDate, 1) : calculationDate;
  const first = accretedThrough === null ? birth : addDays(accretedThrough, 1);
  const covered = timeOfDays(first, end);
  const left = subtract({ n: BigInt(lifespanYears), d: 1n }, timeOfDays(birth, addDays(first, -1)));
  if (left.n <= 0n) return ZERO;
  return isLess(left, covered) ? left : covered;
}

/** From the first day to the last, both included, in years. */
function timeOfDays(first: Day, last: Day): Fraction {
  let sum = ZERO;
  for (let day = first; day <= last; ) {
    const monthEnd = endOfMonth(day);
    const until = monthEnd < last ? monthEnd : last;
    const days = Number(until.slice(8)) - Number(day.slice(8)) + 1;
    sum = add(sum, { n: BigInt(days), d: BigInt(Number(monthEnd.slice(8)) * MONTHS_PER_YEAR) });
    day = addDays(monthEnd, 1);
  }
  return sum;
}
