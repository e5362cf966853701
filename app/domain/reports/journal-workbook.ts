import { accountNumber } from '~/domain/books/tie-out';
import { amountCell, type TableColumn, type TableSheet, tableSheet } from '~/domain/files/workbook';

/** A journal row as the API returns it: debits positive, credits negative. */
export type WorkbookEntry = {
  voucherNumber: string;
  journalDate: string;
  mainAccount: string;
  subAccount: string;
  well: string;
  referenceNumber: string;
  detailDescription: string;
  netValue: string;
};

/** Account totals from the ledger; both sides are positive. */
export type EntryTotals = { account: string; name: string; debits: string; credits: string };

export type JournalWorkbook = {
  heading: readonly string[];
  entries: readonly WorkbookEntry[];
  accounts: readonly EntryTotals[];
};

const text = (value: string) => ({ text: value });

/** Splits an entry into debit and credit; the other side is zero. */
export function sidesOf({ netValue }: Pick<WorkbookEntry, 'netValue'>): { debit: string; credit: string } {
  return netValue.startsWith('-')
    ? { debit: '0.00', credit: netValue.slice(1) }
    : { debit: netValue, credit: '0.00' };
}

/**
 * Builds a sheet of journal entries, with debit and credit columns and their totals.
 * @param hasWells false for lines that cover several wells
 */
export function entriesSheet(
  entries: readonly WorkbookEntry[],
  { name, heading, hasWells }: { name: string; heading: readonly string[]; hasWells: boolean },
): TableSheet {
  const wellColumns: TableColumn<WorkbookEntry>[] = [
    { id: 'well', header: 'Well', width: 20, cell: ({ well }) => text(well) },
    { id: 'reference', header: 'Reference', width: 24, cell: (row) => text(row.referenceNumber) },
  ];
  return tableSheet({
    name,
    heading,
    rows: entries,
    columns: [
      { id: 'voucher', header: 'Voucher', width: 24, cell: (row) => text(row.voucherNumber) },
      { id: 'date', header: 'Date', cell: ({ journalDate }) => dayCell(journalDate) },
      { id: 'account', header: 'Account', cell: (row) => text(accountNumber(row)) },
      ...(hasWells ? wellColumns : []),
      { id: 'description', header: 'Description', width: 44, cell: (row) => text(row.detailDescription) },
      {
        id: 'debit',
        header: 'Debit',
        addsUp: true,
        cell: (row) => amountCell(sidesOf(row).debit),
      },
      {
        id: 'credit',
        header: 'Credit',
        addsUp: true,
        cell: (row) => amountCell(sidesOf(row).credit),
      },
    ],
  });
}

/** Cell for a journal date; other text, such as the blank date of netted lines, stays text. */
function dayCell(day: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { date: day } : text(day);
}

/**
 * Part of a formula: sums the cells of a range whose neighbors in other ranges equal the given cells exactly. SUMIF
 * would treat an account such as `<9` or `24*` as a condition.
 */
export function sumWhere(
  range: string,
  matches: readonly (readonly [range: string, cell: string])[],
): string {
  const condition = matches.map(([where, cell]) => `EXACT(${where},${cell})`).join('*');
  return `SUMPRODUCT(${condition}*${range})`;
}

/**
 * Builds the journal as a workbook: every row, and each account's totals as formulas over the rows, next to those of
 * the ledger.
 * @param accounts totals for the same dates
 */
export function journalWorkbook({ heading, entries, accounts }: JournalWorkbook): TableSheet[] {
  const journal = entriesSheet(entries, { name: 'Journal Entries', heading, hasWells: true });
  const side = (sideId: 'debit' | 'credit', { here }: { here: (id: string) => string }) =>
    ({
      formula: `=ROUND(${sumWhere(journal.rangeOf(sideId), [[journal.rangeOf('account'), here('account')]])},2)`,
      format: 'amount',
    }) as const;
  const totals = tableSheet<EntryTotals>({
    name: 'Totals by Account',
    heading,
    rows: accounts,
    columns: [
      { id: 'account', header: 'Account', width: 20, cell: ({ account }) => text(account) },
      { id: 'name', header: 'Name', width: 28, cell: ({ name }) => text(name) },
      { id: 'debits', header: 'Debits', addsUp: true, cell: (_row, refs) => side('debit', refs) },
      { id: 'credits', header: 'Credits', addsUp: true, cell: (_row, refs) => side('credit', refs) },
      {
        id: 'ledgerDebits',
        header: 'Debits per Ledger',
        width: 20,
        addsUp: true,
        cell: ({ debits }) => amountCell(debits),
      },
      {
        id: 'ledgerCredits',
        header: 'Credits per Ledger',
        width: 20,
        addsUp: true,
        cell: ({ credits }) => amountCell(credits),
      },
      {
        id: 'difference',
        header: 'Difference',
        addsUp: true,
        cell: (_row, { here }) => ({
          formula: `=ROUND(ABS(${here('debits')}-${here('ledgerDebits')})+ABS(${here('credits')}-${here('ledgerCredits')}),2)`,
          format: 'amount',
        }),
      },
    ],
  });
  return [journal, totals];
}
