import { parseCents, roundHalfUp } from '~/domain/money/money';
import type { Format } from '~/hooks/use-format';

const UNITS = ['', 'K', 'M', 'B', 'T'];
const SIGNIFICANT_DIGITS = 3;

/** "27070.90" as 27.1K: three significant digits in the user's number format, for charts that show the exact figure elsewhere. */
export function compactAmount(format: Pick<Format, 'money'>, amount: string): string {
  const cents = roundedTo(SIGNIFICANT_DIGITS, parseCents(amount));
  const wholeDigits = String(cents < 0n ? -cents : cents).length - 2;
  const unit = Math.min(Math.max(Math.ceil(wholeDigits / 3) - 1, 0), UNITS.length - 1);
  const text = format.money(decimalText(cents / 1000n ** BigInt(unit)));
  // The unit goes inside the parentheses: (3.97M).
  return text.endsWith(')') ? `${text.slice(0, -1)}${UNITS[unit]})` : text + UNITS[unit];
}

function roundedTo(digits: number, value: bigint): bigint {
  const length = String(value < 0n ? -value : value).length;
  if (length <= digits) return value;
  const step = 10n ** BigInt(length - digits);
  return roundHalfUp(value, step) * step;
}

/** Formats hundredths with up to three digits, dropping a fraction of zeros: "1.30", "12.3", "120", "5". */
function decimalText(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const fraction = digits.slice(-2).slice(0, Math.max(SIGNIFICANT_DIGITS - whole.length, 0));
  return (hundredths < 0n ? '-' : '') + whole + (Number(fraction) === 0 ? '' : `.${fraction}`);
}
