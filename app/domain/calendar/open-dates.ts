import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';
import { addDays, type CalendarDate, monthEnd, nextMonthEnd, utcDay } from './calendar-date';

/** Dates that are allowed to move a balance. */
export type DateBounds = {
  /** Last allowed effective date. */
  lastDate: CalendarDate;
  /** Null while no period is closed. */
  closedThrough: CalendarDate | null;
};

/** A day starts in the earliest time zone, UTC+14, this long before it starts in UTC. */
const FIRST_ZONE_AHEAD_MS = 14 * 60 * 60 * 1000;

/** True when a day has ended in the earliest time zone, which happens at 10:00 UTC. */
export function hasDayEnded(day: CalendarDate, now: Date): boolean {
  return day < utcDay(new Date(now.getTime() + FIRST_ZONE_AHEAD_MS));
}

/**
 * Latest local date anywhere in the world during the UTC day `today`: tomorrow, which starts in the earliest time zones
 * before this day ends in UTC. Good enough to bound user input; anything that must wait for a day to end uses `hasDayEnded`.
 */
export function latestToday(today: CalendarDate): CalendarDate {
  return addDays(today, 1);
}

/** End of next month, the last allowed effective date. Source: the ledger's bound on dates that move a balance. */
export function lastEffectiveDate(today: CalendarDate): CalendarDate {
  return nextMonthEnd(monthEnd(latestToday(today)));
}

/** Dates that may move a balance at an instant: through the end of next month, and after the closed period. */
export function dateBounds(now: Date, closedThrough: CalendarDate | null): DateBounds {
  return { lastDate: lastEffectiveDate(utcDay(now)), closedThrough };
}

/**
 * Returns the reason a date may not move a balance, or null: a DomainConflict for a closed period.
 * @param field input that holds the date, as spelled in the API
 * @param label name of the input in the message
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

/** @throws DomainError, DomainConflict as returned by dateProblem */
export function requireOpenDate(...args: Parameters<typeof dateProblem>): void {
  const problem = dateProblem(...args);
  if (problem !== null) throw problem;
}

/** Message for a date in a closed period, or null for any other date. */
export function closedMessage(date: CalendarDate, closedThrough: CalendarDate | null): string | null {
  if (closedThrough === null || date > closedThrough) return null;
  return `The books are closed through ${closedThrough}. Use a date from ${addDays(closedThrough, 1)}, or reopen the period.`;
}
