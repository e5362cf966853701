import { REPORT_NAMES } from '~/domain/reports/report-names';
import type { SheetKind } from './sheets';

export type ReportKind = 'journal' | 'rollforward';

type Report = {
  title: string;
  description: string;
  path: string;
  success: string;
  fetchFailure: string;
  exportFailure: string;
  /** The on-screen report with the same amounts, which has drill-down. */
  view: { label: string; sheet: SheetKind };
};

/** Texts and paths that differ between the two reports. */
export const REPORTS: Record<ReportKind, Report> = {
  journal: {
    title: REPORT_NAMES.journal,
    description:
      'Debit and credit rows for everything posted in the period: layers, accretion, depreciation, settlements and sales.',
    path: '/api/reports/journal-entries',
    success: 'ARO journal entries exported successfully',
    fetchFailure: 'Failed to fetch journal entries data',
    exportFailure: 'Failed to export journal entries data',
    view: { label: 'View by Account', sheet: 'trial-balance' },
  },
  rollforward: {
    title: REPORT_NAMES['aro-rollforward'],
    description: 'One row per well: beginning balance, additions, accretion, reductions and ending balance.',
    path: '/api/reports/aro-rollforward',
    success: 'ARO rollforward data exported successfully',
    fetchFailure: 'Failed to fetch rollforward data',
    exportFailure: 'Failed to export rollforward data',
    view: { label: 'View', sheet: 'aro-rollforward' },
  },
};

export function isReportKind(dialog: string | null): dialog is ReportKind {
  return dialog !== null && Object.hasOwn(REPORTS, dialog);
}
