import type { LayoutName } from './layouts';

export type JournalFile = {
  beginDate: string;
  endDate: string;
  /** Of an export: its number among those of the same dates and layout, and the one that it is the difference to. */
  number?: number;
  since?: string | null;
};

/**
 * The name of a file of the journal, in the layout of a general ledger, without its ending. A difference is named by its number,
 * which its vouchers have too, so that nobody imports it in place of the whole file, or the other way around.
 */
export function journalFileName(
  layout: LayoutName,
  { beginDate, endDate, number, since }: JournalFile,
): string {
  const name = layout === 'standard' ? 'aro-journal-entries' : `aro-journal-entries-${layout}`;
  return `${name}-${beginDate}-to-${endDate}${since ? `-difference-${number}` : ''}`;
}
