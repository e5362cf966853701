import { type CalendarDate, daysInMonth, splitDate } from './calendar-date';

/**
 * A point in time on a scale on which every month is equally long, as an integer count of ticks.
 * Differences of positions are exact lengths of time, so time adds up however it is cut.
 */
export type MonthPosition = number;

/** 28, 29, 30 and 31 all divide it: a day of any month is a whole number of ticks. 2,400 years fit a safe integer. */
export const TICKS_PER_MONTH = 28 * 29 * 15 * 31;
export const TICKS_PER_YEAR = 12 * TICKS_PER_MONTH;

/** The moment at which a day is over: how far accretion posted through that day has come. */
export function endOfDay(date: CalendarDate): MonthPosition {
  const { year, month, day } = splitDate(date);
  return dayBoundary(year, month, day);
}

/**
 * The moment from which a layer accretes: the start of its calculation date, or the end of it when that is the last
 * day of its month. Thus a year from 1 January and a year from 31 December are both exactly one year.
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
