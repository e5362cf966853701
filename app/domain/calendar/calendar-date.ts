import { DomainError } from '~/domain/money/domain-error';

/**
 * A day of the proleptic Gregorian calendar as 'YYYY-MM-DD', without time or zone. Dates compare as strings.
 * Functions that take a CalendarDate expect a real one: check texts from outside with `isSupportedDate` first.
 */
export type CalendarDate = string;

/** How often accretion is posted. Quarters and years are those of the company's fiscal year. */
export type PeriodType = 'monthly' | 'quarterly' | 'annually';

export const MIN_DATE: CalendarDate = '1900-01-01';
export const MAX_DATE: CalendarDate = '2199-12-31';

/** The month that a fiscal year ends with unless the company says otherwise. */
export const DECEMBER = 12;

export const MONTHS_IN_PERIOD: Record<PeriodType, number> = { monthly: 1, quarterly: 3, annually: 12 };

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
export const MS_PER_DAY = 86_400_000;
const ZERO = '0'.charCodeAt(0);

/** Whether a text is a real day in 'YYYY-MM-DD': 2024-02-29 is, 2023-02-29 is not. Not bounded; see `isSupportedDate`. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_SHAPE.test(text)) return false;
  const { year, month, day } = splitDate(text);
  return isRealDay(year, month, day);
}

/** Whether a text is a real day from 1900-01-01 to 2199-12-31, both included: the dates that inputs may carry. */
export function isSupportedDate(text: string): boolean {
  return isCalendarDate(text) && text >= MIN_DATE && text <= MAX_DATE;
}

/** The number of days in a month (1 to 12) of the proleptic Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Takes a date apart; month and day count from 1. */
export function splitDate(date: CalendarDate): { year: number; month: number; day: number } {
  // By character codes, which makes no new texts: a posting takes several dates of each of its layers apart.
  const twoDigits = (at: number) => (date.charCodeAt(at) - ZERO) * 10 + date.charCodeAt(at + 1) - ZERO;
  return { year: twoDigits(0) * 100 + twoDigits(2), month: twoDigits(5), day: twoDigits(8) };
}

/** The day of an instant, in UTC. Texts are instants as calls and tables have them, which are in UTC already. */
export function utcDay(instant: Date | string): CalendarDate {
  return (typeof instant === 'string' ? instant : instant.toISOString()).slice(0, 10);
}

/** Puts a date together; month and day count from 1. Throws DomainError when there is no such day. */
export function makeDate(year: number, month: number, day: number): CalendarDate {
  if (!isRealDay(year, month, day)) throw new DomainError(null, `${year}-${month}-${day} isn’t a valid date`);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Whether the date is the last day of its month. */
export function isMonthEnd(date: CalendarDate): boolean {
  return date === monthEnd(date);
}

/** The last day of the date's month. */
export function monthEnd(date: CalendarDate): CalendarDate {
  const { year, month } = splitDate(date);
  return makeDate(year, month, daysInMonth(year, month));
}

/** The last day of the month before the date's month. */
export function previousMonthEnd(date: CalendarDate): CalendarDate {
  return addDays(`${date.slice(0, 8)}01`, -1);
}

/** The first month end strictly after the date. */
export function nextMonthEnd(date: CalendarDate): CalendarDate {
  return monthEnd(addDays(date, 1));
}

/**
 * The same day `years` years later (earlier when negative); 29 February becomes 28 February in a common year.
 * Throws DomainError outside the years 0000 to 9999.
 */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const { year, month, day } = splitDate(date);
  return makeDate(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

/**
 * As addYears, but the end of a month stays one, as reports' periods have it: a year after February 28, 2027 ends on February 29, 2028.
 * Throws DomainError as addYears.
 */
export function addReportingYears(date: CalendarDate, years: number): CalendarDate {
  const later = addYears(date, years);
  return isMonthEnd(date) ? monthEnd(later) : later;
}

/** The date `days` days later (earlier when negative), for results within the years 0000 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  // A date-only text parses as midnight UTC and is printed in UTC, so no local time zone can shift the day.
  return utcDay(new Date(Date.parse(date) + days * MS_PER_DAY));
}

/**
 * The last day of the month, quarter or year that contains the date.
 * @param fiscalYearEnd the month (1 to 12) that a year ends with
 */
export function periodEnd(
  periodType: PeriodType,
  date: CalendarDate,
  fiscalYearEnd = DECEMBER,
): CalendarDate {
  const { year, month } = splitDate(date);
  const length = MONTHS_IN_PERIOD[periodType];
  const lastMonth = month + ((fiscalYearEnd - month + DECEMBER) % length);
  const inYear = lastMonth > DECEMBER ? year + 1 : year;
  const monthOfYear = lastMonth > DECEMBER ? lastMonth - DECEMBER : lastMonth;
  return makeDate(inYear, monthOfYear, daysInMonth(inYear, monthOfYear));
}

/** The last period end before the date, of periods as `periodEnd` has them. */
export function previousPeriodEnd(
  periodType: PeriodType,
  date: CalendarDate,
  fiscalYearEnd = DECEMBER,
): CalendarDate {
  let end = previousMonthEnd(date);
  while (periodEnd(periodType, end, fiscalYearEnd) !== end) end = previousMonthEnd(end);
  return end;
}

/** The first day of the fiscal year that contains the date. */
export function fiscalYearStart(date: CalendarDate, fiscalYearEnd: number): CalendarDate {
  return addDays(monthEnd(addYears(periodEnd('annually', date, fiscalYearEnd), -1)), 1);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function isRealDay(year: number, month: number, day: number): boolean {
  const realMonth = year >= 0 && year <= 9999 && month >= 1 && month <= 12;
  return realMonth && day >= 1 && day <= daysInMonth(year, month);
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
