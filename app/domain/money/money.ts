import { Decimal } from './decimal';
import { type DecimalTextProblem, formatFixed, parseHundredths } from './decimal-text';
import { DomainError } from './domain-error';

/** An amount of money in whole cents; always a safe integer. */
export type Cents = number;

/** Largest magnitude of decimal(12,2): 9,999,999,999.99. */
export const MAX_CENTS: Cents = 999_999_999_999;

/** Many countries write a hundred thousand as 100.000. */
const DOTTED_THOUSANDS = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;

/**
 * Reads an amount such as `100000`, `"27070.90"` or `"-5"` as cents. Never rounds and never throws; returns the reason
 * if it is invalid. Trailing zeros don't count as precision, so "1.5000" is 150 cents; but "100.000" could mean a
 * hundred thousand or a hundred, and is refused as too precise.
 * Source: money is decimal(12,2); too large or too precise is an invalid input.
 */
export function parseMoney(
  input: string | number,
): { ok: true; cents: Cents } | { ok: false; reason: DecimalTextProblem } {
  if (typeof input === 'string' && DOTTED_THOUSANDS.test(input)) {
    return { ok: false, reason: 'too-precise' };
  }
  const parsed = parseHundredths(input, MAX_CENTS);
  return parsed.ok ? { ok: true, cents: parsed.hundredths } : parsed;
}

/** Writes cents as text with two decimals and no separators: 2707090 is "27070.90". Throws RangeError on a fraction. */
export function formatCents(cents: number | bigint): string {
  return formatFixed(cents, 2);
}

/**
 * Parses text written by formatCents. A sum may be larger than any amount, so there is no limit. Throws SyntaxError on
 * other text.
 */
export function parseCents(text: string): bigint {
  if (!/^-?\d+\.\d+$/.test(text)) throw new SyntaxError('No amount as formatCents writes it');
  return BigInt(text.replace('.', ''));
}

/** Adds amounts exactly, with no upper limit. The sum is in cents. */
export function sumCents(values: Iterable<Cents>): bigint {
  let sum = 0n;
  for (const cents of values) sum += BigInt(cents);
  return sum;
}

/**
 * Divides and rounds to the nearest integer, ties away from zero: 5/2 is 3 and −5/2 is −3, so a decrease rounds like
 * the increase it undoes. Throws RangeError on a zero denominator.
 * Source: every posted amount is rounded half-up to cents, once.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = (2n * abs(numerator) + abs(denominator)) / (2n * abs(denominator));
  return numerator < 0n === denominator < 0n ? magnitude : -magnitude;
}

/**
 * Part of an amount, in cents: cents × numerator ÷ denominator, rounded once, half away from zero. Exact for any size;
 * skips bigint if the product is a safe integer.
 * @param denominator positive
 */
export function partOfCents(
  cents: Cents,
  { numerator, denominator }: { numerator: number; denominator: number },
): Cents {
  const product = Math.abs(cents * numerator);
  if (product > Number.MAX_SAFE_INTEGER) {
    return Number(roundHalfUp(BigInt(cents) * BigInt(numerator), BigInt(denominator)));
  }
  const remainder = product % denominator;
  const magnitude = (product - remainder) / denominator + (remainder >= denominator - remainder ? 1 : 0);
  return magnitude === 0 || cents < 0 === numerator < 0 ? magnitude : -magnitude;
}

/**
 * Checks that a whole number of cents fits in a money column.
 * Throws DomainError on `field` if it is beyond ±MAX_CENTS (or not a number).
 */
export function boundedCents(value: number | bigint, field: string | null = null): Cents {
  if (value >= -MAX_CENTS && value <= MAX_CENTS) return Number(value);
  throw new DomainError(field, 'Amount can’t exceed 9,999,999,999.99');
}

/**
 * Rounds a Decimal in cents (not currency units) to whole cents, half-up.
 * Throws DomainError on `field` if the result is beyond ±MAX_CENTS.
 */
export function centsFromDecimal(value: Decimal, field: string | null = null): Cents {
  const rounded = value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  // Decimal rounds −0.4 to −0; adding 0 makes that 0.
  return boundedCents(rounded + 0, field);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
