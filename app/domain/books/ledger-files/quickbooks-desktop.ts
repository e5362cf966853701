import { accountText } from '~/domain/books/tie-out';
import { blank, type LedgerLayout, lineText, monthFirst } from './layout';

/** Columns of both line types, after the keyword that starts each line. */
const TITLES = ['TRNSID', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'MEMO'];

/**
 * QuickBooks Desktop's IIF: a voucher's first line is TRNS, the others SPL, and ENDTRNS ends it. Debits are positive, credits
 * negative. QuickBooks keeps no entry number from the file, so the memo starts with the voucher number.
 * Source: Abila's "Exporting a Batch File to QuickBooks".
 */
export const QUICKBOOKS_DESKTOP: LedgerLayout = {
  label: 'QuickBooks Desktop (IIF)',
  extension: 'iif',
  headerRows: [['!TRNS', ...TITLES], ['!SPL', ...TITLES], ['!ENDTRNS']],
  footerRow: ['ENDTRNS'],
  columns: [
    { title: '!TRNS', value: (_, { lineInVoucher }) => (lineInVoucher === 1 ? 'TRNS' : 'SPL') },
    blank('TRNSID'),
    { title: 'TRNSTYPE', value: () => 'GENERAL JOURNAL' },
    { title: 'DATE', value: monthFirst },
    { title: 'ACCNT', value: (row) => accountText(row, ':') },
    blank('NAME'),
    { title: 'AMOUNT', value: (row) => row.netValue },
    { title: 'MEMO', value: (row) => `${row.voucherNumber} ${lineText(row)}` },
  ],
};
