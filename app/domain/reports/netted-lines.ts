import { accountNumber } from '~/domain/books/tie-out';
import { formatCents, parseCents } from '~/domain/money/money';
import { type EntryTotals, sidesOf, type WorkbookEntry } from './journal-workbook';

const NETTED = 'Debits and credits that net to zero within a voucher';

/**
 * Entries for the amounts that voucher lines omit. A line is an account's debits less its credits, so amounts that
 * cancel out are missing from both. With a debit and a credit for each such account, the lines add up to the account
 * totals.
 * @param lines one per account and voucher
 * @param accounts totals of the rows that the lines summarize
 */
export function nettedLines(
  lines: readonly WorkbookEntry[],
  accounts: readonly Omit<EntryTotals, 'name'>[],
): WorkbookEntry[] {
  const byAccount = Map.groupBy(lines, accountNumber);
  return accounts.flatMap(({ account, debits, credits }) => {
    const lineSides = (byAccount.get(account) ?? []).map(sidesOf);
    const unlisted = (total: string, side: 'debit' | 'credit') =>
      lineSides.reduce((remaining, sides) => remaining - parseCents(sides[side]), parseCents(total));
    const netted = unlisted(debits, 'debit');
    // If the sides differ, something was posted between the two reads; the ties will show it.
    if (netted <= 0n || netted !== unlisted(credits, 'credit')) return [];
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
