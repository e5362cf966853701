import type { LayoutName } from './layouts';

/** The name of a file of the journal, in the layout of a general ledger, without its ending. */
export function journalFileName(
  layout: LayoutName,
  { beginDate, endDate }: { beginDate: string; endDate: string },
): string {
  const name = layout === 'standard' ? 'aro-journal-entries' : `aro-journal-entries-${layout}`;
  return `${name}-${beginDate}-to-${endDate}`;
}
