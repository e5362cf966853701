import { firstDayCovered, hasAccretionDue, spansMoreThanOnePeriod } from '~/domain/books/accretion';
import type { Act } from '~/domain/books/act';
import type { PostedPeriod } from '~/domain/books/period-ends';
import { periodEnd as periodEndOf } from '~/domain/calendar/calendar-date';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainError } from '~/domain/money/domain-error';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostingPreview } from '~/schemas/books/posting-views';
import type { CompanyContext } from '~/services/platform/context.server';
import { expensesOf } from './accretion-record.server';
import { requireRates } from './depreciation.server';
import type { LayerToPost } from './layers-to-post.server';
import {
  accreteAndDepreciate,
  layerRefusal,
  type PostingRows,
  periodEndsToPost,
  toBooks,
} from './post-accretion.server';
import { reviewOf } from './review-posting.server';
import { previewDigest } from './reviewed-act.server';
import { beginAct, depreciationPolicy } from './well-books.server';

/**
 * Previews what `postAccretion` would do.
 * @param rows result of postingReads
 * @param showsRows also lists the layers, with their carrying amounts before and after
 * @throws AppError not-found for a well of another company
 */
export async function previewPosting(
  ctx: CompanyContext,
  input: AccretionInput,
  rows: PostingRows,
  { showsRows = false }: { showsRows?: boolean } = {},
): Promise<PostingPreview> {
  const { periodType, periodEnd, wellId = null, eachPeriod = false } = input;
  const books = toBooks(rows, input);
  const { company, closedThrough, refusal, layers } = books;
  const act = beginAct(company);
  const accreting = layers.filter((layer) => hasAccretionDue(layer, periodEnd));
  const gaps = accreting.filter((layer) => spansMoreThanOnePeriod({ ...layer, periodEnd, periodType }));
  const firstDay = gaps.map(firstDayCovered).sort()[0];
  const summary = {
    periodEnd,
    layers: accreting.length,
    layersWithGap: gaps.length,
    firstPeriodEnd: firstDay === undefined ? null : periodEndOf(periodType, firstDay, company.fiscalYearEnd),
  };
  try {
    requireOpenDate(periodEnd, 'periodEnd', dateBounds(ctx.now, closedThrough));
    requireRates(rows.rated, depreciationPolicy(company), periodEnd);
    const duePeriods = periodEndsToPost(books, input);
    await accreteAndDepreciate(act, layers, duePeriods, wellId === null, async ({ id }, problem) => {
      return new AppError('invalid', await layerRefusal(ctx, id, problem));
    });
    if (eachPeriod) summary.layersWithGap = accreting.filter((layer) => hasGap(layer, duePeriods)).length;
  } catch (error) {
    if (!(error instanceof AppError || error instanceof DomainError)) throw error;
    const emptyTotals = { totalAccretion: null, totalDepreciation: null, reviewed: null };
    return { ...summary, ...emptyTotals, refusal: error.message };
  }
  const finishedAct = act.finish();
  const { accretion, depreciation } = expensesOf(finishedAct);
  return {
    ...summary,
    totalAccretion: formatCents(accretion.totalCents),
    totalDepreciation: act.depreciation === null ? null : formatCents(depreciation.totalCents),
    refusal,
    reviewed: await previewDigest({ act: finishedAct, wells: [] }),
    ...(eachPeriod && { periods: periodsOf(finishedAct) }),
    ...(showsRows && {
      review: await reviewOf(ctx, layers, {
        accretion: accretion.movements,
        depreciation: depreciation.movements,
      }),
    }),
  };
}

/** True when the layer's first record in this posting covers more than its period. */
function hasGap(layer: LayerToPost, duePeriods: readonly PostedPeriod[]): boolean {
  const firstPeriod = duePeriods.find(({ day }) => hasAccretionDue(layer, day));
  return (
    firstPeriod !== undefined &&
    spansMoreThanOnePeriod({ ...layer, periodEnd: firstPeriod.day, periodType: firstPeriod.periodType })
  );
}

/** Totals of each period in a posting, oldest first. */
function periodsOf({ postings }: ReturnType<Act['finish']>): NonNullable<PostingPreview['periods']> {
  const days = [...new Set(postings.map(({ day }) => day))].sort();
  return days.map((periodEnd) => {
    const { accretion, depreciation } = expensesOf({
      postings: postings.filter(({ day }) => day === periodEnd),
    });
    return {
      periodEnd,
      layers: accretion.layers,
      accretion: formatCents(accretion.totalCents),
      depreciation: formatCents(depreciation.totalCents),
    };
  });
}
