import type { ReportGroup, ReportName } from './report-columns';

/** The grouping that a file's name leaves unsaid; of the other reports it says each. */
const UNSAID: Partial<Record<ReportName, ReportGroup>> = {
  'aro-rollforward': 'well',
  'trial-balance': 'total',
  maturities: 'total',
  balances: 'total',
  postings: 'total',
};

type ReportDays = { beginDate: string; endDate: string } | { asOf: string };

/**
 * The name of a report's file, CSV or workbook, without its ending.
 * @param part what the report is narrowed to or compared with, said in place of its grouping
 */
export function reportFileName(
  report: ReportName,
  { by = 'total', part }: { by?: ReportGroup | undefined; part?: string | undefined },
  days: ReportDays,
): string {
  const cut = part || (by === UNSAID[report] ? '' : `by-${by}`);
  const name = ['aro', report.replace(/^aro-/, ''), cut].filter((word) => word !== '').join('-');
  return 'asOf' in days ? `${name}-as-of-${days.asOf}` : `${name}-${days.beginDate}-to-${days.endDate}`;
}
