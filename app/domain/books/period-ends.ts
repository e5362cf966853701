import {
  addDays,
  type CalendarDate,
  type PeriodType,
  periodEnd as periodEndOf,
} from '~/domain/calendar/calendar-date';

/** A day that accretion is posted to, and the kind of period that ends there. */
export type PostedPeriod = { day: CalendarDate; periodType: PeriodType };

/**
 * The period ends that a posting through `periodEnd` has where each period gets its own, oldest first and `periodEnd` last. Up to the
 * last one that was posted for the company they are those that were posted, so that a late layer is accreted as the others are; after
 * that, each end of the period type. Closed days are left out: what closed months lack is part of the first period after them.
 * Source: the rule that nothing is posted to an earlier period end once a later one is posted for the company.
 *
 * @param firstDay the first day that is not yet accreted or depreciated
 * @param posted what was posted for the company and is not reversed
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
  /** The month (1 to 12) that a fiscal year ends with. */
  fiscalYearEnd: number;
  firstDay: CalendarDate;
  posted: readonly PostedPeriod[];
  closedThrough: CalendarDate | null;
}): PostedPeriod[] {
  const ends = new Map(posted.map((period) => [period.day, period]));
  const lastPosted = [...ends.keys()].sort().at(-1) ?? null;
  const firstNew = later(firstDay, lastPosted && addDays(lastPosted, 1));
  for (let day = periodEndOf(periodType, firstNew, fiscalYearEnd); day < periodEnd; ) {
    ends.set(day, { day, periodType });
    day = periodEndOf(periodType, addDays(day, 1), fiscalYearEnd);
  }
  const given = ends.get(periodEnd) ?? { day: periodEnd, periodType };
  const between = [...ends.values()].filter(
    ({ day }) => day >= firstDay && day < periodEnd && (closedThrough === null || day > closedThrough),
  );
  return [...between.sort((one, other) => (one.day < other.day ? -1 : 1)), given];
}

function later(day: CalendarDate, other: CalendarDate | null): CalendarDate {
  return other !== null && other > day ? other : day;
}
