import {
  addDays,
  type CalendarDate,
  type PeriodType,
  periodEnd as periodEndOf,
} from '~/domain/calendar/calendar-date';

/** A day that accretion is posted to, and the type of period that ends on it. */
export type PostedPeriod = { day: CalendarDate; periodType: PeriodType };

/**
 * Period ends of a posting through `periodEnd` when each period gets its own, oldest first and `periodEnd` last. Through the
 * last company-wide posting, these are the period ends that were posted, so a late layer accretes like the others; after that,
 * every end of the period type. Closed days are skipped; whatever closed months are missing becomes part of the first period
 * after them.
 * Source: the rule that nothing is posted to an earlier period end once a later one is posted for the company.
 *
 * @param firstDay first day not yet accreted or depreciated
 * @param posted company-wide postings that are not reversed
 */
export function periodEndsThrough({
  periodEnd,
  periodType,
  fiscalYearEnd,
  firstDay,
  posted,
  closedThrough,
}: {
  periodEnd: CalendarDate;
  periodType: PeriodType;
  /** Month (1 to 12) that a fiscal year ends with. */
  fiscalYearEnd: number;
  firstDay: CalendarDate;
  posted: readonly PostedPeriod[];
  closedThrough: CalendarDate | null;
}): PostedPeriod[] {
  const periods = new Map(posted.map((period) => [period.day, period]));
  const lastPosted = [...periods.keys()].sort().at(-1) ?? null;
  const firstNew = laterOf(firstDay, lastPosted && addDays(lastPosted, 1));
  for (let day = periodEndOf(periodType, firstNew, fiscalYearEnd); day < periodEnd; ) {
    periods.set(day, { day, periodType });
    day = periodEndOf(periodType, addDays(day, 1), fiscalYearEnd);
  }
  const requestedPeriod = periods.get(periodEnd) ?? { day: periodEnd, periodType };
  const earlierPeriods = [...periods.values()].filter(
    ({ day }) => day >= firstDay && day < periodEnd && (closedThrough === null || day > closedThrough),
  );
  return [...earlierPeriods.sort((one, other) => (one.day < other.day ? -1 : 1)), requestedPeriod];
}

function laterOf(day: CalendarDate, other: CalendarDate | null): CalendarDate {
  return other !== null && other > day ? other : day;
}
