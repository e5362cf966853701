import { REPORT_NAMES } from '~/domain/reports/report-names';
import type { Membership, UserView } from '~/schemas/people/user';

export type Group = 'Reports' | 'Close' | 'Company' | 'Account';

/** A screen, or a dialog over one. `document` marks a link that leaves the app. */
export type Destination = { label: string; to: string; document?: boolean; keywords?: string };

const DESTINATIONS: Record<Exclude<Group, 'Account'>, readonly Destination[]> = {
  Reports: [
    { label: REPORT_NAMES['aro-rollforward'], to: '/?tab=detail&dialog=aro-rollforward' },
    { label: REPORT_NAMES.disclosure, to: '/?tab=detail&dialog=disclosure', keywords: 'note footnote 410' },
    {
      label: REPORT_NAMES['arc-rollforward'],
      to: '/?tab=detail&dialog=arc-rollforward',
      keywords: 'asset cost',
    },
    { label: REPORT_NAMES.maturities, to: '/?tab=detail&dialog=maturities' },
    { label: REPORT_NAMES['trial-balance'], to: '/?tab=detail&dialog=trial-balance' },
    { label: REPORT_NAMES.balances, to: '/?tab=detail&dialog=balances' },
    {
      label: REPORT_NAMES.postings,
      to: '/?tab=detail&dialog=postings',
      keywords: 'audit journal entry testing sample',
    },
    { label: 'Overview', to: '/?tab=detail&overview=open', keywords: 'charts dashboard' },
  ],
  Close: [
    { label: 'Months', to: '/?tab=accretion#months', keywords: 'periods close reopen month-end' },
    { label: 'Worklist', to: '/?tab=detail&overview=open#worklist', keywords: 'attention overdue' },
    { label: REPORT_NAMES.journal, to: '/?tab=detail&dialog=journal', keywords: 'export ledger' },
  ],
  Company: [
    {
      label: 'Settings',
      to: '/?tab=company',
      keywords: 'accretion method journal accounts rate tables depreciation settlement',
    },
    { label: 'Audit Log', to: '/?tab=company&view=audit' },
    { label: 'Members', to: '/?tab=company&view=members' },
    { label: 'API Tokens', to: '/?tab=company&view=tokens' },
    { label: 'Books Check', to: '/?tab=company&view=books', keywords: 'check seal' },
  ],
};

/** Screens of a group that the user may see; empty if there are none. */
export function navItemsFor(
  group: Group,
  user: UserView,
  company: Membership | null,
): readonly Destination[] {
  if (group === 'Account') {
    return [
      {
        label: 'Account Settings',
        to: '/settings',
        keywords: 'preferences language time zone currency date format sessions devices delete anonymize',
      },
      ...(user.isAdmin ? [{ label: 'Admin Panel', to: '/admin' }] : []),
      { label: 'Logout', to: '/api/logout', document: true },
    ];
  }
  if (!company) return [];
  // Viewers can read the audit log but no other company screen.
  if (group === 'Company' && company.role !== 'admin') {
    return DESTINATIONS.Company.filter(({ to }) => to.endsWith('view=audit'));
  }
  return DESTINATIONS[group];
}
