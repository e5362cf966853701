import { Decimal } from './decimal';
import { type DecimalTextProblem, formatFixed, parseHundredths } from './decimal-text';

/** An annual rate in basis points, hundredths of a percent: 8 % is 800. Always a safe integer. */
export type RateBp = number;

/** Basis points in one, that is in 100 %. */
export const BP_PER_UNIT = 10_000;

/** The largest magnitude that decimal(5,2) holds: 999.99 %. */
export const MAX_RATE_BP: RateBp = 99_999;

/**
 * Reads a rate in percent such as `8`, `"2.5"` or `"8.00"` as basis points; never rounds and never throws, but names
 * the reason why a text is refused. Whether a rate may be zero or negative is for the caller to say.
 * Source: rates are percentages in decimal(5,2); too large or too precise is an invalid input.
 */
export function parseRate(
  input: string | number,
): { ok: true; rateBp: RateBp } | { ok: false; reason: DecimalTextProblem } {
  const parsed = parseHundredths(input, MAX_RATE_BP);
  return parsed.ok ? { ok: true, rateBp: parsed.hundredths } : parsed;
}

/** Writes a rate as percent with two decimals: 800 is "8.00". Throws RangeError on a fraction of a basis point. */
export function formatRate(rateBp: RateBp): string {
  return formatFixed(rateBp, 2);
}

/** What one unit grows to in a year, 1 + rate, exactly: 800 is 1.08. */
export function annualGrowth(rateBp: RateBp): Decimal {
  return new Decimal(BP_PER_UNIT + rateBp).div(BP_PER_UNIT);
}
