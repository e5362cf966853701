import { parseMoney } from './money';

/**
 * Strips the dollar sign and separators from an amount pasted from a spreadsheet, such as "$100,000.00". Returns other
 * text unchanged.
 */
export function removeGrouping(text: string): string {
  const trimmed = text.trim();
  return /^\$?\s?\d{1,3}(,\d{3})*(\.\d*)?$/.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : text;
}

/**
 * Reads an amount as typed or pasted: `$`, thousands separators, a minus sign before or after it, or parentheses. Blank
 * and a dash are zero.
 * @returns null if it isn't an amount in cents
 */
export function parseTypedCents(text: string): number | null {
  const stripped = text.trim().replace(/^\$\s?|[\s$](?=[\d(-])/g, '');
  if (stripped === '' || stripped === '-' || stripped === '–') return 0;
  const [, inside] =
    /^\((.*)\)$/.exec(stripped) ?? /^[-\u2212](.*)$/.exec(stripped) ?? /^(.*)[-\u2212]$/.exec(stripped) ?? [];
  const isNegative = inside !== undefined;
  const digits = (inside ?? stripped).replace(/^\$/, '').trim();
  if (!/^\d{1,3}(,\d{3})*(\.\d*)?$|^(\d+\.?\d*|\.\d+)$/.test(digits)) return null;
  const number = digits.replace(/,/g, '');
  // Commas separate thousands here, so a period must be the decimal point.
  const parsed = parseMoney(number.includes('.') ? number.padEnd(number.indexOf('.') + 3, '0') : number);
  if (!parsed.ok) return null;
  return isNegative && parsed.cents !== 0 ? -parsed.cents : parsed.cents;
}
