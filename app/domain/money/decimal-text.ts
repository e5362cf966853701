/** Reason that text isn't a valid decimal number. */
export type DecimalTextProblem = 'not-a-number' | 'too-precise' | 'too-large';

type Parsed<Name extends string> =
  | ({ ok: true } & Record<Name, number>)
  | { ok: false; reason: DecimalTextProblem };

const PLAIN_DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * Reads a number with at most two significant decimals as an integer count of hundredths, like `parseFixed`.
 *
 * Source: decimal(12,2) for money and decimal(5,2) for rates; too large or too precise is refused, not adjusted.
 */
export function parseHundredths(input: string | number, max: number): Parsed<'hundredths'> {
  const parsed = parseFixed(input, { places: 2, max });
  return parsed.ok ? { ok: true, hundredths: parsed.units } : parsed;
}

/**
 * Reads a number with at most `places` significant decimals as an integer count of 10^-places units; never rounds.
 *
 * Text is plain decimal notation with an optional sign and surrounding spaces; exponents, thousands separators and
 * hexadecimal aren't accepted. A JavaScript number is read by its shortest decimal text, so 0.1 is a tenth and 0.1 +
 * 0.2 is too precise. Returns a reason instead of throwing. `max` bounds the magnitude, in units.
 */
export function parseFixed(
  input: string | number,
  { places, max }: { places: number; max: number },
): Parsed<'units'> {
  const text = String(input).trim();
  if (typeof input === 'number' && text.includes('e')) {
    // JavaScript uses exponents from 1e21 up and from 1e-7 down.
    if (text.includes('e+')) return { ok: false, reason: 'too-large' };
    return parseFixed(withoutExponent(text), { places, max });
  }
  const [, sign, whole = '', fraction = ''] = PLAIN_DECIMAL.exec(text) ?? [];
  if (whole + fraction === '') return { ok: false, reason: 'not-a-number' };
  if (/[1-9]/.test(fraction.slice(places))) return { ok: false, reason: 'too-precise' };

  // Exact up to `max`; a whole part too long for a double only needs to compare as greater.
  const magnitude = Number(whole) * 10 ** places + Number(fraction.slice(0, places).padEnd(places, '0'));
  if (magnitude > max) return { ok: false, reason: 'too-large' };
  // Subtract instead of negating: -0 would fail `Object.is` comparisons with 0.
  return { ok: true, units: sign === '-' ? 0 - magnitude : magnitude };
}

/** Strips a percent sign: "8%" becomes "8", for users who type it into a field that already shows the unit. */
export function withoutPercentSign(input: string | number): string | number {
  return typeof input === 'string' ? input.replace(/\s*%\s*$/, '') : input;
}

/** `-1.5e-8` as `-0.000000015`. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent = ''] = text.split('e-');
  const digits = mantissa.replace(/[-.]/g, '');
  return `${mantissa.startsWith('-') ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}

/**
 * Writes an integer count of 10^-places units as decimal text with exactly `places` (one or more) decimals:
 * `formatFixed(-5, 2)` is "-0.05". Exact for any bigint. Throws RangeError on a number that is not an integer.
 */
export function formatFixed(value: number | bigint, places: number): string {
  const units = typeof value === 'number' && Number.isSafeInteger(value) ? value : BigInt(value);
  const digits = String(units)
    .replace('-', '')
    .padStart(places + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
