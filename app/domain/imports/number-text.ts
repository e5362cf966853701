/** Decimal separator of a column: `1,234.56` or `1.234,56`. */
export type DecimalSeparator = 'point' | 'comma';

/**
 * A cell parsed as a number. `plain` reads the same either way (1234), `point` and `comma` only one way, `either` both
 * ways (1.234). `placeholder` means blank or zero; the cell doesn't say which.
 */
export type NumberCell = { kind: 'blank' | 'placeholder' | 'unreadable' } | ReadNumber;

export type ReadNumber = {
  kind: 'plain' | 'point' | 'comma' | 'either';
  isPercent: boolean;
  /** Decimal text in each reading, such as -1234.56; null if it can't be read that way. */
  point: string | null;
  comma: string | null;
};

const MAX_LENGTH = 60;
const CURRENCY = '(?:US\\$|C\\$|A\\$|[$€£¥]|USD|CAD|EUR|GBP|NOK|kr\\.?)';
const CURRENCY_BEFORE = new RegExp(`^${CURRENCY} ?`, 'i');
const CURRENCY_AFTER = new RegExp(` ?${CURRENCY}$`, 'i');
const GROUPED = {
  point:
    /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$|^[1-9]\d{0,2}(?:[ '\u2019]\d{3})+(?:\.\d*)?$|^(?:\d+\.?\d*|\.\d+)$/,
  comma:
    /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$|^[1-9]\d{0,2}(?:[ '\u2019]\d{3})+(?:,\d*)?$|^(?:\d+,?\d*|,\d+)$/,
};

/**
 * Parses a cell the way accountants write numbers: currency, thousands separators, parentheses or a minus sign for
 * negatives, and a percent sign. Never rounds. Exponents aren't accepted: a spreadsheet that shows one has cut off
 * digits.
 */
export function readNumberCell(text: string): NumberCell {
  let remaining = text.replace(/[\s\u00A0\u202F]+/g, ' ').trim();
  if (remaining === '') return { kind: 'blank' };
  if (remaining.length > MAX_LENGTH) return { kind: 'unreadable' };
  let isNegative = false;
  const negate = (pattern: RegExp, inner: string) => {
    if (isNegative || !pattern.test(remaining)) return;
    isNegative = true;
    remaining = remaining.replace(pattern, inner).trim();
  };
  const stripCurrency = () => {
    remaining = remaining.replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '').trim();
  };
  stripCurrency();
  if (isPlaceholder(remaining)) return { kind: 'placeholder' };
  negate(/^\((.*)\)$/, '$1');
  stripCurrency();
  let isPercent = false;
  if (/ ?%$/.test(remaining)) {
    isPercent = true;
    remaining = remaining.replace(/ ?%$/, '');
  }
  negate(/^\((.*)\)$/, '$1');
  negate(/^[-\u2212] ?(.*)$/, '$1');
  negate(/^(.*?) ?[-\u2212]$/, '$1');
  stripCurrency();
  if (!isNegative) remaining = remaining.replace(/^\+ ?/, '');
  const point = GROUPED.point.test(remaining) ? toDecimalText(remaining, '.', isNegative) : null;
  const comma = GROUPED.comma.test(remaining) ? toDecimalText(remaining, ',', isNegative) : null;
  if (point === null && comma === null) return { kind: 'unreadable' };
  const kind =
    point === comma ? 'plain' : point === null ? 'comma' : comma === null ? 'point' : ('either' as const);
  return { kind, isPercent, point, comma };
}

/** Parses a cell as a percentage or a fraction: 8.125 and 8,125 are the same, because no rate is in the thousands. */
export function readRateCell(text: string): NumberCell {
  const cell = readNumberCell(text);
  if (cell.kind !== 'either') return cell;
  return text.includes(',')
    ? { ...cell, kind: 'comma', point: null }
    : { ...cell, kind: 'point', comma: null };
}

const PLACEHOLDER = /^(?:[-\u2013\u2014]+|n\/?a|none|null|nil|tbd)$/i;

/** True when a cell is a placeholder for no value, such as a dash or n/a. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** True when decimal text could be a rate written as a fraction: nonzero and at most 1. */
export function mayBeFraction(decimal: string): boolean {
  return /^-?(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(decimal) && /[1-9]/.test(decimal);
}

function toDecimalText(digits: string, separator: '.' | ',', isNegative: boolean): string {
  const [whole = '', fraction = ''] = digits.split(separator);
  const int = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const text = fraction === '' ? int : `${int}.${fraction}`;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Multiplies decimal text by 100, exactly. */
export function timesHundred(decimal: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const digits = fraction.padEnd(2, '0');
  const int = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const remaining = digits.slice(2).replace(/0+$/, '');
  return `${sign}${int}${remaining && `.${remaining}`}`;
}

/** Strips trailing zeros beyond the second decimal place, and decimals that are all zero. */
export function stripTrailingZeros(decimal: string): string {
  return decimal.replace(/(\.\d\d\d*?)0+$/, '$1').replace(/\.0*$/, '');
}

/** True when decimal text has more than two significant decimal places. */
export function hasFractionOfCent(decimal: string): boolean {
  return /\.\d\d\d*[1-9]/.test(decimal);
}

/** Rounds decimal text to two places, half away from zero, as a spreadsheet displays it. */
export function roundToCents(decimal: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (fraction.length <= 2) return decimal;
  const cents = BigInt(whole + fraction.slice(0, 2)) + (fraction.charAt(2) >= '5' ? 1n : 0n);
  const text = cents.toString().padStart(3, '0');
  return `${cents === 0n ? '' : sign}${text.slice(0, -2)}.${text.slice(-2)}`;
}
