import { REPORT_NAMES } from '~/domain/reports/report-names';
import type { KeptReportView } from '~/schemas/close/close';

/** Names of the reports that a close keeps, the same as everywhere else. */
export const SAVED_REPORT_NAMES: Record<KeptReportView['name'], string> = {
  ...REPORT_NAMES,
  rollforward: REPORT_NAMES['aro-rollforward'],
};
