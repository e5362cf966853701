import { journalSettingsOf, settingsByField } from '~/domain/books/journal';
import { accountNumber, namesByNumber } from '~/domain/books/tie-out';
import { formatCents, parseCents } from '~/domain/money/money';
import type { JournalPageView } from '~/schemas/reports/report-views';
import type { CompanyContext } from '~/services/platform/context.server';
import { getPostedEntries, type JournalRows } from './journal.server';

/** Row limit on screen. The file has all of them. */
const MAX_JOURNAL_ROWS = 500;

/**
 * The journal for display: its first rows, and totals of all rows by account. Amounts are text with two decimals. Nothing is
 * rounded, because rows are in whole cents.
 * @param reads rows from journalReads
 * @throws Error when debits and credits differ, because the figures are wrong then
 */
export async function getJournalPage(ctx: CompanyContext, reads: JournalRows): Promise<JournalPageView> {
  const rows: JournalPageView['rows'] = [];
  const vouchers = new Set<string>();
  const accounts = new Map<string, { debits: bigint; credits: bigint }>();
  let rowCount = 0;
  let isFull = false;
  for await (const entries of getPostedEntries(ctx, reads, { order: 'wells', through: null })) {
    for (const { rows: sides, wellId } of entries) {
      // Whole entries only, so the rows shown balance.
      isFull ||= rows.length + sides.length > MAX_JOURNAL_ROWS;
      if (!isFull) rows.push(...sides.map((row) => ({ ...row, wellId })));
      for (const row of sides) {
        rowCount += 1;
        vouchers.add(row.voucherNumber);
        const account = accountNumber(row);
        const sums = accounts.get(account) ?? { debits: 0n, credits: 0n };
        const cents = parseCents(row.netValue);
        if (cents > 0n) sums.debits += cents;
        else sums.credits -= cents;
        accounts.set(account, sums);
      }
    }
  }
  const sum = (side: 'debits' | 'credits') =>
    [...accounts.values()].reduce((total, sums) => total + sums[side], 0n);
  const [debits, credits] = [sum('debits'), sum('credits')];
  if (debits !== credits) throw new Error(`The journal's debits and credits differ: ${debits}, ${credits}`);
  const { journalSettings, fieldAccounts } = reads.companies[0]!;
  const settingsOf = settingsByField(journalSettingsOf(journalSettings), fieldAccounts);
  const names = namesByNumber([null, ...fieldAccounts.map(({ field }) => field)].map(settingsOf));
  return {
    rows,
    rowCount,
    voucherCount: vouchers.size,
    debits: formatCents(debits),
    credits: formatCents(credits),
    accounts: [...accounts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([account, sums]) => ({
        account,
        name: names.get(account) ?? '',
        debits: formatCents(sums.debits),
        credits: formatCents(sums.credits),
      })),
  };
}
