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

const CLOSED = 'This month is closed. What it was tied out to stays.';
const OVERTAKEN = 'tie-out: someone else entered balances';
const AT_ONCE = 'Someone else is saving this tie-out at the same time. Nothing was saved. Save again.';

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
  { accounts: given }: TieOutInput,
  rows: CloseRows,
): Promise<CloseView> {
  if ((await getClose(ctx, month, rows)).state === 'closed') throw new AppError('conflict', CLOSED);
  const { tied } = closeFacts(month, rows);
  const known = new Map(tied.map((row) => [accountNumber(row), row]));
  for (const [index, account] of given.entries()) {
    if (known.has(accountNumber(account))) continue;
    throw new AppError(
      'invalid',
      `${accountNumber(account)} is not a balance sheet account of these books. They have ${[...known.keys()].join(', ') || 'none with a balance'}.`,
      `accounts.${index}.mainAccount`,
    );
  }
  const accounts = given.map((account) => ({
    ...account,
    subAccount: known.get(accountNumber(account))!.subAccount,
  }));
  const shown = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? null : formatCents(cents);
  const changed = accounts.filter((account) => {
    const before = known.get(accountNumber(account))!;
    const isSame = before.ledger === account.balance && before.explanation === explanationOf(account);
    // Saving the same text again explains the new difference.
    return !isSame || (before.explainedDifference !== null && before.explanation !== null);
  });
  if (changed.length === 0) return getClose(ctx, month, rows);
  const unseen = changed
    .filter(({ before }) => before !== undefined)
    .map((account) => ({ ...known.get(accountNumber(account))!, before: account.before! }))
    .filter((row) => row.ledger !== row.before.balance || row.explanation !== explanationOf(row.before));
  if (unseen.length > 0) throw new AppError('conflict', unseenMessage(unseen), 'accounts');
  return changeClose(
    ctx,
    month,
    [
      ...changed.flatMap((account) => isAsSeen(ctx, month, account)),
      ...changed.map((account) => saveOne(ctx, month, account, known.get(accountNumber(account))!.own)),
      audit(
        ctx,
        {
          action: 'tie_out.updated',
          entityType: 'close',
          entityId: month,
          oldValues: Object.fromEntries(
            changed.map((account) => {
              const { ledger, explanation } = known.get(accountNumber(account))!;
              return [accountNumber(account), { balance: shown(ledger), explanation }];
            }),
          ),
          newValues: Object.fromEntries(
            changed.map((account) => [
              accountNumber(account),
              { balance: shown(account.balance), explanation: explanationOf(account) },
            ]),
          ),
        },
        sql`1`,
      ),
    ],
    { 'tie_out_balance: the month is closed': CLOSED, [OVERTAKEN]: AT_ONCE },
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
  return `${entries.join(' ')} Nothing was saved. Save again to replace that.`;
}

/** Requires the account to still have the values that the user saw, if they were sent. */
function isAsSeen(ctx: CompanyAdminContext, month: string, account: Account): Statement[] {
  if (!account.before) return [];
  const { balance } = account.before;
  const entered = sql`from tie_out_balance where company = ${ledgerIdOf(ctx)} and month = ${month}
    and main_account = ${account.mainAccount} and sub_account = ${account.subAccount}`;
  const condition = sql`(select balance_cents ${entered}) is ${balance}
    and (select explanation ${entered}) is ${explanationOf(account.before)}`;
  return [expectThat(ctx, condition, OVERTAKEN)];
}

function saveOne(ctx: CompanyAdminContext, month: string, account: Account, own: bigint): Statement {
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
    ownCents: explanation === null ? null : String(own),
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
