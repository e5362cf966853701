import { JOURNAL_COLUMNS, type JournalFixedColumn, type JournalRow } from '~/domain/books/journal';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';

/** A voucher as exported: enough to tell whether it would read the same today, and to reverse it. */
export type VoucherState = {
  voucher: string;
  date: CalendarDate;
  description: string;
  /** Digest of all its rows. */
  digest: string;
  /** Amounts by account, net and gross, in cents as text, debits positive. */
  accounts: [main: string, sub: string, net: string, gross?: string][];
};

/** Columns that are the same in every row of a company's journal. */
export type RowHeading = Pick<JournalRow, 'company' | 'detailCompany' | JournalFixedColumn>;

/** A voucher today, with the digest of only those rows that the earlier export contained; null if it contained none. */
export type CurrentVoucher = VoucherState & { earlier: string | null };

/** Voucher numbers, in journal order. */
export type ExportChanges = { new: string[]; changed: string[]; gone: string[] };

/**
 * How to bring a voucher up to date in a ledger that has the earlier export. `new`: add all its rows. `added`: add the rows
 * posted since. `replaced`: exported rows read differently today, for example because an account changed, so reverse what was
 * exported and add all rows. `gone`: reverse what was exported.
 */
type Update = 'new' | 'added' | 'replaced' | 'gone';

function compareVouchers(
  before: readonly VoucherState[],
  now: readonly CurrentVoucher[],
): Map<string, Update> {
  const previousByVoucher = new Map(before.map((state) => [state.voucher, state]));
  const updatesByVoucher = new Map<string, Update>();
  for (const { voucher, digest, earlier } of now) {
    const previous = previousByVoucher.get(voucher);
    if (!previous) updatesByVoucher.set(voucher, 'new');
    else if (previous.digest !== digest)
      updatesByVoucher.set(voucher, previous.digest === earlier ? 'added' : 'replaced');
    previousByVoucher.delete(voucher);
  }
  for (const voucher of previousByVoucher.keys()) updatesByVoucher.set(voucher, 'gone');
  return updatesByVoucher;
}

/** Vouchers that are new, changed, or gone since an export. */
export function changesSince(before: readonly VoucherState[], now: readonly CurrentVoucher[]): ExportChanges {
  const changes = [...compareVouchers(before, now)];
  const vouchersOf = (...kinds: Update[]) =>
    changes.filter(([, kind]) => kinds.includes(kind)).map(([voucher]) => voucher);
  return { new: vouchersOf('new'), changed: vouchersOf('added', 'replaced'), gone: vouchersOf('gone') };
}

/** True when the journal still matches the export. */
export function isUnchanged(changes: ExportChanges): boolean {
  return Object.values(changes).every((vouchers) => vouchers.length === 0);
}

/** Rows of one posting. */
export type JournalEntry = { posting: number; rows: JournalRow[] };

/**
 * Rows that bring a ledger with an earlier export up to date with the journal. New vouchers keep their numbers. Additions and
 * reversals get new numbers, because the ledger already has the original ones.
 * @param through last posting of the earlier export
 * @param number number of the export that the difference is written for, among those with the same dates and layout
 */
export function createDifference(
  before: readonly VoucherState[],
  now: readonly CurrentVoucher[],
  { through, number, heading }: { through: number; number: number; heading: RowHeading },
) {
  const update = compareVouchers(before, now);
  const states = new Map(before.map((state) => [state.voucher, state]));
  const unreversed = new Set(
    [...update].filter(([, kind]) => kind === 'replaced' || kind === 'gone').map(([v]) => v),
  );
  const reverseVoucher = (voucher: string): JournalRow[] => {
    unreversed.delete(voucher);
    return reversedRows(states.get(voucher)!, heading).map((row) => withNumber(row, number));
  };
  return {
    /** Rows for an entry of the journal. Call in journal order. */
    rowsFor({ posting, rows }: JournalEntry): JournalRow[] {
      return rows.flatMap((row) => {
        const kind = update.get(row.voucherNumber);
        if (kind === 'new') return [row];
        if (kind === 'added') return posting > through ? [withNumber(row, number)] : [];
        if (kind !== 'replaced') return [];
        const reversals = unreversed.has(row.voucherNumber) ? reverseVoucher(row.voucherNumber) : [];
        return [...reversals, withNumber(row, number)];
      });
    },
    /** Rows that reverse vouchers no longer in the journal. Call after the last entry. */
    remainingRows: (): JournalRow[] => [...unreversed].flatMap(reverseVoucher),
  };
}

function withNumber(row: JournalRow, number: number): JournalRow {
  return { ...row, voucherNumber: `${row.voucherNumber}-${number}` };
}

const EMPTY_ROW = Object.fromEntries(JOURNAL_COLUMNS.map((column) => [column, ''])) as JournalRow;

/** One line per account of the voucher, with the sides swapped. */
function reversedRows(
  { voucher, date, description, accounts }: VoucherState,
  heading: RowHeading,
): JournalRow[] {
  return accounts.map(([mainAccount, subAccount, net, gross = net]) => {
    return {
      ...EMPTY_ROW,
      ...heading,
      voucherNumber: voucher,
      voucherDate: date,
      accrualIndicator: 'N',
      voucherDescription: description,
      mainAccount,
      subAccount,
      referenceNumber: voucher,
      detailDescription: `As exported before, taken back: ${description}`,
      journalDate: date,
      accrualDate: date,
      grossValue: formatCents(-BigInt(gross)),
      netValue: formatCents(-BigInt(net)),
    };
  });
}
