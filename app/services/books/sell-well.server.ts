import { eq } from 'drizzle-orm';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { resultOf } from '~/domain/books/offset';
import type { PlannedPosting } from '~/domain/books/planned-postings';
import { saleAssetAccount, saleTerms } from '~/domain/books/posting-terms';
import { missingReason } from '~/domain/books/reason';
import { sellOnDay } from '~/domain/books/sale';
import { formatInterest, interestOn } from '~/domain/books/working-interest';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { formatCents } from '~/domain/money/money';
import type { PostingView } from '~/schemas/books/posting';
import { type SaleInput, type SalePreview, toSaleBody } from '~/schemas/books/sale';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { requireReason } from './require-reason.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import {
  type BookedWell,
  type BooksRows,
  beginAct,
  booksReads,
  isAfterDay,
  requireBookedWell,
  toWellVersion,
} from './well-books.server';
import { writeInterests } from './write-interests.server';

/** Unexecuted reads for a sale: the well, with later bookings. */
export function saleReads(scope: CompanyScope, wellId: string, { date }: Pick<SaleInput, 'date'>) {
  return booksReads(scope, eq(well.id, wellId), isAfterDay(date));
}

/**
 * Sells a well, or an interest in it, in one transaction: posts accretion through the date, derecognizes the sold part of every
 * layer, reposts later accretion on what remains, and lowers the working interest.
 *
 * @param rows result of saleReads
 * @param reviewed digest from the preview, if one was reviewed
 * @returns the sale; the act's other postings are listed in `also`
 * @throws AppError not-found; conflict for a closed period, when the result differs from the reviewed preview, or when other
 * users keep changing the well; invalid for a date after the end of next month, or without a memo when the company requires one
 * @throws DomainError, DomainConflict as sellOnDay; DomainConflict for a well that is already sold, or whose interest changes
 * after the date
 * Source: the rule of sales; ASC 410-20-40.
 */
export async function sellWell(
  ctx: CompanyAdminContext,
  wellId: string,
  input: SaleInput,
  rows: BooksRows,
  reviewed?: string,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, saleReads(ctx, wellId, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, bookedWell, sale, reasonAboveCents } = planSale(ctx, input, rows);
    requireReason(missingReason(act, reasonAboveCents, { act: input.memo !== null }), 'memo');
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    return postAndRead(ctx, act, options, sale);
  });
}

/** Previews what `sellWell` would post. @throws as sellWell */
export async function previewSale(
  ctx: CompanyAdminContext,
  input: SaleInput,
  rows: BooksRows,
): Promise<SalePreview> {
  const plan = planSale(ctx, input, rows);
  const { act, bookedWell, carryingCents, liabilityCents, assetCents, resultCents, interests } = plan;
  const reason = missingReason(act, plan.reasonAboveCents, { act: input.memo !== null });
  return {
    ...(await toReviewedPreview(act, [bookedWell], { reason })),
    carryingAmount: formatCents(carryingCents),
    liability: formatCents(liabilityCents),
    asset: formatCents(assetCents),
    assetTo: saleAssetAccount(rows.companies[0]!, input.date),
    result: formatCents(resultCents),
    interestBefore: formatInterest(interests.before),
    interestAfter: formatInterest(interests.after),
  };
}

