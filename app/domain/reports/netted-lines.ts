import { accountNumber } from '~/domain/books/tie-out';
import { formatCents, parseCents } from '~/domain/money/money';
import { type EntryTotals, sidesOf, type WorkbookEntry } from './journal-workbook';

const NETTED = 'Debits and credits of the account that cancel within a voucher';

/**
 * What the lines of vouchers leave out: a line is an account's debits less its credits, so what cancels is in neither. With these,
 * a debit and a credit for each such account, the lines add up to the totals by account.
 * @param lines one for each account of a voucher
 * @param accounts the totals of the rows that the lines were made of
 */
export function nettedLines(
  lines: readonly WorkbookEntry[],
  accounts: readonly Omit<EntryTotals, 'name'>[],
): WorkbookEntry[] {
  const byAccount = Map.groupBy(lines, accountNumber);
  return accounts.flatMap(({ account, debits, credits }) => {
    const shown = (byAccount.get(account) ?? []).map(sidesOf);
    const left = (total: string, side: 'debit' | 'credit') =>
      shown.reduce((rest, sides) => rest - parseCents(sides[side]), parseCents(total));
    const netted = left(debits, 'debit');
    // Where the sides differ, something was posted between the two reads, which the ties say.
    if (netted <= 0n || netted !== left(credits, 'credit')) return [];
    return [netted, -netted].map((cents) => ({
      voucherNumber: '',
      journalDate: '',
      mainAccount: account,
      subAccount: '',
      well: '',
      referenceNumber: '',
      detailDescription: NETTED,
      netValue: formatCents(cents),
    }));
  });
}
