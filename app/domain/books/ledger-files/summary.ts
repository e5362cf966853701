import type { JournalRow } from '~/domain/books/journal';
import { formatCents, parseCents } from '~/domain/money/money';

type Line = { row: JournalRow; net: bigint; gross: bigint };

/**
 * Combines rows into one line per account of a voucher, with amounts summed and without wells and layers. Keeps only those
 * lines, so a voucher may have any number of rows.
 */
export function createSummary() {
  let vouchers = new Map<string, Map<string, Line>>();
  return {
    add(rows: readonly JournalRow[]): void {
      for (const row of rows) {
        const lines = vouchers.get(row.voucherNumber) ?? new Map<string, Line>();
        vouchers.set(row.voucherNumber, lines);
        const key = accountKey(row);
        const line = lines.get(key) ?? { row, net: 0n, gross: 0n };
        line.net += parseCents(row.netValue);
        line.gross += parseCents(row.grossValue);
        lines.set(key, line);
      }
    },
    /**
     * Returns the lines of the vouchers added so far, debits first, and starts over. An account whose debits equal its credits
     * has no line, so a voucher still sums to zero.
     */
    drain(): JournalRow[] {
      const lines = [...vouchers.values()].flatMap((voucher) => {
        const lines = [...voucher.values()];
        return [...lines.filter(({ net }) => net > 0n), ...lines.filter(({ net }) => net < 0n)];
      });
      vouchers = new Map();
      return lines.map(summaryRow);
    },
  };
}

/** Key of a main account and subaccount. No account contains the separator. */
export function accountKey({
  mainAccount,
  subAccount,
}: Pick<JournalRow, 'mainAccount' | 'subAccount'>): string {
  return `${mainAccount}\n${subAccount}`;
}

function summaryRow({ row, net, gross }: Line): JournalRow {
  return {
    ...row,
    well: '',
    referenceNumber: row.voucherNumber,
    detailDescription: row.voucherDescription,
    grossValue: formatCents(gross),
    netValue: formatCents(net),
  };
}
