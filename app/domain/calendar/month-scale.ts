import { type CalendarDate, daysInMonth, splitDate } from './calendar-date';

/**
 * A point in time on a scale on which all months have equal length, as an integer count of ticks.
 * Differences between positions are exact durations, so they add up no matter how time is split.
 */
export type MonthPosition = number;

/** Divisible by 28, 29, 30 and 31, so a day of any month is a whole number of ticks. 2,400 years fit in a safe integer. */
export const TICKS_PER_MONTH = 28 * 29 * 15 * 31;
export const TICKS_PER_YEAR = 12 * TICKS_PER_MONTH;

/** The instant a day ends: how far accretion posted through that day has progressed. */
export function endOfDay(date: CalendarDate): MonthPosition {
  const { year, month, day } = splitDate(date);
  return dayBoundary(year, month, day);
}

/**
 * The instant a layer starts to accrete: the start of its calculation date, or the end of it if that is the last day of
 * its month. A year from January 1 and a year from December 31 are therefore both exactly one year.
 * Source: the day of periodStart counts only when it is the calculation date and not the last day of its month.
 */
export function startOfAccretion(calculationDate: CalendarDate): MonthPosition {
  const { year, month, day } = splitDate(calculationDate);
  return dayBoundary(year, month, day === daysInMonth(year, month) ? day : day - 1);
}

function dayBoundary(year: number, month: number, daysElapsed: number): MonthPosition {
  const months = year * 12 + month - 1;
  return months * TICKS_PER_MONTH + daysElapsed * (TICKS_PER_MONTH / daysInMonth(year, month));
}
