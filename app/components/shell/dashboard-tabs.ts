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

/** A tab begins without the parameters of the one before. */
export function tabAddress(tab: Tab): string {
  return tab === 'wells' ? '/' : `/?tab=${tab}`;
}
