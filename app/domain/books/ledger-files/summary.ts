import type { JournalRow } from '~/domain/books/journal';
import { formatCents, parseCents } from '~/domain/money/money';

type Line = { row: JournalRow; net: bigint; gross: bigint };

/**
 * Gathers rows into one line for each account of a voucher: amounts added up, wells and layers left out. Only the lines are
 * kept, so a voucher may have any number of rows.
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
     * The lines of the vouchers gathered so far, debits first, and begins again. An account whose debits equal its credits has
     * no line, so a voucher still sums to zero.
     */
    take(): JournalRow[] {
      const taken = [...vouchers.values()].flatMap((voucher) => {
        const lines = [...voucher.values()];
        return [...lines.filter(({ net }) => net > 0n), ...lines.filter(({ net }) => net < 0n)];
      });
      vouchers = new Map();
      return taken.map(summaryRow);
    },
  };
}

/** Main and subaccount as one text; no account has the character between them. */
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
