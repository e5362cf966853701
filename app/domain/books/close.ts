import { type CalendarDate, monthEnd, nextMonthEnd } from '~/domain/calendar/calendar-date';
import { type AccretionSpan, accretionTime } from './accretion';
import { type DepreciableLayer, type DepreciationPolicy, isToDepreciate } from './depreciation';

/** Whether a close needs a second person's approval, and what the month-end job does: company settings. */
export const APPROVALS = ['none', 'second-person'] as const;
export type Approval = (typeof APPROVALS)[number];
export const MONTH_ENDS = ['posts', 'prepares'] as const;
export type MonthEndWork = (typeof MONTH_ENDS)[number];

/** Layers that accrete alike, and how many they are. */
export type SpanGroup = AccretionSpan & { layers: number };

/** Layers whose asset depreciates alike, and how many they are. */
export type AssetGroup = Pick<
  DepreciableLayer,
  'calculationDate' | 'arcBaseDay' | 'depreciatedThrough' | 'pluggedOn'
> & { field: string; layers: number };

/** A month that a company's books have, from the first posting on. */
export type Month = { month: string; end: CalendarDate };

/** The months from that of one date to that of another, oldest first; none when there is no first date. */
export function monthsBetween(first: CalendarDate | null, last: CalendarDate): Month[] {
  const months: Month[] = [];
  if (first === null) return months;
  for (let end = monthEnd(first); end <= monthEnd(last); end = nextMonthEnd(end)) {
    months.push({ month: end.slice(0, 7), end });
  }
  return months;
}

/**
 * How many layers a posting of accretion to a period end would still record. Zero is what closing a month requires.
 * Source: a period is closed when posting to its end would record nothing more.
 */
export function layersToAccrete(groups: readonly SpanGroup[], periodEnd: CalendarDate): number {
  return groups.reduce(
    (sum, group) => sum + (accretionTime({ ...group, periodEnd }).numerator > 0 ? group.layers : 0),
    0,
  );
}

/** How many layers with a net cost a posting of depreciation to a period end would still record. */
export function layersToDepreciate(
  groups: readonly AssetGroup[],
  policy: DepreciationPolicy | null,
  periodEnd: CalendarDate,
): number {
  if (policy === null) return 0;
  return groups.reduce(
    (sum, group) => sum + (isToDepreciate(group, periodEnd, policy) ? group.layers : 0),
    0,
  );
}

/** A close or a reopening of a company's books; `through` is the last closed day afterwards, null for none. */
export type PeriodChange = { action: 'closed' | 'reopened'; through: CalendarDate | null };

/** The closes and reopenings that closed or opened a month-end, newest first. @param history newest first */
export function changesOfMonth<Change extends PeriodChange>(
  history: readonly Change[],
  end: CalendarDate,
): Change[] {
  return changesOfDays(history, { beginDate: end, endDate: end });
}

/** The closes and reopenings that closed or opened any of some days, newest first. @param history newest first */
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
