import { eq } from 'drizzle-orm';
import { well } from '#db/schema';
import { netArcOf } from '~/domain/books/depreciation';
import { depreciateWell } from '~/domain/books/well-books';
import { closedMessage } from '~/domain/calendar/open-dates';
import { AppError } from '~/errors';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { accretionRecord, expensesOf } from './accretion-record.server';
import { requireRates } from './depreciation.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postedPeriodEndsQuery } from './post-accretion.server';
import { postAndRead } from './postings.server';
import { requireReviewed, toReviewedPreview } from './reviewed-act.server';
import {
  beginAct,
  booksReads,
  depreciationPolicy,
  requireBookedWell,
  toWellVersion,
} from './well-books.server';

/** Unexecuted reads for posting the periods that a well missed: its books, and the period ends posted for the company. */
export function missedReads(scope: CompanyScope, wellId: string) {
  return { ...booksReads(scope, eq(well.id, wellId), null), periodEnds: postedPeriodEndsQuery(scope) };
}

type MissedRows = RowsOf<ReturnType<typeof missedReads>>;

/**
 * Posts the periods that a well missed because its layers were calculated or corrected after period ends were posted for the
 * company. Posts accretion, and depreciation if the company depreciates, at each of those period ends that is open, for this well
 * only and in one act. Goes period by period like the other layers, so interest compounds the same way.
 *
 * @param rows result of missedReads
 * @param reviewed digest from the preview, if one was reviewed
 * @returns the posting of the newest period end; the act's other postings are listed in `also`
 * @throws AppError not-found; conflict when nothing is missed, a depletion rate is missing, the result differs from the reviewed
 * preview, or other users keep changing the well
 */
export async function postMissed(
  ctx: CompanyAdminContext,
  wellId: string,
  rows: MissedRows,
  reviewed?: string,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, missedReads(ctx, wellId));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, bookedWell } = planMissed(wellId, rows);
    await requireReviewed(reviewed, { act, wells: [bookedWell] });
    const newest = act.postings.findLast(({ kind }) => kind === 'accretion') ?? act.postings.at(-1);
    if (!newest)
      throw new AppError('conflict', `Well "${bookedWell.wellCode}" has no missed periods to post.`);
    return postAndRead(ctx, act, options, newest);
  });
}

/** Previews what `postMissed` would post; empty when nothing is missed. @throws as postMissed */
export function previewMissed(wellId: string, rows: MissedRows): Promise<ReviewedPreview> {
  const { act, bookedWell } = planMissed(wellId, rows);
  return toReviewedPreview(act, [bookedWell]);
}

function planMissed(wellId: string, rows: MissedRows) {
  const bookedWell = requireBookedWell(rows);
  const company = rows.companies[0]!;
  const { layers, field } = bookedWell;
  const openPeriodEnds = rows.periodEnds
    .filter(({ day }) => closedMessage(day, company.closedThrough) === null)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const { day: periodEnd = null, periodType = 'monthly' } = openPeriodEnds.at(-1) ?? {};
  const act = beginAct(company);
  if (periodEnd !== null) {
    const dueLayers = layers.filter((layer) => netArcOf(layer) !== 0 && layer.calculationDate <= periodEnd);
    requireRates(
      dueLayers.map((layer) => ({ ...layer, field })),
      depreciationPolicy(company),
      periodEnd,
    );
    for (const { day, periodType } of openPeriodEnds) {
      // Same period type as the other layers' records at this period end.
      const postingScope = { isCompanyWide: false, periodType };
      for (const layer of layers) act.accrete('main', layer, day, postingScope);
      depreciateWell(act, 'main', { field, layers }, { day, ...postingScope });
    }
  }
  const finishedAct = act.finish();
  const options: PostOptions = {
    ...accretionRecord(act, expensesOf(finishedAct), { periodType, periodEnd, source: 'user', wellId }),
    settings: company,
    wells: [toWellVersion(bookedWell)],
  };
  return { act: finishedAct, options, bookedWell };
}
