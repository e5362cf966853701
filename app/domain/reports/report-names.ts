/** Display names of the reports: in menus, titles, print, workbooks, and the reports archived by a close. */
export const REPORT_NAMES = {
  'aro-rollforward': 'ARO Rollforward',
  disclosure: 'ARO Disclosure',
  'arc-rollforward': 'ARC Rollforward',
  maturities: 'ARO Maturities',
  'trial-balance': 'Trial Balance',
  balances: 'Balances by Layer',
  postings: 'Posting Register',
  journal: 'Journal Entries',
} as const;
