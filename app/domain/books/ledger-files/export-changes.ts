import { JOURNAL_COLUMNS, type JournalFixedColumn, type JournalRow } from '~/domain/books/journal';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';

/** What an export had of a voucher: enough to tell whether it reads the same today, and to take it back. */
export type VoucherState = {
  voucher: string;
  date: CalendarDate;
  description: string;
  /** Of all its rows. */
  digest: string;
  /** What it did to each account, net and gross, in cents as text, debits positive. */
  accounts: [main: string, sub: string, net: string, gross?: string][];
};

/** What every row of a company's journal says. */
export type RowHeading = Pick<JournalRow, 'company' | 'detailCompany' | JournalFixedColumn>;

/** A voucher as it is, with the digest of those of its rows that the earlier export had; null where it had none. */
export type VoucherNow = VoucherState & { earlier: string | null };

/** Numbers of vouchers, in the order of the journal. */
export type ExportChanges = { new: string[]; changed: string[]; gone: string[] };

/**
 * How a voucher is brought up to date in a ledger that has the earlier export: all its rows; the rows that came since; or, where
 * what it had reads differently today, such as with another account, what it had taken back and all its rows.
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

/** Which vouchers are new, changed or gone since an export. */
export function changesSince(before: readonly VoucherState[], now: readonly VoucherNow[]): ExportChanges {
  const found = [...updates(before, now)];
  const of = (...kinds: Update[]) =>
    found.filter(([, kind]) => kinds.includes(kind)).map(([voucher]) => voucher);
  return { new: of('new'), changed: of('added', 'replaced'), gone: of('gone') };
}

/** Whether the journal is still as it was exported. */
export function isUnchanged(changes: ExportChanges): boolean {
  return Object.values(changes).every((vouchers) => vouchers.length === 0);
}

/** Rows of one posting. */
export type JournalEntry = { posting: number; rows: JournalRow[] };

/**
 * What a ledger that has an earlier export must be given to have the journal as it is. New vouchers keep their numbers;
 * what is added to one, or takes it back, has a number of its own, because the ledger has the first one already.
 * @param through the last posting of the earlier export
 * @param number of the export that the difference is written for, among those of the same dates and layout
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
    /** The rows for an entry of the journal, which come in its order. */
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
    /** The rows that take back what is gone, once the journal is through. */
    rest: (): JournalRow[] => [...left].flatMap(takeBack),
  };
}

function numbered(row: JournalRow, number: number): JournalRow {
  return { ...row, voucherNumber: `${row.voucherNumber}-${number}` };
}

const NOTHING = Object.fromEntries(JOURNAL_COLUMNS.map((column) => [column, ''])) as JournalRow;

/** One line for each account that the voucher had, with the sides changed. */
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
