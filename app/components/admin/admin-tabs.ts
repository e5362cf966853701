import type { SystemDataSorts, SystemDataTable } from '~/schemas/people/admin';

export const ADMIN_TABS = [
  { value: 'users', label: 'Users' },
  { value: 'companies', label: 'Companies' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'system', label: 'System Data' },
  { value: 'audit', label: 'Security Log' },
] as const;

export type AdminTab = (typeof ADMIN_TABS)[number]['value'];

export function readAdminTab(params: URLSearchParams): AdminTab {
  return ADMIN_TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'users';
}

/** URL parameter for the sort order of each system data table. */
export const SYSTEM_SORT_PARAMS = {
  wells: 'wellsSort',
  'aro-layers': 'layersSort',
  'accretion-records': 'recordsSort',
} as const satisfies Record<SystemDataTable, keyof SystemDataSorts>;
