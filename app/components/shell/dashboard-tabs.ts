import type { CalendarDate } from '~/domain/calendar/calendar-date';

/** The dashboard's tabs, in their order. */
export const TABS = [
  { value: 'wells', label: 'Wells' },
  { value: 'calculate', label: 'Calculate ARO' },
  { value: 'accretion', label: 'Accretion' },
  { value: 'detail', label: 'ARO Detail' },
] as const;

export type Tab = (typeof TABS)[number]['value'];
/** What the dashboard shows: a tab, or the company's own screens, which the Company menu leads to. */
export type DashboardView = Tab | 'company';

export function readDashboardView(params: URLSearchParams): DashboardView {
  const tab = params.get('tab');
  if (tab === 'company') return tab;
  return TABS.find(({ value }) => value === tab)?.value ?? 'wells';
}

/** The month whose close the Accretion tab shows, if its address names one; the dialogs of its list of months name theirs the same way. */
export function workspaceMonth(params: URLSearchParams): string | null {
  return params.get('dialog') === 'close' || params.get('dialog') === 'reopen' ? null : params.get('month');
}

/** The month to close next, `YYYY-MM`: the one after the last that is closed, or where none is, the one before this one. */
export function closingMonth(closedThrough: CalendarDate | null, today: CalendarDate): string {
  // Not by the calendar's functions: every page would load them for this.
  const [year = 0, month = 0] = (closedThrough ?? today).split('-').map(Number);
  // Counted from 0, the number of a month is that of the next.
  return new Date(Date.UTC(year, closedThrough ? month : month - 2)).toISOString().slice(0, 7);
}

/** Where a month is closed: its checklist, figures, tie-out and sign-offs. */
export function workspaceAddress(month: string): string {
  return `/?tab=accretion&month=${month}`;
}

/** A tab begins without the parameters of the one before. */
export function tabAddress(tab: Tab): string {
  return tab === 'wells' ? '/' : `/?tab=${tab}`;
}
