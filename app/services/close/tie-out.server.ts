import { sql } from 'drizzle-orm';
import { tieOutBalance } from '#db/schema';
import { accountNumber, type TieOutRow } from '~/domain/books/tie-out';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { CloseView, TieOutInput } from '~/schemas/close/close';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { audit, type Statement } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import type { CloseRows } from './close-reads.server';
import { closeFacts, getClose } from './close-view.server';
import { changeClose } from './sign-off.server';

const CLOSED = 'This month is closed, so its tie-out can’t change. Reopen it first.';
const CONCURRENT_ENTRY = 'tie-out: someone else entered balances';
const CONCURRENT_SAVE =
  'Someone else is saving this tie-out at the same time. Nothing was saved. Save again.';

/**
 * Saves the general ledger's account balances at the end of a month, with explanations of differences. A null balance
 * clears what was entered. Accounts that are left out don't change.
 *
 * @param rows result of closeReads
 * @throws AppError not-found for a month outside the books; invalid for an account that isn't one of the books' balance
 * sheet accounts; conflict for a closed month, and when someone else entered values that the user hasn't seen
 * Source: the rule of tie-out.
 */
export async function saveTieOut(
  ctx: CompanyAdminContext,
  month: string,
  { accounts: inputAccounts }: TieOutInput,
  rows: CloseRows,
): Promise<CloseView> {
  if ((await getClose(ctx, month, rows)).state === 'closed') throw new AppError('conflict', CLOSED);
  const { tieOutRows } = closeFacts(month, rows);
  const rowsByAccount = new Map(tieOutRows.map((row) => [accountNumber(row), row]));
  for (const [index, account] of inputAccounts.entries()) {
    if (rowsByAccount.has(accountNumber(account))) continue;
    throw new AppError(
      'invalid',
      `${accountNumber(account)} is not a balance sheet account of these books. They have ${[...rowsByAccount.keys()].join(', ') || 'none with a balance'}.`,
      `accounts.${index}.mainAccount`,
    );
  }
  const accounts = inputAccounts.map((account) => ({
    ...account,
    subAccount: rowsByAccount.get(accountNumber(account))!.subAccount,
  }));
  const formatBalance = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? null : formatCents(cents);
  const changedAccounts = accounts.filter((account) => {
    const existing = rowsByAccount.get(accountNumber(account))!;
    const isSame = existing.ledger === account.balance && existing.explanation === explanationOf(account);
    // Saving the same text again explains the new difference.
    return !isSame || (existing.explainedDifference !== null && existing.explanation !== null);
  });
  if (changedAccounts.length === 0) return getClose(ctx, month, rows);
  const unseenEntries = changedAccounts
    .filter(({ before }) => before !== undefined)
    .map((account) => ({ ...rowsByAccount.get(accountNumber(account))!, before: account.before! }))
    .filter((row) => row.ledger !== row.before.balance || row.explanation !== explanationOf(row.before));
  if (unseenEntries.length > 0) throw new AppError('conflict', unseenMessage(unseenEntries), 'accounts');
  return changeClose(
    ctx,
    month,
    [
      ...changedAccounts.flatMap((account) => expectSeenValues(ctx, month, account)),
      ...changedAccounts.map((account) =>
        saveBalance(ctx, month, account, rowsByAccount.get(accountNumber(account))!.own),
      ),
      audit(
        ctx,
        {
          action: 'tie_out.updated',
          entityType: 'close',
          entityId: month,
          oldValues: Object.fromEntries(
            changedAccounts.map((account) => {
              const { ledger, explanation } = rowsByAccount.get(accountNumber(account))!;
              return [accountNumber(account), { balance: formatBalance(ledger), explanation }];
            }),
          ),
          newValues: Object.fromEntries(
            changedAccounts.map((account) => [
              accountNumber(account),
              { balance: formatBalance(account.balance), explanation: explanationOf(account) },
            ]),
          ),
        },
        sql`1`,
      ),
    ],
    { 'tie_out_balance: the month is closed': CLOSED, [CONCURRENT_ENTRY]: CONCURRENT_SAVE },
  );
}

type Account = TieOutInput['accounts'][number];

/** Without a balance there is no difference to explain. */
function explanationOf({ balance, explanation }: Pick<Account, 'balance' | 'explanation'>): string | null {
  return balance === null ? null : explanation;
}

/** Lists the other user's entries, so the user can compare them with their own. */
function unseenMessage(rows: readonly TieOutRow[]): string {
  const entries = rows.map(({ ledger, explanation, name, ...account }) => {
    const entry = ledger === null ? 'cleared the balance' : `entered ${formatCents(ledger)}`;
    const reason = explanation ? ` with the explanation “${explanation}”` : '';
    return `Someone else ${entry} for ${name} ${accountNumber(account)}${reason}.`;
  });
  return `${entries.join(' ')} Nothing was saved. Save again to replace those entries.`;
}

/** Requires the account to still have the values that the user saw, if they were sent. */
function expectSeenValues(ctx: CompanyAdminContext, month: string, account: Account): Statement[] {
  if (!account.before) return [];
  const { balance } = account.before;
  const enteredRow = sql`from tie_out_balance where company = ${ledgerIdOf(ctx)} and month = ${month}
    and main_account = ${account.mainAccount} and sub_account = ${account.subAccount}`;
  const condition = sql`(select balance_cents ${enteredRow}) is ${balance}
    and (select explanation ${enteredRow}) is ${explanationOf(account.before)}`;
  return [expectThat(ctx, condition, CONCURRENT_ENTRY)];
}

function saveBalance(
  ctx: CompanyAdminContext,
  month: string,
  account: Account,
  ownAmount: bigint,
): Statement {
  const { mainAccount, subAccount, balance } = account;
  if (balance === null) {
    return ctx.db.run(sql`
      delete from tie_out_balance where company = ${ledgerIdOf(ctx)} and month = ${month}
        and main_account = ${mainAccount} and sub_account = ${subAccount}`);
  }
  const explanation = explanationOf(account);
  const set = {
    balanceCents: balance,
    explanation,
    ownCents: explanation === null ? null : String(ownAmount),
    userId: actorId(ctx),
    updatedAt: ctx.now.toISOString(),
  };
  return ctx.db
    .insert(tieOutBalance)
    .values({ company: ledgerIdOf(ctx), month, mainAccount, subAccount, ...set })
    .onConflictDoUpdate({
      target: [
        tieOutBalance.company,
        tieOutBalance.month,
        tieOutBalance.mainAccount,
        tieOutBalance.subAccount,
      ],
      set,
    });
}
