import type { JournalRow } from '~/domain/books/journal';
import type { CurrentVoucher, JournalEntry } from '~/domain/books/ledger-files/export-changes';
import { accountKey } from '~/domain/books/ledger-files/summary';
import { parseCents } from '~/domain/money/money';
import { openDigest } from '~/services/platform/digest.server';

type OpenVoucher = {
  first: JournalRow;
  all: ReturnType<typeof openDigest>;
  earlier: ReturnType<typeof openDigest> | null;
  accounts: Map<string, { main: string; sub: string; net: bigint; gross: bigint }>;
};

/**
 * Collects the state of each voucher as the journal streams through: a digest of its rows, one of those that an earlier
 * export had, and its effect on each account. Keeps only the sums.
 * @param through the last posting of the earlier export; null if there is none
 */
export function readVoucherStates(through: number | null) {
  const vouchers = new Map<string, OpenVoucher>();

  async function add(entries: readonly JournalEntry[]): Promise<void> {
    const rows = entries.flatMap(({ posting, rows }) => rows.map((row) => ({ posting, row })));
    for (const [name, voucherRows] of Map.groupBy(rows, ({ row }) => row.voucherNumber)) {
      const voucher = vouchers.get(name) ?? openVoucher(voucherRows[0]!.row);
      await voucher.all.add(voucherRows.map(({ row }) => JSON.stringify(row)).join(''));
      const exportedRows = voucherRows.filter(({ posting }) => through !== null && posting <= through);
      if (exportedRows.length > 0) {
        voucher.earlier ??= openDigest();
        await voucher.earlier.add(exportedRows.map(({ row }) => JSON.stringify(row)).join(''));
      }
      for (const { row } of voucherRows) addTo(voucher, row);
    }
  }

  function openVoucher(first: JournalRow): OpenVoucher {
    const voucher: OpenVoucher = { first, all: openDigest(), earlier: null, accounts: new Map() };
    vouchers.set(first.voucherNumber, voucher);
    return voucher;
  }

  return {
    /** Passes the entries through unchanged. */
    async *watch(batches: AsyncIterable<JournalEntry[]>): AsyncGenerator<JournalEntry[]> {
      for await (const entries of batches) {
        await add(entries);
        yield entries;
      }
    },
    /** States of the vouchers, once all entries have passed through. */
    end: (): Promise<CurrentVoucher[]> => Promise.all([...vouchers.values()].map(toState)),
  };
}

function addTo({ accounts }: OpenVoucher, row: JournalRow): void {
  const key = accountKey(row);
  const sum = accounts.get(key) ?? { main: row.mainAccount, sub: row.subAccount, net: 0n, gross: 0n };
  sum.net += parseCents(row.netValue);
  sum.gross += parseCents(row.grossValue);
  accounts.set(key, sum);
}

async function toState({ first, all, earlier, accounts }: OpenVoucher): Promise<CurrentVoucher> {
  return {
    voucher: first.voucherNumber,
    date: first.voucherDate,
    description: first.voucherDescription,
    digest: await all.end(),
    earlier: (await earlier?.end()) ?? null,
    accounts: [...accounts.values()]
      .filter(({ net, gross }) => net !== 0n || gross !== 0n)
      .map(({ main, sub, net, gross }) => [main, sub, String(net), String(gross)]),
  };
}
