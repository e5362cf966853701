import { trimBlanks } from '~/domain/wells/clean-text';
import { dateOfSerial, dateOfYear, readDateCell } from './date-text';
import type { ColumnFormat } from './mapping';
import {
  hasFractionOfCent,
  mayBeFraction,
  readNumberCell,
  readRateCell,
  roundToCents,
  stripTrailingZeros,
  timesHundred,
} from './number-text';
import type { Target } from './targets';

/** A cell in upload format, or the reason it can't be interpreted. */
export type ReadCell = { text: string; problem?: undefined } | { text?: undefined; problem: string };

const YES = /^(?:yes|y|x|true|1|\u2713)$/i;
const NO = /^(?:no|n|false|0)$/i;
const ERROR = /^#(?:REF!|DIV\/0!|VALUE!|N\/A|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
const MAX_QUOTED = 40;

/** Key of a word in a mapping's meanings. */
export function wordKey(text: string): string {
  return trimBlanks(text).toLowerCase().replace(/\s+/g, ' ');
}

/** Option that matches a text: exactly, or else ignoring case. */
export function findOption(options: readonly string[], text: string): string | undefined {
  const exact = trimBlanks(text);
  if (options.includes(exact)) return exact;
  const key = wordKey(text);
  return options.find((name) => name.toLowerCase() === key);
}

/**
 * Reads a cell in its column's format. An ambiguous cell without a decision is a problem, never a guess; values that
 * are invalid in other ways pass through, and the upload's own rules reject them.
 */
export function readCell(
  { kind, label, options }: Target,
  raw: string,
  format: ColumnFormat,
  words: Readonly<Record<string, string>>,
): ReadCell {
  const text = trimBlanks(raw);
  if (text === '') return { text: '' };
  if (ERROR.test(text)) return problem(`${label}: the cell has the error ${text}. Correct it in the file`);
  switch (kind) {
    case 'text':
      return { text };
    case 'words':
      return readWord(label, text, options ?? [], words);
    case 'checkbox':
      return { text: YES.test(text) ? 'true' : NO.test(text) ? 'false' : text };
    case 'date':
      return readDate(label, text, format);
    default:
      return readNumber(kind, label, text, format);
  }
}

function readWord(
  label: string,
  text: string,
  options: readonly string[],
  words: Readonly<Record<string, string>>,
): ReadCell {
  const key = wordKey(text);
  if (Object.hasOwn(words, key)) return { text: words[key] ?? '' };
  const option = findOption(options, text);
  return option ? { text: option } : problem(`${label}: choose a meaning for "${shorten(text)}"`);
}

function readDate(label: string, text: string, format: ColumnFormat): ReadCell {
  const cell = readDateCell(text, format.shortYears);
  switch (cell.kind) {
    case 'blank':
      return { text: '' };
    case 'sure':
      return { text: cell.date };
    case 'placeholder':
      return format.dash === 'blank'
        ? { text: '' }
        : problem(`${label}: choose a meaning for "${shorten(text)}"`);
    case 'ordered': {
      const { mdy, dmy } = cell;
      if (format.dateOrder === undefined && mdy !== null && dmy !== null) {
        return problem(
          `${label}: "${shorten(text)}" could be two dates. Choose whether the month or the day comes first`,
        );
      }
      const date = format.dateOrder === undefined ? (mdy ?? dmy) : cell[format.dateOrder];
      return date === null
        ? problem(
            `${label}: "${shorten(text)}" isn’t a date when the ${format.dateOrder === 'mdy' ? 'month' : 'day'} comes first`,
          )
        : { text: date };
    }
    case 'year':
      return format.yearDay === undefined
        ? problem(`${label}: choose a day in ${cell.year}`)
        : { text: dateOfYear(cell.year, format.yearDay) };
    case 'serial':
      return format.epoch === undefined
        ? problem(`${label}: ${cell.serial} may be a spreadsheet date number. Choose its date system`)
        : { text: dateOfSerial(cell.serial, format.epoch) };
    case 'short-year':
      return problem(`${label}: "${shorten(text)}" needs a four-digit year`);
    default:
      return problem(`${label}: "${shorten(text)}" isn’t a date`);
  }
}

function readNumber(
  kind: 'amount' | 'rate' | 'share' | 'whole' | 'number',
  label: string,
  text: string,
  format: ColumnFormat,
): ReadCell {
  const cell = (kind === 'rate' || kind === 'share' ? readRateCell : readNumberCell)(text);
  if (cell.kind === 'blank') return { text: '' };
  if (cell.kind === 'placeholder') {
    if (format.dash === undefined) return problem(`${label}: choose a meaning for "${shorten(text)}"`);
    return { text: format.dash === 'zero' ? '0' : '' };
  }
  if (!('point' in cell)) return problem(`${label}: "${shorten(text)}" isn’t a number`);
  if (cell.kind === 'either' && format.decimal === undefined) {
    return problem(`${label}: "${shorten(text)}" could be two numbers. Choose what its separator means`);
  }
  const decimal = format.decimal === undefined ? (cell.point ?? cell.comma) : cell[format.decimal];
  if (decimal === null) {
    const sign = format.decimal === 'comma' ? 'comma' : 'period';
    return problem(`${label}: "${shorten(text)}" isn’t a number with a decimal ${sign}`);
  }
  if (kind === 'rate') return readRate(label, text, decimal, cell.isPercent, format);
  // Working interests often have six decimals, so they aren't rounded.
  if (kind === 'share')
    return readRate(label, text, decimal, cell.isPercent, { ...format, cents: undefined });
  if (cell.isPercent) return problem(`${label}: "${shorten(text)}" is a percentage`);
  const signed = format.sign === 'turned' ? flipSign(decimal) : decimal;
  return { text: formatDecimal(kind === 'amount' ? signed : decimal, kind === 'amount' ? format : {}) };
}

function readRate(
  label: string,
  text: string,
  decimal: string,
  isPercent: boolean,
  format: ColumnFormat,
): ReadCell {
  if (isPercent) return { text: formatDecimal(decimal, format) };
  const isSmall = mayBeFraction(decimal);
  if (format.rate === undefined && isSmall) {
    return problem(`${label}: choose whether ${shorten(text)} is ${decimal}% or ${timesHundred(decimal)}%`);
  }
  if (format.rate === 'fraction' && !isSmall && /[1-9]/.test(decimal)) {
    return problem(`${label}: "${shorten(text)}" is more than 1, but the column has fractions such as 0.08`);
  }
  return { text: formatDecimal(format.rate === 'fraction' ? timesHundred(decimal) : decimal, format) };
}

function formatDecimal(decimal: string, { cents }: ColumnFormat): string {
  const plain = stripTrailingZeros(decimal);
  return cents === 'rounded' && hasFractionOfCent(plain) ? roundToCents(plain) : plain;
}

function flipSign(decimal: string): string {
  if (!/[1-9]/.test(decimal)) return decimal;
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

function problem(message: string): ReadCell {
  return { problem: message };
}

/** Cuts between characters, so a surrogate pair is never split. */
function shorten(text: string): string {
  return text.length <= MAX_QUOTED
    ? text
    : `${[...text.slice(0, 2 * MAX_QUOTED)].slice(0, MAX_QUOTED).join('')}…`;
}
