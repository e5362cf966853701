import { accountText } from '~/domain/books/tie-out';
import { credit, debit, type LedgerLayout, lineText, monthFirst } from './layout';

/**
 * QuickBooks Online's import of journal entries. Accounts are matched by name, a subaccount as Parent:Sub. Lines with the same
 * Journal No. are one entry.
 * Source: QuickBooks help, "Import journal entries".
 */
export const QUICKBOOKS_ONLINE: LedgerLayout = {
  label: 'QuickBooks Online',
  extension: 'csv',
  columns: [
    { title: 'Journal No.', value: (row) => row.voucherNumber },
    { title: 'Journal Date', value: monthFirst },
    { title: 'Account Name', value: (row) => accountText(row, ':') },
    { title: 'Description', value: lineText },
    { title: 'Debits', value: debit },
    { title: 'Credits', value: credit },
  ],
};
