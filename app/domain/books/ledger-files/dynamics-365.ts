import { accountNumber } from '~/domain/books/tie-out';
import { blank, credit, debit, type LedgerLayout, lineText } from './layout';

/**
 * Dynamics 365 Finance's General journal entity (LedgerJournalEntity): one journal batch per voucher, and no offset accounts,
 * because every side has its own line.
 * Source: Microsoft Learn, "General journal entity".
 */
export const DYNAMICS_365: LedgerLayout = {
  label: 'Dynamics 365',
  extension: 'csv',
  columns: [
    { title: 'JOURNALBATCHNUMBER', value: (row) => row.voucherNumber },
    { title: 'LINENUMBER', value: (_, { lineInVoucher }) => String(lineInVoucher) },
    { title: 'ACCOUNTTYPE', value: () => 'Ledger' },
    { title: 'ACCOUNTDISPLAYVALUE', value: accountNumber },
    { title: 'CreditAmount', value: credit },
    { title: 'DebitAmount', value: debit },
    { title: 'CurrencyCode', value: (_, __, { currencyCode }) => currencyCode },
    blank('OffsetAccountType'),
    blank('OffsetAccountDisplayValue'),
    blank('OffsetText'),
    blank('Quantity'),
    { title: 'TransDate', value: (row) => row.voucherDate },
    { title: 'JOURNALNAME', value: (_, __, { dynamicsJournalName }) => dynamicsJournalName },
    { title: 'DESCRIPTION', value: (row) => row.voucherDescription },
    { title: 'VOUCHER', value: (row) => row.voucherNumber },
    { title: 'TEXT', value: lineText },
  ],
};
