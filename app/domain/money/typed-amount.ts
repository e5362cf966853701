import { parseMoney } from './money';

/** An amount as one pastes it from a spreadsheet, "$100,000.00", without sign and separators. Else as it is. */
export function plainAmount(text: string): string {
  const trimmed = text.trim();
  return /^\$?\s?\d{1,3}(,\d{3})*(\.\d*)?$/.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : text;
}

/**
 * Reads an amount as people type or paste it: `$`, thousands separators, a minus sign before or after it, or parentheses.
 * Blank and a dash are zero.
 * @returns null for what is no amount in cents
 */
export function typedCents(text: string): number | null {
  const bare = text.trim().replace(/^\$\s?|[\s$](?=[\d(-])/g, '');
  if (bare === '' || bare === '-' || bare === '–') return 0;
  const [, inside] =
    /^\((.*)\)$/.exec(bare) ?? /^[-\u2212](.*)$/.exec(bare) ?? /^(.*)[-\u2212]$/.exec(bare) ?? [];
  const isNegative = inside !== undefined;
  const digits = (inside ?? bare).replace(/^\$/, '').trim();
  if (!/^\d{1,3}(,\d{3})*(\.\d*)?$|^(\d+\.?\d*|\.\d+)$/.test(digits)) return null;
  const number = digits.replace(/,/g, '');
  // A comma tells thousands apart, so the point is one of cents.
  const parsed = parseMoney(number.includes('.') ? number.padEnd(number.indexOf('.') + 3, '0') : number);
  if (!parsed.ok) return null;
  return isNegative && parsed.cents !== 0 ? -parsed.cents : parsed.cents;
}
