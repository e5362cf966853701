import { addDays, type CalendarDate, isSupportedDate } from '~/domain/calendar/calendar-date';
import { isPlaceholder } from './number-text';

/** Order of month and day in dates such as 01/02/2026. */
export type DateOrder = 'mdy' | 'dmy';
/** Date system of a workbook: the year its date serial numbers start from. */
export type DateEpoch = '1900' | '1904';
/** Day used for a cell that contains only a year. */
export type YearDay = 'start' | 'middle' | 'end';
/** First year of the hundred-year window for two-digit years. Spreadsheets use 1930. */
export type ShortYears = '1900' | '1930' | '2000';

/** A cell parsed as a date. `sure` has only one reading; the others need an answer: order, century, epoch, or day of the year. */
export type DateCell =
  | { kind: 'blank' | 'placeholder' | 'unreadable' }
  | { kind: 'short-year'; year: number }
  | { kind: 'sure'; date: CalendarDate }
  | { kind: 'ordered'; mdy: CalendarDate | null; dmy: CalendarDate | null }
  | { kind: 'year'; year: number }
  | { kind: 'serial'; serial: number };

/** Midnight, which spreadsheets append to dates. */
const MIDNIGHT = /[ T](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM)Z?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY_FIRST = new RegExp(`^(\\d{1,2})[ -]${MONTH_NAME}[ ,-]+(\\d{4})$`, 'i');
const MONTH_FIRST = new RegExp(`^${MONTH_NAME} (\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})$`, 'i');
const SHORT_YEAR = new RegExp(
  `^(?<before>\\d{1,2}(?<by>[-/.])\\d{1,2}\\k<by>|\\d{1,2}[ -]${MONTH_NAME}[ -])(?<year>\\d\\d)$`,
  'i',
);
/** 1927 to 2199: smaller numbers are years, or not dates. */
const FIRST_SERIAL = 10_000;
const LAST_SERIAL = 109_574;

/** Parses a cell as a date: ISO, US or European notation, month names, a year alone, or a spreadsheet serial number. */
export function readDateCell(text: string, shortYears?: ShortYears): DateCell {
  const trimmed = text.replace(/[\s\u00A0\u202F]+/g, ' ').trim();
  if (trimmed === '') return { kind: 'blank' };
  if (isPlaceholder(trimmed)) return { kind: 'placeholder' };
  if (trimmed.length > 40) return { kind: 'unreadable' };
  const day = trimmed.replace(MIDNIGHT, '');
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? /^(\d{4})()(\d\d)(\d\d)$/.exec(day);
  if (iso) return toDateCell(iso[1], iso[3], iso[4]);
  const dayFirst = DAY_FIRST.exec(day);
  if (dayFirst) return toDateCell(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(day);
  if (monthFirst) return toDateCell(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const ordered = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day);
  if (ordered) {
    const mdy = dateOf(ordered[4], ordered[1], ordered[3]);
    const dmy = dateOf(ordered[4], ordered[3], ordered[1]);
    if (mdy === null && dmy === null) return { kind: 'unreadable' };
    return mdy === dmy ? { kind: 'sure', date: mdy! } : { kind: 'ordered', mdy, dmy };
  }
  const short = SHORT_YEAR.exec(day)?.groups;
  if (short) {
    const year = Number(short.year);
    const cell = readDateCell(`${short.before}${expandYear(year, shortYears ?? '2000')}`);
    return shortYears || cell.kind === 'unreadable' ? cell : { kind: 'short-year', year };
  }
  if (/^(?:19|20|21)\d\d$/.test(day)) return { kind: 'year', year: Number(day) };
  if (/^\d{5,6}(?:\.0+)?$/.test(day)) {
    const serial = Number(day);
    if (serial >= FIRST_SERIAL && serial <= LAST_SERIAL) return { kind: 'serial', serial };
  }
  return { kind: 'unreadable' };
}

/** Date of a spreadsheet serial number. Excel's 1900 system counts a February 29, 1900; the 1899 base date compensates for it. */
export function dateOfSerial(serial: number, epoch: DateEpoch): CalendarDate {
  return addDays(epoch === '1900' ? '1899-12-30' : '1904-01-01', serial);
}

/** Expands a two-digit year. */
export function expandYear(year: number, shortYears: ShortYears): number {
  const firstYear = Number(shortYears);
  return firstYear + ((year - (firstYear % 100) + 100) % 100);
}

/** Date for a cell that contains only a year. */
export function dateOfYear(year: number, day: YearDay): CalendarDate {
  return `${year}-${day === 'start' ? '01-01' : day === 'middle' ? '06-30' : '12-31'}`;
}

function toDateCell(year = '', month = '', day = ''): DateCell {
  const date = dateOf(year, month, day);
  return date === null ? { kind: 'unreadable' } : { kind: 'sure', date };
}

function dateOf(year = '', month = '', day = ''): CalendarDate | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isSupportedDate(date) ? date : null;
}

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}
