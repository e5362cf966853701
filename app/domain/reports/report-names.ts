/** What each report is called: in menus, as a title, on paper, in workbooks and among the reports that a close keeps. */
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
