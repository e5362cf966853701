import { REPORT_NAMES } from '~/domain/reports/report-names';
import type { KeptReportView } from '~/schemas/close/close';

/** The reports that a close keeps, by the names that they have everywhere. */
export const KEPT_NAMES: Record<KeptReportView['name'], string> = {
  ...REPORT_NAMES,
  rollforward: REPORT_NAMES['aro-rollforward'],
};
