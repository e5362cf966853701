import { sql } from 'drizzle-orm';
import { tieOutBalance } from '#db/schema';
import { accountNumber } from '~/domain/books/tie-out';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { CloseView, TieOutInput } from '~/schemas/close/close';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { audit, type Statement } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import type { CloseRows } from './close-reads.server';
import { closeFacts, getClose } from './close-view.server';
import { changeClose } from './sign-off.server';

const CLOSED = 'This month is closed. What it was tied out to stays.';

/**
 * Keeps what the general ledger has on accounts at the end of a month, with explanations of differences. A balance of null takes
 * what was entered away; accounts that are left out stay as they are.
 *
 * @param rows what closeReads read
 * @throws AppError not-found for a month that the books do not have; invalid for an account that is none of its balance sheet
 * accounts; conflict for a closed month
 * Source: the rule of tie-out.
 */
export async function saveTieOut(
  ctx: CompanyAdminContext,
  month: string,
  { accounts }: TieOutInput,
  rows: CloseRows,
): Promise<CloseView> {
  if ((await getClose(ctx, month, rows)).state === 'closed') throw new AppError('conflict', CLOSED);
  const { tied } = closeFacts(month, rows);
  const known = new Map(tied.map((row) => [accountNumber(row), row]));
  for (const [index, account] of accounts.entries()) {
    if (known.has(accountNumber(account))) continue;
    throw new AppError(
      'invalid',
      `${accountNumber(account)} is not a balance sheet account of these books. They have ${[...known.keys()].join(', ') || 'none with a balance'}.`,
      `accounts.${index}.mainAccount`,
    );
  }
  const shown = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? null : formatCents(cents);
  const changed = accounts.filter((account) => {
    const before = known.get(accountNumber(account))!;
    return before.ledger !== account.balance || before.explanation !== explanationOf(account);
  });
  if (changed.length === 0) return getClose(ctx, month, rows);
  return changeClose(
    ctx,
    month,
    [
      ...changed.map((account) => saveOne(ctx, month, account)),
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
    { 'tie_out_balance: the month is closed': CLOSED },
  );
}

type Account = TieOutInput['accounts'][number];

/** Without a balance there is no difference to explain. */
function explanationOf({ balance, explanation }: Account): string | null {
  return balance === null ? null : explanation;
}

function saveOne(ctx: CompanyAdminContext, month: string, account: Account): Statement {
  const { mainAccount, subAccount, balance } = account;
  if (balance === null) {
    return ctx.db.run(sql`
      delete from tie_out_balance where company = ${ledgerIdOf(ctx)} and month = ${month}
        and main_account = ${mainAccount} and sub_account = ${subAccount}`);
  }
  const set = {
    balanceCents: balance,
    explanation: explanationOf(account),
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
