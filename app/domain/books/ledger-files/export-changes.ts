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
export type VoucherNow = VoucherState & { earlier: string | null };

/** Voucher numbers, in journal order. */
export type ExportChanges = { new: string[]; changed: string[]; gone: string[] };

/**
 * How to bring a voucher up to date in a ledger that has the earlier export. `new`: add all its rows. `added`: add the rows
 * posted since. `replaced`: exported rows read differently today, for example because an account changed, so reverse what was
 * exported and add all rows. `gone`: reverse what was exported.
 */
type Update = 'new' | 'added' | 'replaced' | 'gone';

function updates(before: readonly VoucherState[], now: readonly VoucherNow[]): Map<string, Update> {
  const had = new Map(before.map((state) => [state.voucher, state]));
  const found = new Map<string, Update>();
  for (const { voucher, digest, earlier } of now) {
    const old = had.get(voucher);
    if (!old) found.set(voucher, 'new');
    else if (old.digest !== digest) found.set(voucher, old.digest === earlier ? 'added' : 'replaced');
    had.delete(voucher);
  }
  for (const voucher of had.keys()) found.set(voucher, 'gone');
  return found;
}

/** Vouchers that are new, changed, or gone since an export. */
export function changesSince(before: readonly VoucherState[], now: readonly VoucherNow[]): ExportChanges {
  const found = [...updates(before, now)];
  const of = (...kinds: Update[]) =>
    found.filter(([, kind]) => kinds.includes(kind)).map(([voucher]) => voucher);
  return { new: of('new'), changed: of('added', 'replaced'), gone: of('gone') };
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
  now: readonly VoucherNow[],
  { through, number, heading }: { through: number; number: number; heading: RowHeading },
) {
  const update = updates(before, now);
  const states = new Map(before.map((state) => [state.voucher, state]));
  const left = new Set(
    [...update].filter(([, kind]) => kind === 'replaced' || kind === 'gone').map(([v]) => v),
  );
  const takeBack = (voucher: string): JournalRow[] => {
    left.delete(voucher);
    return reversedRows(states.get(voucher)!, heading).map((row) => numbered(row, number));
  };
  return {
    /** Rows for an entry of the journal. Call in journal order. */
    of({ posting, rows }: JournalEntry): JournalRow[] {
      return rows.flatMap((row) => {
        const kind = update.get(row.voucherNumber);
        if (kind === 'new') return [row];
        if (kind === 'added') return posting > through ? [numbered(row, number)] : [];
        if (kind !== 'replaced') return [];
        const first = left.has(row.voucherNumber) ? takeBack(row.voucherNumber) : [];
        return [...first, numbered(row, number)];
      });
    },
    /** Rows that reverse vouchers no longer in the journal. Call after the last entry. */
    rest: (): JournalRow[] => [...left].flatMap(takeBack),
  };
}

function numbered(row: JournalRow, number: number): JournalRow {
  return { ...row, voucherNumber: `${row.voucherNumber}-${number}` };
}

const NOTHING = Object.fromEntries(JOURNAL_COLUMNS.map((column) => [column, ''])) as JournalRow;

/** One line per account of the voucher, with the sides swapped. */
function reversedRows(
  { voucher, date, description, accounts }: VoucherState,
  heading: RowHeading,
): JournalRow[] {
  return accounts.map(([mainAccount, subAccount, net, gross = net]) => {
    return {
      ...NOTHING,
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
