import { displaySubAccount } from '~/domain/books/tie-out';
import { blank, credit, debit, type LayoutColumn, type LedgerLayout, lineText } from './layout';

const SEGMENTS: Record<number, LayoutColumn['value']> = {
  1: (row) => row.company,
  2: (row) => row.mainAccount,
  3: ({ subAccount }) => displaySubAccount(subAccount),
};

const formatDay: LayoutColumn['value'] = ({ voucherDate }) => voucherDate.replaceAll('-', '/');

/**
 * Oracle Fusion's file-based data import of journals (GL_INTERFACE). The source and category ship with Fusion. The creation
 * date is the voucher's, so the same journal produces the same file on any day.
 * Source: Oracle Utilities' mapping guide, "FBDI Values for GL_INTERFACE Table", then the columns of JournalImportTemplate.
 */
export const ORACLE_FUSION: LedgerLayout = {
  label: 'Oracle Fusion (FBDI)',
  extension: 'csv',
  columns: [
    { title: '*Status Code', value: () => 'NEW' },
    { title: '*Ledger ID', value: (_, __, { oracleLedgerId }) => oracleLedgerId },
    { title: '*Effective Date of Transaction', value: formatDay },
    { title: '*Journal Source', value: () => 'Spreadsheet' },
    { title: '*Journal Category', value: () => 'Adjustment' },
    { title: '*Currency Code', value: (_, __, { currencyCode }) => currencyCode },
    { title: '*Journal Entry Creation Date', value: formatDay },
    { title: '*Actual Flag', value: () => 'A' },
    ...Array.from({ length: 30 }, (_, index): LayoutColumn => {
      const title = `Segment${index + 1}`;
      const value = SEGMENTS[index + 1];
      return value ? { title, value } : blank(title);
    }),
    { title: 'Entered Debit Amount', value: debit },
    { title: 'Entered Credit Amount', value: credit },
    blank('Converted Debit Amount'),
    blank('Converted Credit Amount'),
    blank('REFERENCE1 (Batch Name)'),
    blank('REFERENCE2 (Batch Description)'),
    blank('REFERENCE3'),
    { title: 'REFERENCE4 (Journal Entry Name)', value: (row) => row.voucherNumber },
    { title: 'REFERENCE5 (Journal Entry Description)', value: (row) => row.voucherDescription },
    blank('REFERENCE6 (Journal Entry Reference)'),
    blank('REFERENCE7 (Journal Entry Reversal flag)'),
    blank('REFERENCE8 (Journal Entry Reversal Period)'),
    blank('REFERENCE9 (Journal Reversal Method)'),
    { title: 'REFERENCE10 (Journal Entry Line Description)', value: lineText },
  ],
};
