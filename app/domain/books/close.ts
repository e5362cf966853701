import { type CalendarDate, monthEnd, nextMonthEnd } from '~/domain/calendar/calendar-date';
import { type AccretionSpan, accretionTime } from './accretion';
import { type DepreciableLayer, type DepreciationPolicy, hasDepreciationDue } from './depreciation';

/** Company settings: whether a close needs a second person's approval, and what the month-end job does. */
export const APPROVALS = ['none', 'second-person'] as const;
export type Approval = (typeof APPROVALS)[number];
export const MONTH_ENDS = ['posts', 'prepares'] as const;
export type MonthEndWork = (typeof MONTH_ENDS)[number];

/** Layers with identical accretion spans, and their count. */
export type SpanGroup = AccretionSpan & { layers: number };

/** Layers whose assets depreciate over identical spans, and their count. */
export type AssetGroup = Pick<
  DepreciableLayer,
  'calculationDate' | 'arcBaseDay' | 'depreciatedThrough' | 'pluggedOn'
> & { field: string; layers: number };

/** A month of a company's books, from the first posting on, as `YYYY-MM` with its last day. */
export type Month = { month: string; end: CalendarDate };

/** Months from the first date's to the last date's, oldest first; none when there is no first date. */
export function monthsBetween(first: CalendarDate | null, last: CalendarDate): Month[] {
  const months: Month[] = [];
  if (first === null) return months;
  for (let end = monthEnd(first); end <= monthEnd(last); end = nextMonthEnd(end)) {
    months.push({ month: end.slice(0, 7), end });
  }
  return months;
}

/**
 * Number of layers for which posting accretion to a period end would still record something. Closing a month requires zero.
 * Source: a period is closed when posting to its end would record nothing more.
 */
export function layersToAccrete(groups: readonly SpanGroup[], periodEnd: CalendarDate): number {
  return groups.reduce(
    (sum, group) => sum + (accretionTime({ ...group, periodEnd }).numerator > 0 ? group.layers : 0),
    0,
  );
}

/** Number of layers with a net cost for which posting depreciation to a period end would still record something. */
export function layersToDepreciate(
  groups: readonly AssetGroup[],
  policy: DepreciationPolicy | null,
  periodEnd: CalendarDate,
): number {
  if (policy === null) return 0;
  return groups.reduce(
    (sum, group) => sum + (hasDepreciationDue(group, periodEnd, policy) ? group.layers : 0),
    0,
  );
}

/** A close or reopening of a company's books. `through` is the last closed day afterward, null for none. */
export type PeriodChange = { action: 'closed' | 'reopened'; through: CalendarDate | null };

/** Closes and reopenings that closed or reopened a month-end, newest first. @param history newest first */
export function changesOfMonth<Change extends PeriodChange>(
  history: readonly Change[],
  end: CalendarDate,
): Change[] {
  return changesOfDays(history, { beginDate: end, endDate: end });
}

/** Closes and reopenings that closed or reopened any day in a range, newest first. @param history newest first */
export function changesOfDays<Change extends PeriodChange>(
  history: readonly Change[],
  { beginDate, endDate }: { beginDate: CalendarDate; endDate: CalendarDate },
): Change[] {
  const changes: Change[] = [];
  let closed = '';
  for (const change of history.toReversed()) {
    const { through } = change;
    const closedNow = through === null || through < beginDate ? '' : through < endDate ? through : endDate;
    if (closedNow !== closed) changes.unshift(change);
    closed = closedNow;
  }
  return changes;
}
