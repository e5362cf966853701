import { sql } from 'drizzle-orm';
import { isAborted } from '#db/client';
import { closeSignOff } from '#db/schema';
import { approvalProblem } from '~/domain/books/sign-off';
import { AppError } from '~/errors';
import type { ApproveInput, CloseView, PrepareInput } from '~/schemas/close/close';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { pluggedState } from '~/services/books/well-books.server';
import { audit, type Statement } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { commitAndRead } from '~/services/platform/reads.server';
import { requireSameDigest } from '~/services/platform/same-digest.server';
import { type CloseRows, closeReads, closeState } from './close-reads.server';
import { closeFacts, getClose, unmetRequirements } from './close-view.server';

const CONCURRENT_CHANGE = 'close: overtaken';
const MONTH_CHANGED = 'This month changed while you were viewing it. Nothing was signed. Review it again.';
const CHANGED = 'Someone else just changed this month. Nothing was signed. Review it again.';

/**
 * Signs off a month as prepared for its close, with its current figures. A later change to any of them withdraws the
 * sign-off. A new preparation replaces the previous one and its approval.
 *
 * @param rows result of closeReads
 * @throws AppError not-found for a month outside the books; conflict for a closed month, for missing work, for figures that
 * differ from what the user saw, or for a concurrent change
 * Source: the rule of sign-off.
 */
export async function prepareClose(
  ctx: CompanyAdminContext,
  month: string,
  { reviewed, note }: PrepareInput,
  rows: CloseRows,
): Promise<CloseView> {
  const view = requireOpen(await getClose(ctx, month, rows));
  await requireSameDigest(reviewed, () => view.reviewed, MONTH_CHANGED);
  const facts = closeFacts(month, rows);
  const missing = [...view.missing, ...unmetRequirements(month, rows, { ...facts, signOff: SIGNED })];
  if (missing.length > 0) throw new AppError('conflict', missing.join(' '));
  const { figures, throughPosting } = facts.basis;
  return sign(ctx, month, rows, [
    ctx.db.insert(closeSignOff).values({
      company: ledgerIdOf(ctx),
      month,
      action: 'prepared',
      figures: [...figures],
      throughPosting,
      note,
      userId: actorId(ctx),
      createdAt: ctx.now.toISOString(),
    }),
    audit(ctx, {
      action: 'close.prepared',
      entityType: 'close',
      entityId: month,
      newValues: { month, note, figures },
    }),
  ]);
}

/** A complete sign-off, so that only the tie-out and missing files can block a preparation. */
const SIGNED = { prepared: {}, approved: {}, withdrawn: null } as ReturnType<typeof closeFacts>['signOff'];

/**
 * Approves the preparation of a month that the user reviewed. With the setting `second-person`, the preparer can't approve
 * it.
 *
 * @param rows result of closeReads
 * @throws AppError not-found; conflict for a closed month, without a preparation, for one that was withdrawn or replaced,
 * for the preparer, and when already approved
 * Source: who prepared cannot approve.
 */
export async function approveClose(
  ctx: CompanyAdminContext,
  month: string,
  { preparation, note }: ApproveInput,
  rows: CloseRows,
): Promise<CloseView> {
  requireOpen(await getClose(ctx, month, rows));
  const { prepared, approved, withdrawn } = closeFacts(month, rows).signOff;
  const problem = approvalProblem({
    preparedBy: prepared?.userId ?? null,
    approver: actorId(ctx),
    mayApproveOwn: rows.companies[0]!.approval !== 'second-person',
    isWithdrawn: withdrawn !== null,
  });
  if (problem) throw new AppError('conflict', problem);
  if (String(prepared!.id) !== preparation) {
    throw new AppError('conflict', 'The month was prepared again. Review it, then approve it.');
  }
  if (approved) throw new AppError('conflict', 'This month is already approved.');
  return sign(ctx, month, rows, [
    ctx.db.insert(closeSignOff).values({
      company: ledgerIdOf(ctx),
      month,
      action: 'approved',
      preparation: prepared!.id,
      note,
      userId: actorId(ctx),
      createdAt: ctx.now.toISOString(),
    }),
    audit(ctx, {
      action: 'close.approved',
      entityType: 'close',
      entityId: month,
      newValues: { month, note, preparedBy: prepared!.userId, preparedAt: prepared!.createdAt },
    }),
  ]);
}

/** @throws AppError conflict for a closed month */
function requireOpen(view: CloseView): CloseView {
  if (view.state === 'open') return view;
  throw new AppError('conflict', 'This month is closed. Reopen it first.');
}

async function sign(
  ctx: CompanyAdminContext,
  month: string,
  rows: CloseRows,
  statements: Statement[],
): Promise<CloseView> {
  const { closedThrough, pluggedState: plugged } = rows.companies[0]!;
  const isClosedAsRead = sql`(select closed_through from company where id = ${ctx.companyId}) is ${closedThrough}`;
  const isCurrent = expectThat(
    ctx,
    sql`${closeState(ctx, month)} = ${rows.state[0]!.state} and ${isClosedAsRead} and ${pluggedState(ctx)} = ${plugged}`,
    CONCURRENT_CHANGE,
  );
  return changeClose(ctx, month, [isCurrent, ...statements], { [CONCURRENT_CHANGE]: CHANGED });
}

/**
 * Commits a change to the close of a month and returns the updated close.
 * @param refusals messages for the user, by the message that aborts the transaction
 * @throws AppError conflict for one of these
 */
export async function changeClose(
  ctx: CompanyAdminContext,
  month: string,
  statements: Statement[],
  refusals: Record<string, string>,
): Promise<CloseView> {
  try {
    return await getClose(ctx, month, await commitAndRead(ctx, statements, closeReads(ctx, month)));
  } catch (error) {
    for (const [message, text] of Object.entries(refusals)) {
      if (isAborted(error, message)) throw new AppError('conflict', text);
    }
    throw error;
  }
}
