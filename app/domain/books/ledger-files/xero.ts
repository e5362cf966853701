import { accountNumber } from '~/domain/books/tie-out';
import { blank, type LedgerLayout, lineText, monthByName } from './layout';

/**
 * Xero's import template for manual journals. Lines with the same narration and date are one journal. Debits are positive,
 * credits negative. A file has at most 300 lines.
 * Source: Xero help, "Enter multiple manual journals using an import template".
 */
export const XERO: LedgerLayout = {
  label: 'Xero',
  extension: 'csv',
  maxLines: 300,
  columns: [
    { title: 'Narration', value: (row) => `${row.voucherNumber}: ${row.voucherDescription}` },
    { title: 'Date', value: monthByName },
    { title: 'Description', value: lineText },
    { title: 'AccountCode', value: accountNumber },
    { title: 'TaxRate', value: (_, __, { xeroTaxRate }) => xeroTaxRate },
    { title: 'Amount', value: (row) => row.netValue },
    blank('TrackingName1'),
    blank('TrackingOption1'),
    blank('TrackingName2'),
    blank('TrackingOption2'),
  ],
};
