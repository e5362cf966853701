import { trimBlanks } from '~/domain/wells/clean-text';
import { dateOfSerial, dateOfYear, readDateCell } from './date-text';
import type { ColumnFormat } from './mapping';
import {
  hasFractionOfCent,
  mayBeFraction,
  readNumberCell,
  readRateCell,
  roundedToCents,
  stripTrailingZeros,
  timesHundred,
} from './number-text';
import type { Target } from './targets';

/** A cell in upload format, or the reason it can't be interpreted. */
export type ReadCell = { text: string; problem?: undefined } | { text?: undefined; problem: string };

const YES = /^(?:yes|y|x|true|1|\u2713)$/i;
const NO = /^(?:no|n|false|0)$/i;
const ERROR = /^#(?:REF!|DIV\/0!|VALUE!|N\/A|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i;
const MAX_SHOWN = 40;

/** Key of a word in a mapping's meanings. */
export function wordKey(text: string): string {
  return trimBlanks(text).toLowerCase().replace(/\s+/g, ' ');
}

/** Option that matches a text: exactly, or else ignoring case. */
export function optionOf(options: readonly string[], text: string): string | undefined {
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
  const option = optionOf(options, text);
  return option ? { text: option } : problem(`${label}: say what "${shown(text)}" means`);
}

function readDate(label: string, text: string, format: ColumnFormat): ReadCell {
  const cell = readDateCell(text, format.shortYears);
  switch (cell.kind) {
    case 'blank':
      return { text: '' };
    case 'sure':
      return { text: cell.date };
    case 'placeholder':
      return format.dash === 'blank' ? { text: '' } : problem(`${label}: say what "${shown(text)}" means`);
    case 'ordered': {
      const { mdy, dmy } = cell;
      if (format.dateOrder === undefined && mdy !== null && dmy !== null) {
        return problem(`${label}: "${shown(text)}" can be two dates. Say which comes first, month or day`);
      }
      const date = format.dateOrder === undefined ? (mdy ?? dmy) : cell[format.dateOrder];
      return date === null
        ? problem(
            `${label}: "${shown(text)}" isn’t a date when the ${format.dateOrder === 'mdy' ? 'month' : 'day'} comes first`,
          )
        : { text: date };
    }
    case 'year':
      return format.yearDay === undefined
        ? problem(`${label}: say which day of ${cell.year} is meant`)
        : { text: dateOfYear(cell.year, format.yearDay) };
    case 'serial':
      return format.epoch === undefined
        ? problem(`${label}: ${cell.serial} may be a spreadsheet’s date number. Say which`)
        : { text: dateOfSerial(cell.serial, format.epoch) };
    case 'short-year':
      return problem(`${label}: "${shown(text)}" needs a year with four digits`);
    default:
      return problem(`${label}: "${shown(text)}" isn’t a date`);
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
    if (format.dash === undefined) return problem(`${label}: say what "${shown(text)}" means`);
    return { text: format.dash === 'zero' ? '0' : '' };
  }
  if (!('point' in cell)) return problem(`${label}: "${shown(text)}" isn’t a number`);
  if (cell.kind === 'either' && format.decimal === undefined) {
    return problem(`${label}: "${shown(text)}" can be two numbers. Say what its separator means`);
  }
  const read = format.decimal === undefined ? (cell.point ?? cell.comma) : cell[format.decimal];
  if (read === null) {
    const sign = format.decimal === 'comma' ? 'comma' : 'period';
    return problem(`${label}: "${shown(text)}" isn’t a number with a decimal ${sign}`);
  }
  if (kind === 'rate') return readRate(label, text, read, cell.isPercent, format);
  // Working interests often have six decimals, so they aren't rounded.
  if (kind === 'share') return readRate(label, text, read, cell.isPercent, { ...format, cents: undefined });
  if (cell.isPercent) return problem(`${label}: "${shown(text)}" is a percentage`);
  const signed = format.sign === 'turned' ? turned(read) : read;
  return { text: rounded(kind === 'amount' ? signed : read, kind === 'amount' ? format : {}) };
}

function readRate(
  label: string,
  text: string,
  read: string,
  isPercent: boolean,
  format: ColumnFormat,
): ReadCell {
  if (isPercent) return { text: rounded(read, format) };
  const isSmall = mayBeFraction(read);
  if (format.rate === undefined && isSmall) {
    return problem(`${label}: say whether ${shown(text)} is ${read}% or ${timesHundred(read)}%`);
  }
  if (format.rate === 'fraction' && !isSmall && /[1-9]/.test(read)) {
    return problem(`${label}: "${shown(text)}" is more than 1, and the column has fractions such as 0.08`);
  }
  return { text: rounded(format.rate === 'fraction' ? timesHundred(read) : read, format) };
}

function rounded(decimal: string, { cents }: ColumnFormat): string {
  const plain = stripTrailingZeros(decimal);
  return cents === 'rounded' && hasFractionOfCent(plain) ? roundedToCents(plain) : plain;
}

function turned(decimal: string): string {
  if (!/[1-9]/.test(decimal)) return decimal;
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

function problem(message: string): ReadCell {
  return { problem: message };
}

/** Cuts between characters, so a surrogate pair is never split. */
function shown(text: string): string {
  return text.length <= MAX_SHOWN
    ? text
    : `${[...text.slice(0, 2 * MAX_SHOWN)].slice(0, MAX_SHOWN).join('')}…`;
}
