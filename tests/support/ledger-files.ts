import Papa from 'papaparse';
import type { LayoutName } from '~/domain/books/ledger-files/layouts';

/** A line as the importing ledger understands it; debits are positive. */
export type ReadLine = { voucher: string; date: string; account: string; cents: number };

/** Published column titles of each target, in its order. */
export const PUBLISHED_TITLES = {
  netsuite: [
    'External ID',
    'Date',
    'Memo',
    'Accounting Book',
    'Approved',
    'Account',
    'Debit',
    'Credit',
    'Location',
  ],
  'quickbooks-online': ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
  xero: [
    'Narration',
    'Date',
    'Description',
    'AccountCode',
    'TaxRate',
    'Amount',
    'TrackingName1',
    'TrackingOption1',
  ],
  'oracle-fusion': [
    '*Status Code',
    '*Ledger ID',
    '*Effective Date of Transaction',
    '*Journal Source',
    '*Journal Category',
    '*Currency Code',
    '*Journal Entry Creation Date',
    '*Actual Flag',
    ...Array.from({ length: 30 }, (_, index) => `Segment${index + 1}`),
    'Entered Debit Amount',
    'Entered Credit Amount',
  ],
  'dynamics-365': [
    'JOURNALBATCHNUMBER',
    'LINENUMBER',
    'ACCOUNTTYPE',
    'ACCOUNTDISPLAYVALUE',
    'CreditAmount',
    'DebitAmount',
    'CurrencyCode',
    'OffsetAccountType',
    'OffsetAccountDisplayValue',
    'OffsetText',
    'Quantity',
    'TransDate',
  ],
};

/** The first lines of an IIF file of journal entries. */
export const IIF_HEAD = [
  '!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tMEMO',
  '!SPL\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tMEMO',
  '!ENDTRNS',
];

function cents(text: string): number {
  if (text === '') return 0;
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`No plain amount: ${text}`);
  return Number(text.replace('.', ''));
}

function records(text: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

function sides(debits: string, credits: string): number {
  if ((debits === '') === (credits === '')) throw new Error('A line has either a debit or a credit');
  if (debits.startsWith('-') || credits.startsWith('-')) throw new Error('Sides are positive');
  return cents(debits) - cents(credits);
}

function fromMonthFirst(text: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text)!;
  return `${year}-${month}-${day}`;
}

function fromMonthName(text: string): string {
  const [, day, name, year] = /^(\d\d) ([A-Z][a-z]{2}) (\d{4})$/.exec(text)!;
  const month = new Date(`1 ${name} 2000 UTC`).getUTCMonth() + 1;
  return `${year}-${String(month).padStart(2, '0')}-${day}`;
}

/** Reads a file like its ledger's importer, sharing no code with the writer. */
export const READERS: Record<Exclude<LayoutName, 'standard'>, (text: string) => ReadLine[]> = {
  netsuite: (text) =>
    records(text).map((row) => ({
      voucher: row['External ID']!,
      date: fromMonthFirst(row.Date!),
      account: row.Account!,
      cents: sides(row.Debit!, row.Credit!),
    })),
  'quickbooks-online': (text) =>
    records(text).map((row) => ({
      voucher: row['Journal No.']!,
      date: fromMonthFirst(row['Journal Date']!),
      account: row['Account Name']!,
      cents: sides(row.Debits!, row.Credits!),
    })),
  'quickbooks-desktop': readIif,
  xero: (text) =>
    records(text).map((row) => ({
      voucher: row.Narration!.split(':')[0]!,
      date: fromMonthName(row.Date!),
      account: row.AccountCode!,
      cents: cents(row.Amount!),
    })),
  'oracle-fusion': (text) =>
    records(text).map((row) => ({
      voucher: row['REFERENCE4 (Journal Entry Name)']!,
      date: row['*Effective Date of Transaction']!.replaceAll('/', '-'),
      account: [row.Segment2, row.Segment3].filter(Boolean).join('-'),
      cents: sides(row['Entered Debit Amount']!, row['Entered Credit Amount']!),
    })),
  'dynamics-365': (text) =>
    records(text).map((row) => ({
      voucher: row.JOURNALBATCHNUMBER!,
      date: row.TransDate!,
      account: row.ACCOUNTDISPLAYVALUE!,
      cents: sides(row.DebitAmount!, row.CreditAmount!),
    })),
};

/** TRNS opens a transaction, SPL continues it, ENDTRNS closes it: anything else is not valid IIF. */
function readIif(text: string): ReadLine[] {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line does not end');
  const read: ReadLine[] = [];
  let isOpen = false;
  for (const line of lines.slice(3)) {
    const [kind, id, type, date, account, name, amount, memo, ...rest] = line.split('\t');
    if (kind === 'ENDTRNS') {
      if (!isOpen) throw new Error('Nothing to end');
      isOpen = false;
      continue;
    }
    if (kind !== (isOpen ? 'SPL' : 'TRNS') || type !== 'GENERAL JOURNAL' || rest.length > 0 || id || name)
      throw new Error(`No line of a journal entry: ${line}`);
    isOpen = true;
    const voucher = memo!.split(' ')[0]!;
    read.push({ voucher, date: fromMonthFirst(date!), account: account!, cents: cents(amount!) });
  }
  if (isOpen) throw new Error('The last transaction has no end');
  return read;
}
