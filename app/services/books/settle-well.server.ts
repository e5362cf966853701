import { eq } from 'drizzle-orm';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { settlementTerms } from '~/domain/books/posting-terms';
import { missingReason } from '~/domain/books/reason';
import { settleOnDay } from '~/domain/books/settlement';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { formatCents } from '~/domain/money/money';
import type { PostingView } from '~/schemas/books/posting';
import { type SettlementInput, type SettlementPreview, toSettlementBody } from '~/schemas/books/settlement';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { pluggedStateOf, writePluggedStates } from './plugged-state.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { requireReason } from './require-reason.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import { requireOwned } from './sell-well.server';
import {
  type BookedWell,
  type BooksRows,
  beginAct,
  booksReads,
  isAfterDay,
  requireBookedWell,
  toWellVersion,
} from './well-books.server';

/** Unexecuted reads for a settlement: the well, with later bookings. */
export function settlementReads(
  scope: CompanyScope,
  wellId: string,
  { date }: Pick<SettlementInput, 'date'>,
) {
  return booksReads(scope, eq(well.id, wellId), isAfterDay(date));
}

/**
 * Settles a well, in part or finally, in one transaction: posts accretion through the date, allocates relief and cost to its
 * layers, and reposts later accretion on what remains. A final settlement also writes off the remaining asset, and the well
 * becomes Plugged on that date; a well that is already Plugged keeps its date.
 *
 * @param rows result of settlementReads
 * @param reviewed digest from the preview, if one was reviewed
 * @returns the settlement; the act's other postings are listed in `also`
 * @throws AppError not-found; conflict for a closed period, when the result differs from the reviewed preview, or when other
 * users keep changing the well; invalid for a date after the end of next month, or without a memo when the company requires one
 * @throws DomainError, DomainConflict as settleOnDay; DomainConflict for a well that is finally settled
 * Source: the rule of settlement; ASC 410-20-40.
 */
export async function settleWell(
  ctx: CompanyAdminContext,
  wellId: string,
  input: SettlementInput,
  rows: BooksRows,
  reviewed?: string,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, settlementReads(ctx, wellId, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, bookedWell, reasonAboveCents } = planSettlement(ctx, input, rows);
    requireReason(missingReason(act, reasonAboveCents, { act: input.memo !== null }), 'memo');
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    const settlement = act.postings.find(({ kind }) => kind === 'settlement')!;
    return postAndRead(ctx, act, options, settlement);
  });
}

/** Previews what `settleWell` would post. @throws as settleWell */
export async function previewSettlement(
  ctx: CompanyAdminContext,
  input: SettlementInput,
  rows: BooksRows,
): Promise<SettlementPreview> {
  const { act, bookedWell, reasonAboveCents, ...settled } = planSettlement(ctx, input, rows);
  return {
    ...(await toReviewedPreview(act, [bookedWell], {
      reason: missingReason(act, reasonAboveCents, { act: input.memo !== null }),
    })),
    carryingAmount: formatCents(settled.carryingCents),
    relief: formatCents(settled.reliefCents),
    difference: formatCents(settled.reliefCents - input.costCents),
    assetWrittenOff: formatCents(settled.writtenOffCents),
    assetToAccumulated: formatCents(settled.toAccumulatedCents),
    differenceTo: rows.companies[0]!.settlementDifference,
  };
}

function planSettlement(ctx: CompanyAdminContext, input: SettlementInput, rows: BooksRows) {
  const bookedWell = requireBookedWell(rows);
  const company = rows.companies[0]!;
  const { costCents, isFinal, memo, reference } = input;
  const act = beginAct(company);
  const { state, before, ...settled } = settleBookedWell(
    ctx,
    act,
    bookedWell,
    { ...input, memo: null, reference: null },
    company,
  );
  const finishedAct = act.finish();
  const options: PostOptions = {
    source: 'user',
    settings: company,
    memo,
    reference,
    input: { wellId: bookedWell.id, ...toSettlementBody(input) },
    wells: [toWellVersion(bookedWell)],
    last: state ? writePluggedStates(ctx, [{ ledgerId: bookedWell.ledgerId, state }]) : [],
    audit: {
      action: isFinal ? 'well.settled' : 'well.partly_settled',
      entityType: 'well',
      entityId: bookedWell.id,
      oldValues: state ? before : undefined,
      newValues: {
        wellCode: bookedWell.wellCode,
        ...toSettlementBody(input),
        relief: formatCents(settled.reliefCents),
        difference: formatCents(settled.reliefCents - costCents),
        ...(settled.writtenOffCents !== 0 && { assetWrittenOff: formatCents(settled.writtenOffCents) }),
        ...state,
      },
    },
  };
  return { act: finishedAct, options, bookedWell, reasonAboveCents: company.reasonAboveCents, ...settled };
}

/**
 * Settles a well as part of an act, according to the company's settings.
 * @returns as settleOnDay, plus the well's state before, and `state` if the settlement changes it
 * @throws AppError for a closed period or a date too late; DomainError, DomainConflict as settleWell
 */
export function settleBookedWell(
  ctx: CompanyAdminContext,
  act: Act,
  bookedWell: BookedWell,
  { date, costCents, reliefCents, isFinal, memo, reference }: SettlementInput,
  company: BooksRows['companies'][number],
) {
  requireOpenDate(date, 'date', dateBounds(ctx.now, company.closedThrough));
  requireUnsettled(bookedWell);
  requireOwned(bookedWell, date);
  const before = pluggedStateOf(bookedWell);
  const after =
    before.wellStatus === 'Plugged' ? before : { wellStatus: 'Plugged' as const, pluggedOn: date };
  const terms = settlementTerms(company, date, isFinal ? { before, after } : null);
  const settlement = { day: date, costCents, reliefCents, isFinal, order: company.settlementOrder, terms };
  const settled = settleOnDay(act, bookedWell, { ...settlement, memo, reference });
  return { ...settled, before, state: isFinal && before !== after ? after : null };
}

/** True when a well has had its final settlement and has no balance. */
export function isSettledInFull({ layers, finalSettlement }: BookedWell): boolean {
  return finalSettlement !== null && layers.every(({ currentAroCents }) => currentAroCents === 0);
}

/**
 * Refuses a well that is finally settled, unless something was recognized on it since.
 * @throws DomainConflict
 */
export function requireUnsettled(well: BookedWell): void {
  if (!isSettledInFull(well)) return;
  const { wellCode, settledOn, finalSettlement } = well;
  throw new DomainConflict(
    null,
    `Well "${wellCode}" was settled in full on ${settledOn} (posting ${finalSettlement}). If work remains, add a layer for it first. Otherwise, reverse the settlement.`,
  );
}
