import { addDays, type CalendarDate, monthEnd, nextMonthEnd } from './calendar-date';

/**
 * The last day on which anything may take effect: the end of next month. Somewhere on earth it is tomorrow already, so
 * the day after `today` (UTC) counts as today. Source: the ledger's bound on dates that move a balance.
 */
export function lastEffectiveDate(today: CalendarDate): CalendarDate {
  return nextMonthEnd(monthEnd(addDays(today, 1)));
}

/** Why a date may not move a balance, or null. `closedThrough` is null while no period is closed. */
export function closedMessage(date: CalendarDate, closedThrough: CalendarDate | null): string | null {
  if (closedThrough === null || date > closedThrough) return null;
  return `The books are closed through ${closedThrough}. Use a date from ${addDays(closedThrough, 1)}, or reopen the period.`;
}

/** What to say of a date after `lastEffectiveDate`. */
export function tooLateMessage(last: CalendarDate): string {
  return `The date must not be after ${last}, the end of next month`;
}
