import { accountText } from '~/domain/books/tie-out';
import { blank, credit, debit, type LedgerLayout, lineText, monthFirst } from './layout';

/**
 * NetSuite's CSV import of journal entries. Lines with the same External ID are one entry, and NetSuite recognizes an ID it
 * already has.
 * Source: NetSuite help, sections 1534492737 and 1534492479.
 */
export const NETSUITE: LedgerLayout = {
  label: 'NetSuite',
  extension: 'csv',
  columns: [
    { title: 'External ID', value: (row) => row.voucherNumber },
    { title: 'Date', value: monthFirst },
    { title: 'Memo', value: (row) => row.voucherDescription },
    blank('Accounting Book'),
    blank('Approved'),
    { title: 'Account', value: (row) => accountText(row, ' : ') },
    { title: 'Debit', value: debit },
    { title: 'Credit', value: credit },
    blank('Location'),
    { title: 'Line Memo', value: lineText },
  ],
};
