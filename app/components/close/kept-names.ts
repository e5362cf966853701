import type { KeptReportView } from '~/schemas/close/close';

/** What people call the reports that a close keeps. */
export const KEPT_NAMES: Record<KeptReportView['name'], string> = {
  rollforward: 'Rollforward',
  disclosure: 'Disclosure',
  'arc-rollforward': 'ARC rollforward',
  'trial-balance': 'Trial balance',
  journal: 'Journal',
};
