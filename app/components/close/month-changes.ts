import type { PeriodsView } from '~/schemas/books/period';

type PeriodEvent = PeriodsView['history'][number];

/**
 * The event that last closed or reopened a month. Closing or reopening a month affects others too, so most months have no event
 * under their own date. Null for a month that was never closed.
 *
 * @param end the month's last day
 * @param history every close and reopening, newest first
 */
export function findLastChange(end: string, history: readonly PeriodEvent[]): PeriodEvent | null {
  let [isClosed, lastChange] = [false, null as PeriodEvent | null];
  for (const event of [...history].reverse()) {
    const isClosing = event.through !== null && end <= event.through;
    if (isClosing !== isClosed) lastChange = event;
    isClosed = isClosing;
  }
  return lastChange;
}

/** Later months that reopening `month` also opens, oldest first. */
export function getMonthsAlsoReopened(
  month: string,
  { periods, closedThrough }: Pick<PeriodsView, 'periods' | 'closedThrough'>,
): string[] {
  return periods
    .filter((period) => period.month > month && closedThrough !== null && period.end <= closedThrough)
    .map((period) => period.month)
    .reverse();
}

/** Earlier months that a close through `end` also closes, oldest first. */
export function getMonthsAlsoClosed(
  end: string,
  { periods, closedThrough }: Pick<PeriodsView, 'periods' | 'closedThrough'>,
): string[] {
  return periods
    .filter((period) => period.end < end && (closedThrough === null || period.end > closedThrough))
    .map((period) => period.month)
    .reverse();
}
