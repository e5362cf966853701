import { eq } from 'drizzle-orm';
import { well } from '#db/schema';
import { netArcOf } from '~/domain/books/depreciation';
import { endOfWell } from '~/domain/books/well-books';
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
import { asRead, beginAct, booksReads, depreciationPolicy, requireBookedWell } from './well-books.server';

/** What posting begins with that a well missed: its books, and the period ends posted for the company. Statements not yet run. */
export function missedReads(scope: CompanyScope, wellId: string) {
  return { ...booksReads(scope, eq(well.id, wellId), null), periodEnds: postedPeriodEndsQuery(scope) };
}

type MissedRows = RowsOf<ReturnType<typeof missedReads>>;

/**
 * Posts what a well missed because its layers were calculated, or corrected, after period ends were posted for the company:
 * accretion, and depreciation where the company depreciates, at each of those that is open, for this well alone and in one act.
 * Period by period, as the other layers have it, so that interest compounds alike.
 *
 * @param rows what missedReads read
 * @param reviewed of the preview, where there was one
 * @returns the posting of the newest period end; the act's other postings are named in `also`
 * @throws AppError not-found; conflict where nothing is missed, a depletion rate is missing, anything but what was reviewed would
 * be posted, or others keep changing the well
 */
export async function postMissed(
  ctx: CompanyAdminContext,
  wellId: string,
  rows: MissedRows,
  reviewed?: string,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, missedReads(ctx, wellId));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, booked } = planMissed(wellId, rows);
    await requireReviewed(reviewed, { act, wells: [booked] });
    const newest = act.postings.findLast(({ kind }) => kind === 'accretion') ?? act.postings.at(-1);
    if (!newest) throw new AppError('conflict', `Well "${booked.wellCode}" missed nothing that is posted.`);
    return postAndRead(ctx, act, options, newest);
  });
}

/** What `postMissed` would post, without posting it; nothing where nothing is missed. @throws as postMissed */
export function previewMissed(wellId: string, rows: MissedRows): Promise<ReviewedPreview> {
  const { act, booked } = planMissed(wellId, rows);
  return toReviewedPreview(act, [booked]);
}

function planMissed(wellId: string, rows: MissedRows) {
  const booked = requireBookedWell(rows);
  const company = rows.companies[0]!;
  const { layers, field } = booked;
  const ends = rows.periodEnds
    .filter(({ day }) => closedMessage(day, company.closedThrough) === null)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const { day: periodEnd = null, periodType = 'monthly' } = ends.at(-1) ?? {};
  const act = beginAct(company);
  const lifeEnd = endOfWell(layers);
  if (periodEnd !== null && lifeEnd !== null) {
    const due = layers.filter((layer) => netArcOf(layer) !== 0 && layer.calculationDate <= periodEnd);
    requireRates(
      due.map((layer) => ({ ...layer, field })),
      depreciationPolicy(company),
      periodEnd,
    );
    for (const { day, periodType } of ends) {
      // As the other layers' records of this period end say.
      const as = { isCompanyWide: false, periodType };
      for (const layer of layers) act.accrete('main', layer, day, as);
      for (const layer of layers) act.depreciate('main', layer, day, as, { lifeEnd, field });
    }
  }
  const finished = act.finish();
  const options: PostOptions = {
    ...accretionRecord(act, expensesOf(finished), { periodType, periodEnd, source: 'user', wellId }),
    settings: company,
    wells: [asRead(booked)],
  };
  return { act: finished, options, booked };
}
