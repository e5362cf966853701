import { Decimal } from './decimal';
import { type DecimalTextProblem, formatFixed, parseHundredths } from './decimal-text';
import { DomainError } from './domain-error';

/** An amount of money as a whole number of cents; always a safe integer. */
export type Cents = number;

/** The largest magnitude that decimal(12,2) holds: 9,999,999,999.99. */
export const MAX_CENTS: Cents = 999_999_999_999;

/** Half the world writes a hundred thousand so, and means it. */
const THOUSANDS_WITH_A_POINT = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;

/**
 * Reads an amount such as `100000`, `"27070.90"` or `"-5"` as cents; never rounds and never throws, but names the
 * reason why a text is refused. Trailing zeros are no precision, "1.5000" is 150 cents; but "100.000" may mean a hundred
 * thousand as well as a hundred, and is refused as too precise.
 * Source: money is decimal(12,2); too large or too precise is an invalid input.
 */
export function parseMoney(
  input: string | number,
): { ok: true; cents: Cents } | { ok: false; reason: DecimalTextProblem } {
  if (typeof input === 'string' && THOUSANDS_WITH_A_POINT.test(input)) {
    return { ok: false, reason: 'too-precise' };
  }
  const parsed = parseHundredths(input, MAX_CENTS);
  return parsed.ok ? { ok: true, cents: parsed.hundredths } : parsed;
}

/** Writes cents as text with two decimals and no separators: 2707090 is "27070.90". Throws RangeError on a fraction. */
export function formatCents(cents: number | bigint): string {
  return formatFixed(cents, 2);
}

/** Reads back what formatCents wrote, however large, for a sum may be larger than any amount. Throws SyntaxError on other text. */
export function parseCents(text: string): bigint {
  if (!/^-?\d+\.\d+$/.test(text)) throw new SyntaxError('No amount as formatCents writes it');
  return BigInt(text.replace('.', ''));
}

/** Adds amounts exactly, without any upper limit. The sum is in cents. */
export function sumCents(values: Iterable<Cents>): bigint {
  let sum = 0n;
  for (const cents of values) sum += BigInt(cents);
  return sum;
}

/**
 * Divides and rounds to the nearest integer, ties away from zero: 5/2 is 3 and −5/2 is −3, so that a decrease rounds
 * as the increase that it undoes. Throws RangeError on a zero denominator.
 * Source: every posted amount is rounded half-up to cents, once.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = (2n * abs(numerator) + abs(denominator)) / (2n * abs(denominator));
  return numerator < 0n === denominator < 0n ? magnitude : -magnitude;
}

/**
 * A part of an amount, in cents: cents × numerator ÷ denominator, rounded half-up once, away from zero. Exact whatever its size;
 * without the detour over bigint where the product is a safe integer.
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
  const rest = product % denominator;
  const magnitude = (product - rest) / denominator + (rest >= denominator - rest ? 1 : 0);
  return magnitude === 0 || cents < 0 === numerator < 0 ? magnitude : -magnitude;
}

/**
 * Narrows a whole number of cents to one that a money column holds.
 * Throws DomainError on `field` when it lies beyond ±MAX_CENTS (or is no number at all).
 */
export function boundedCents(value: number | bigint, field: string | null = null): Cents {
  if (value >= -MAX_CENTS && value <= MAX_CENTS) return Number(value);
  throw new DomainError(field, 'Amount can’t exceed 9,999,999,999.99');
}

/**
 * Rounds a Decimal that counts cents (not currency units) to whole cents, half-up.
 * Throws DomainError on `field` when the result lies beyond ±MAX_CENTS.
 */
export function centsFromDecimal(value: Decimal, field: string | null = null): Cents {
  const rounded = value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
  // Decimal rounds −0.4 to −0; adding 0 leaves only one zero.
  return boundedCents(rounded + 0, field);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
