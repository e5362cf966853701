import type { ReportGroup, ReportName } from './report-columns';

/** Grouping that a file name omits; other reports always include theirs. */
const DEFAULT_GROUPS: Partial<Record<ReportName, ReportGroup>> = {
  'aro-rollforward': 'well',
  'trial-balance': 'total',
  maturities: 'total',
  balances: 'total',
  postings: 'total',
};

type ReportDays = { beginDate: string; endDate: string } | { asOf: string };

/**
 * Name of a report's file, CSV or workbook, without the extension.
 * @param part filter or comparison of the report, used instead of its grouping
 */
export function reportFileName(
  report: ReportName,
  { by = 'total', part }: { by?: ReportGroup | undefined; part?: string | undefined },
  days: ReportDays,
): string {
  const suffix = part || (by === DEFAULT_GROUPS[report] ? '' : `by-${by}`);
  const name = ['aro', report.replace(/^aro-/, ''), suffix].filter((word) => word !== '').join('-');
  return 'asOf' in days ? `${name}-as-of-${days.asOf}` : `${name}-${days.beginDate}-to-${days.endDate}`;
}
