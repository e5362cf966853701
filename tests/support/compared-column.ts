import type { ComparedColumn } from '~/domain/reports/comparative-disclosure';

/** A column of a comparative disclosure; missing amounts are zero. @param days begin and end dates */
export function comparedColumn(
  is: ComparedColumn['is'],
  days: string,
  changes: Partial<ComparedColumn>,
): ComparedColumn {
  const [beginDate, endDate] = days.split(' ') as [string, string];
  const none = { opening: '0.00', incurred: '0.00', acquired: '0.00', revisions: '0.00', accretion: '0.00' };
  const rest = { settled: '0.00', divested: '0.00', current: '0.00', nonCurrent: '0.00', asClosed: [] };
  return { is, beginDate, endDate, beginning: '0.00', ending: '0.00', ...none, ...rest, ...changes };
}
