import { Decimal } from './decimal';
import { type DecimalTextProblem, formatFixed, parseHundredths, withoutPercentSign } from './decimal-text';

/**
 * An annual rate in basis points, hundredths of a percent: 8% is 800. Entered rates are whole numbers; the average of
 * several layers' rates has up to ten decimals of a percent. Compute with `rateUnits`, which is exact.
 */
export type RateBp = number;

/** Scale of `rateUnits`: trillionths. */
export const UNITS_PER_ONE = 1_000_000_000_000;
const UNITS_PER_BP = 100_000_000;
const UNITS_PER_EFFECTIVE = 1_000_000;

/** Largest magnitude of decimal(5,2): 999.99%. */
export const MAX_RATE_BP: RateBp = 99_999;

/**
 * Reads a rate in percent such as `8`, `"2.5"`, `"8.00"` or `"8%"` as basis points. Never rounds and never throws;
 * returns the reason if it is invalid. Callers decide whether a rate may be zero or negative.
 * Source: rates are percentages in decimal(5,2); too large or too precise is an invalid input.
 */
export function parseRate(
  input: string | number,
): { ok: true; rateBp: RateBp } | { ok: false; reason: DecimalTextProblem } {
  const parsed = parseHundredths(withoutPercentSign(input), MAX_RATE_BP);
  return parsed.ok ? { ok: true, rateBp: parsed.hundredths } : parsed;
}

/** The rate in trillionths, always a whole number: 8% is 80,000,000,000. */
export function rateUnits(rateBp: RateBp): number {
  return Math.round(rateBp * UNITS_PER_BP);
}

/** Inverse of `rateUnits`. */
export function rateOfUnits(units: number): RateBp {
  return units / UNITS_PER_BP;
}

/** Rounds a rate half-up to whole basis points, for fields with two decimals. */
export function wholeBp(rateBp: RateBp): RateBp {
  return Math.round(rateBp);
}

/** Formats a rate in percent with two decimals: 800 is "8.00". A derived rate is rounded half-up: 846.05 is "8.46". */
export function formatRate(rateBp: RateBp): string {
  return formatFixed(wholeBp(rateBp), 2);
}

/** Formats a rate in percent with four decimals, the display format of derived rates: 846.045295 is "8.4605". */
export function formatEffectiveRate(rateBp: RateBp): string {
  return formatFixed(Math.round(rateUnits(rateBp) / UNITS_PER_EFFECTIVE), 4);
}

/** Formats a rate exactly, in percent with ten decimals, for `parseExactRate`. */
export function formatExactRate(rateBp: RateBp): string {
  return formatFixed(rateUnits(rateBp), 10);
}

/** Parses text written by formatExactRate. Throws SyntaxError on other text. */
export function parseExactRate(text: string): RateBp {
  if (!/^-?\d+\.\d{10}$/.test(text)) throw new SyntaxError('No rate as formatExactRate writes it');
  return rateOfUnits(Number(text.replace('.', '')));
}

/** Growth factor for a year, 1 + rate, exactly: 800 is 1.08. */
export function annualGrowth(rateBp: RateBp): Decimal {
  return new Decimal(UNITS_PER_ONE + rateUnits(rateBp)).div(UNITS_PER_ONE);
}
