export type ReportKind = 'journal' | 'rollforward';

/** What the two reports differ in. */
export const REPORTS = {
  journal: {
    title: 'Journal Entries',
    description: 'Two rows for each layer and each accretion dated within the period, debit and credit.',
    path: '/api/reports/journal-entries',
    filePrefix: 'aro-journal-entries',
    success: 'ARO journal entries exported successfully',
    fetchFailure: 'Failed to fetch journal entries data',
    exportFailure: 'Failed to export journal entries data',
  },
  rollforward: {
    title: 'ARO Rollforward',
    description:
      'One row for each well: beginning balance, additions, accretion, reductions, ending balance.',
    path: '/api/reports/aro-rollforward',
    filePrefix: 'aro-rollforward',
    success: 'ARO rollforward data exported successfully',
    fetchFailure: 'Failed to fetch rollforward data',
    exportFailure: 'Failed to export rollforward data',
  },
} satisfies Record<ReportKind, unknown>;

export function isReportKind(dialog: string | null): dialog is ReportKind {
  return dialog !== null && Object.hasOwn(REPORTS, dialog);
}
