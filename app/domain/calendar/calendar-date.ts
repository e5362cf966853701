import { DomainError } from '~/domain/money/domain-error';

/**
 * A day of the proleptic Gregorian calendar as 'YYYY-MM-DD', without time or zone. Dates compare as strings.
 * Functions that accept a CalendarDate expect a real one: check external text with `isSupportedDate` first.
 */
export type CalendarDate = string;

/** How often accretion is posted. Quarters and years follow the company's fiscal year. */
export type PeriodType = 'monthly' | 'quarterly' | 'annually';

export const MIN_DATE: CalendarDate = '1900-01-01';
export const MAX_DATE: CalendarDate = '2199-12-31';

/** Last day that a CalendarDate can hold, for a range without an end. Unlike MAX_DATE, it is after every retirement date. */
export const END_OF_TIME: CalendarDate = '9999-12-31';

/** Default last month of the fiscal year. */
export const DECEMBER = 12;

export const MONTHS_IN_PERIOD: Record<PeriodType, number> = { monthly: 1, quarterly: 3, annually: 12 };

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
export const MS_PER_DAY = 86_400_000;
const ZERO = '0'.charCodeAt(0);

/** True for a real day in 'YYYY-MM-DD': 2024-02-29 is one, 2023-02-29 isn't. Not bounded; see `isSupportedDate`. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_PATTERN.test(text)) return false;
  const { year, month, day } = splitDate(text);
  return isRealDay(year, month, day);
}

/** True for a real day from 1900-01-01 through 2199-12-31, the dates allowed in input. */
export function isSupportedDate(text: string): boolean {
  return isCalendarDate(text) && text >= MIN_DATE && text <= MAX_DATE;
}

/** Number of days in a month (1 to 12) of the proleptic Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Splits a date into its parts; month and day count from 1. */
export function splitDate(date: CalendarDate): { year: number; month: number; day: number } {
  // Uses character codes to avoid allocating substrings: a posting splits several dates for each layer.
  const twoDigits = (at: number) => (date.charCodeAt(at) - ZERO) * 10 + date.charCodeAt(at + 1) - ZERO;
  return { year: twoDigits(0) * 100 + twoDigits(2), month: twoDigits(5), day: twoDigits(8) };
}

/** Day of an instant, in UTC. Strings must be UTC instants, as in API requests and tables. */
export function utcDay(instant: Date | string): CalendarDate {
  return (typeof instant === 'string' ? instant : instant.toISOString()).slice(0, 10);
}

/** Builds a date from its parts; month and day count from 1. Throws DomainError if there is no such day. */
export function makeDate(year: number, month: number, day: number): CalendarDate {
  if (!isRealDay(year, month, day)) throw new DomainError(null, `${year}-${month}-${day} isn’t a valid date`);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** True when the date is the last day of its month. */
export function isMonthEnd(date: CalendarDate): boolean {
  return date === monthEnd(date);
}

/** Last day of the date's month. */
export function monthEnd(date: CalendarDate): CalendarDate {
  const { year, month } = splitDate(date);
  return makeDate(year, month, daysInMonth(year, month));
}

/** Last day of the month before the date's month. */
export function previousMonthEnd(date: CalendarDate): CalendarDate {
  return addDays(`${date.slice(0, 8)}01`, -1);
}

/** First month-end strictly after the date. */
export function nextMonthEnd(date: CalendarDate): CalendarDate {
  return monthEnd(addDays(date, 1));
}

/**
 * Same day `years` years later (earlier if negative); February 29 becomes February 28 in a common year.
 * Throws DomainError outside the years 0000 to 9999.
 */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const { year, month, day } = splitDate(date);
  return makeDate(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

/**
 * Like addYears, but keeps a month-end at the month-end, as reporting periods require: a year after February 28, 2027
 * is February 29, 2028. Throws DomainError like addYears.
 */
export function addReportingYears(date: CalendarDate, years: number): CalendarDate {
  const shifted = addYears(date, years);
  return isMonthEnd(date) ? monthEnd(shifted) : shifted;
}

/** Date `days` days later (earlier if negative), for results within the years 0000 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  // A date-only string parses as midnight UTC and is formatted in UTC, so no local time zone can shift the day.
  return utcDay(new Date(Date.parse(date) + days * MS_PER_DAY));
}

/**
 * Last day of the month, quarter or year that contains the date.
 * @param fiscalYearEnd last month (1 to 12) of the fiscal year
 */
export function periodEnd(
  periodType: PeriodType,
  date: CalendarDate,
  fiscalYearEnd = DECEMBER,
): CalendarDate {
  const { year, month } = splitDate(date);
  const length = MONTHS_IN_PERIOD[periodType];
  const lastMonth = month + ((fiscalYearEnd - month + DECEMBER) % length);
  const endYear = lastMonth > DECEMBER ? year + 1 : year;
  const monthOfYear = lastMonth > DECEMBER ? lastMonth - DECEMBER : lastMonth;
  return makeDate(endYear, monthOfYear, daysInMonth(endYear, monthOfYear));
}

/** Last period end before the date, with periods as in `periodEnd`. */
export function previousPeriodEnd(
  periodType: PeriodType,
  date: CalendarDate,
  fiscalYearEnd = DECEMBER,
): CalendarDate {
  let end = previousMonthEnd(date);
  while (periodEnd(periodType, end, fiscalYearEnd) !== end) end = previousMonthEnd(end);
  return end;
}

/** First day of the fiscal year that contains the date. */
export function fiscalYearStart(date: CalendarDate, fiscalYearEnd: number): CalendarDate {
  return addDays(monthEnd(addYears(periodEnd('annually', date, fiscalYearEnd), -1)), 1);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isRealDay(year: number, month: number, day: number): boolean {
  const isRealMonth = year >= 0 && year <= 9999 && month >= 1 && month <= 12;
  return isRealMonth && day >= 1 && day <= daysInMonth(year, month);
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
