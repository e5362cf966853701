import type { CalendarDate } from '~/domain/calendar/calendar-date';

/** The dashboard's tabs, in order. */
export const TABS = [
  { value: 'wells', label: 'Wells' },
  { value: 'calculate', label: 'Calculate ARO' },
  { value: 'accretion', label: 'Accretion' },
  { value: 'detail', label: 'ARO Detail' },
] as const;

export type Tab = (typeof TABS)[number]['value'];
/** The dashboard's view: a tab, or the company screens, which the Company menu opens. */
export type DashboardView = Tab | 'company';

export function readDashboardView(params: URLSearchParams): DashboardView {
  const tab = params.get('tab');
  if (tab === 'company') return tab;
  return TABS.find(({ value }) => value === tab)?.value ?? 'wells';
}

/** Month whose close the Accretion tab shows, if in the URL. Dialogs of the month list use the same parameter for their month. */
export function workspaceMonth(params: URLSearchParams): string | null {
  return params.get('dialog') === 'close' || params.get('dialog') === 'reopen' ? null : params.get('month');
}

/** Next month to close, `YYYY-MM`: the month after the last closed one or, if none is closed, the month before today's. */
export function closingMonth(closedThrough: CalendarDate | null, today: CalendarDate): string {
  // Doesn't use the calendar functions, because every page would have to load them.
  const [year = 0, month = 0] = (closedThrough ?? today).split('-').map(Number);
  // Date.UTC counts months from 0, so a 1-based month is the one after.
  return new Date(Date.UTC(year, closedThrough ? month : month - 2)).toISOString().slice(0, 7);
}

/** Workspace for closing a month: its checklist, figures, tie-out and sign-offs. */
export function workspaceAddress(month: string): string {
  return `/?tab=accretion&month=${month}`;
}

/** Switching tabs drops the parameters of the previous tab. */
export function tabAddress(tab: Tab): string {
  return tab === 'wells' ? '/' : `/?tab=${tab}`;
}
