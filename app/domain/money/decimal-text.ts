/** Why a text is no amount with two decimals. */
export type DecimalTextProblem = 'not-a-number' | 'too-precise' | 'too-large';

type Parsed = { ok: true; hundredths: number } | { ok: false; reason: DecimalTextProblem };

const PLAIN_DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const AT_MOST_TWO_PLACES = /^\d{0,2}0*$/;

/**
 * Reads a number with at most two significant decimals as an integer count of hundredths; never rounds.
 *
 * Text is plain decimal notation with an optional sign, surrounding blanks allowed: no exponent, no thousands
 * separator, no hexadecimal. A JavaScript number is read by its shortest decimal text, so that 0.1 is a tenth and
 * 0.1 + 0.2 is too precise. Answers a reason instead of throwing. `max` bounds the magnitude, in hundredths.
 *
 * Source: decimal(12,2) for money and decimal(5,2) for rates; too large or too precise is refused, not adjusted.
 */
export function parseHundredths(input: string | number, max: number): Parsed {
  const text = String(input).trim();
  if (typeof input === 'number' && text.includes('e')) {
    // JavaScript writes an exponent from 1e21 up and from 1e-7 down: far beyond either limit.
    return { ok: false, reason: text.includes('e+') ? 'too-large' : 'too-precise' };
  }
  const [, sign, whole = '', fraction = ''] = PLAIN_DECIMAL.exec(text) ?? [];
  if (whole + fraction === '') return { ok: false, reason: 'not-a-number' };
  if (!AT_MOST_TWO_PLACES.test(fraction)) return { ok: false, reason: 'too-precise' };

  // Exact up to `max`; a whole part too long for a double only has to compare as greater.
  const magnitude = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (magnitude > max) return { ok: false, reason: 'too-large' };
  // 0 - 0 is 0, where -0 would be a second zero that `Object.is` tells apart.
  return { ok: true, hundredths: sign === '-' ? 0 - magnitude : magnitude };
}

/**
 * Writes an integer count of 10^-places units as decimal text with exactly `places` (one or more) decimals:
 * `formatFixed(-5, 2)` is "-0.05". Exact for any bigint. Throws RangeError on a number that is not an integer.
 */
export function formatFixed(value: number | bigint, places: number): string {
  const units = BigInt(value);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
