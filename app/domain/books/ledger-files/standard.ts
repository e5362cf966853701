import { JOURNAL_COLUMNS } from '~/domain/books/journal';
import type { LedgerLayout } from './layout';

/** The journal's own 25 columns, for spreadsheets. */
export const STANDARD: LedgerLayout = {
  label: 'Standard (25 columns)',
  extension: 'csv',
  hasByteOrderMark: true,
  columns: JOURNAL_COLUMNS.map((title) => ({ title, value: (row) => row[title] })),
};
