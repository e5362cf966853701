import type { LayoutName } from './layouts';

export type JournalFile = {
  beginDate: string;
  endDate: string;
  /** For an export: its number among those with the same dates and layout, and the export it is a difference from. */
  number?: number;
  since?: string | null;
};

/**
 * Name of a journal file in a general ledger's layout, without its extension. A difference includes its export's number, as its
 * vouchers do, so nobody imports it instead of the full file, or vice versa.
 */
export function journalFileName(
  layout: LayoutName,
  { beginDate, endDate, number, since }: JournalFile,
): string {
  const name = layout === 'standard' ? 'aro-journal-entries' : `aro-journal-entries-${layout}`;
  return `${name}-${beginDate}-to-${endDate}${since ? `-difference-${number}` : ''}`;
}