function planSale(ctx: CompanyAdminContext, input: SaleInput, rows: BooksRows) {
  const bookedWell = requireBookedWell(rows);
  const company = rows.companies[0]!;
  requireOpenDate(input.date, 'date', dateBounds(ctx.now, company.closedThrough));
  const act = beginAct(company);
  const { interests, ...sold } = sellBookedWell(act, bookedWell, input, company);
  const finishedAct = act.finish();
  const sale = finishedAct.postings.find(({ kind }) => kind === 'sale')!;
  const options: PostOptions = {
    source: 'user',
    settings: company,
    memo: input.memo,
    input: { wellId: bookedWell.id, ...toSaleBody(input) },
    wells: [toWellVersion(bookedWell)],
    last: writeInterests(
      ctx,
      [interestsSold(bookedWell, input.date, interests.after, sale)],
      finishedAct.postings,
    ),
    audit: {
      action: interests.after === 0 ? 'well.sold' : 'well.partly_sold',
      entityType: 'well',
      entityId: bookedWell.id,
      oldValues: { workingInterest: formatInterest(interests.before) },
      newValues: {
        wellCode: bookedWell.wellCode,
        ...toSaleBody(input),
        liability: formatCents(sold.liabilityCents),
        workingInterest: formatInterest(interests.after),
      },
    },
  };
  const { reasonAboveCents } = company;
  return { act: finishedAct, options, bookedWell, interests, sale, reasonAboveCents, ...sold };
}

/**
 * Sells a well as part of an act, according to the company's settings. The caller must check that the date is open.
 * @returns as sellOnDay, plus the gain or loss and the interests before and after
 * @throws DomainError, DomainConflict as sellWell
 */
export function sellBookedWell(
  act: Act,
  bookedWell: BookedWell,
  { date, interestSold, proceedsCents }: Omit<SaleInput, 'memo'>,
  company: BooksRows['companies'][number],
) {
  requireOwned(bookedWell, date);
  const laterChange = bookedWell.interests.find(({ from }) => from > date);
  if (laterChange) {
    const { wellCode, soldOn } = bookedWell;
    throw new DomainConflict(
      'date',
      laterChange.from === soldOn
        ? `Well "${wellCode}" was sold on ${soldOn}. Use that date or a later one, or reverse the sale first.`
        : `The working interest of well "${wellCode}" changes on ${laterChange.from}. Use that date or a later one, or change the interests first.`,
    );
  }
  const interestBefore = interestOn(bookedWell.interests, date);
  const replaces = bookedWell.interests.find(({ from }) => from === date)?.posting;
  const interests = {
    before: interestBefore,
    after: interestBefore - interestSold,
    ...(replaces && { replaces }),
  };
  const terms = saleTerms(company, date, interests);
  const sold = sellOnDay(act, bookedWell, {
    day: date,
    interestSold,
    interest: interestBefore,
    proceedsCents,
    terms,
  });
  const amounts = {
    liabilityCents: 0 - sold.liabilityCents,
    arcCostCents: 0 - sold.assetCents,
    arcAccumulatedCents: 0,
    cashCents: proceedsCents,
  };
  return { ...sold, resultCents: resultOf('divested', amounts, terms), interests };
}

/** A well's interests after a sale: the remaining interest applies from the sale date on. */
export function interestsSold(
  { ledgerId, interests }: BookedWell,
  date: string,
  remainingInterest: number,
  sale: PlannedPosting,
) {
  const otherInterests = interests.filter(({ from }) => from !== date);
  return {
    ledgerId,
    interests: [...otherInterests, { from: date, percent: remainingInterest, posting: sale }],
  };
}

/** Refuses an act on a well on a date when the company owns no interest in it. @throws DomainConflict */
export function requireOwned(
  { wellCode, interests, soldOn }: Pick<BookedWell, 'wellCode' | 'interests' | 'soldOn'>,
  day: string,
): void {
  if (interestOn(interests, day) > 0) return;
  if (soldOn !== null && soldOn <= day) {
    throw new DomainConflict(
      null,
      `Well "${wellCode}" was sold on ${soldOn}. Use an earlier date, or reverse the sale first.`,
    );
  }
  // A sale reversed on a later date leaves the days in between without an interest.
  const [from] = interests
    .filter((change) => change.from > day && change.percent > 0)
    .map((change) => change.from)
    .sort();
  const advice = from === undefined ? '' : ` Use a date from ${from} on.`;
  throw new DomainConflict(null, `The company has no interest in well "${wellCode}" on ${day}.${advice}`);
}
