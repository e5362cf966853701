import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';
import { addDays, type CalendarDate, monthEnd, nextMonthEnd, utcDay } from './calendar-date';

/** Which dates may move a balance. */
export type DateBounds = {
  /** The last day on which anything may take effect. */
  lastDate: CalendarDate;
  /** Null while no period is closed. */
  closedThrough: CalendarDate | null;
};

/** A day begins in the first time zone, UTC+14, this long before it does in UTC. */
const FIRST_ZONE_AHEAD_MS = 14 * 60 * 60 * 1000;

/** Whether a day is over in the first time zone, where it ends at 10:00 UTC. */
export function isOver(day: CalendarDate, now: Date): boolean {
  return day < utcDay(new Date(now.getTime() + FIRST_ZONE_AHEAD_MS));
}

/**
 * The latest day that someone may call today during the day `today` (UTC): tomorrow, which begins before this one ends. Good
 * enough for a bound on what people enter. What may only follow the end of a day asks `isOver`.
 */
export function latestToday(today: CalendarDate): CalendarDate {
  return addDays(today, 1);
}

/** The end of next month, the last day on which anything may take effect. Source: the ledger's bound on dates that move a balance. */
export function lastEffectiveDate(today: CalendarDate): CalendarDate {
  return nextMonthEnd(monthEnd(latestToday(today)));
}

export function dateBounds(now: Date, closedThrough: CalendarDate | null): DateBounds {
  return { lastDate: lastEffectiveDate(utcDay(now)), closedThrough };
}

/**
 * Why a date may not move a balance, or null: a DomainConflict in a closed period.
 * @param field the input that has the date, as the calls spell it
 * @param label what the message calls it
 */
export function dateProblem(
  date: CalendarDate,
  field: string | null,
  { lastDate, closedThrough }: DateBounds,
  label = 'The date',
): DomainError | null {
  if (date > lastDate) {
    return new DomainError(field, `${label} must not be after ${lastDate}, the end of next month`);
  }
  const closed = closedMessage(date, closedThrough);
  return closed === null ? null : new DomainConflict(field, closed);
}

/** @throws DomainError, DomainConflict as dateProblem returns them */
export function requireOpenDate(...given: Parameters<typeof dateProblem>): void {
  const problem = dateProblem(...given);
  if (problem !== null) throw problem;
}

/** What to say of a date in a closed period, or null for any other. */
export function closedMessage(date: CalendarDate, closedThrough: CalendarDate | null): string | null {
  if (closedThrough === null || date > closedThrough) return null;
  return `The books are closed through ${closedThrough}. Use a date from ${addDays(closedThrough, 1)}, or reopen the period.`;
}
