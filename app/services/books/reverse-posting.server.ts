import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { posting, well } from '#db/schema';
import {
  interestsGivenBack,
  laterPostings,
  reversalDate,
  reversePosting,
  stateGivenBack,
} from '~/domain/books/reversal';
import type { BookedPosting } from '~/domain/books/well-books';
import { AppError } from '~/errors';
import type { ActPreview, PostingView, ReversalInput } from '~/schemas/books/posting';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { toActPreview } from './act-preview.server';
import { arcBeforeQuery, withArcBefore } from './arc-before.server';
import { ledgerIdOf, ledgerNumber } from './ledger-number.server';
import { pluggedStateOf, writePluggedStates } from './plugged-state.server';
import { type PostOptions, postUntilCurrent, requireOpenDate } from './post.server';
import { postAndRead } from './postings.server';
import { retirementBeforeQuery } from './retirement-before.server';
import { setRetirementDates } from './retirement-date.server';
import { isUnreversed } from './unreversed.server';
import { asRead, beginAct, booksReads, toBookedWells } from './well-books.server';
import { writeInterests } from './working-interest.server';

/** The number of a posting from an address. @throws AppError not-found for what is no number */
export function postingNumber(text: string): number {
  const number = ledgerNumber(text);
  if (number === null) throw new AppError('not-found', 'Posting not found');
  return number;
}

/**
 * What a reversal begins with: the posting, the wells it moved, and what is booked on them since. That is reversed along with it,
 * or refuses it, and then it need only be named: of a company's month-end a year ago, it may be millions of movements.
 * Statements not yet run.
 */
export function reversalReads(
  scope: CompanyScope,
  postingId: number,
  { wellId, includeLater }: Pick<ReversalInput, 'wellId' | 'includeLater'>,
) {
  const ofPosting = sql`${well.ledgerId} in (
    select l.well from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
    where p.id = ${postingId} and p.company = ${ledgerIdOf(scope)} and ${isUnreversed})`;
  const wells = and(ofPosting, wellId ? eq(well.id, wellId) : undefined);
  return {
    ...booksReads(scope, wells, includeLater ? sql`p.id >= ${postingId}` : sql`p.id = ${postingId}`),
    inTheWay: includeLater ? undefined : laterPostingsQuery(scope, postingId, wells),
    arcBefore: arcBeforeQuery(scope, postingId, ofPosting),
    retirementBefore: retirementBeforeQuery(scope, postingId, wells),
    postings: scope.db
      .select({ id: posting.id, kind: posting.kind, day: posting.day })
      .from(posting)
      .where(and(eq(posting.id, postingId), sql`${posting.company} = ${ledgerIdOf(scope)}`)),
  };
}

/** What was booked on wells after a posting and counts, without its movements. A statement not yet run. */
function laterPostingsQuery(scope: CompanyScope, postingId: number, wells: SQL | undefined) {
  return scope.db.all<Pick<BookedPosting, 'id' | 'kind' | 'day'>>(sql`
    select p.id, p.kind, p.day from posting p
    where p.company = ${ledgerIdOf(scope)} and p.id > ${postingId} and p.kind <> 'reversal' and exists (
      select 1 from movement m cross join layer l on l.id = m.layer
      where m.posting = p.id and l.well in (
        select ${well.ledgerId} from ${well} where ${and(eq(well.companyId, scope.companyId), isNull(well.deletedAt), wells)})
        and ${isUnreversed})`);
}

type ReversalRows = RowsOf<ReturnType<typeof reversalReads>>;

/**
 * Reverses a posting, or its part on one well: the amounts negated, dated as the posting while its period is open and on the
 * first open day otherwise. What was booked later on the same wells is reversed with it when asked for.
 *
 * @param rows what reversalReads read
 * @returns the posting that reverses it
 * @throws AppError not-found for a posting of another company; conflict for a reversal, for what is reversed already, for a
 * closed period, and when others keep changing these layers; invalid for a date before the posting's
 * @throws DomainConflict that names what was booked later
 */
export async function reverse(
  ctx: CompanyAdminContext,
  postingId: number,
  input: ReversalInput,
  rows: ReversalRows,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, reversalReads(ctx, postingId, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options } = planReversal(ctx, postingId, input, rows);
    // Reversals are booked newest first, so the last posting is the one that was asked for.
    return postAndRead(ctx, act, options, act.postings.at(-1)!);
  });
}

/** What `reverse` would post, without posting it. @throws as reverse */
export function previewReversal(
  ctx: CompanyAdminContext,
  postingId: number,
  input: ReversalInput,
  rows: ReversalRows,
): ActPreview {
  const { act, wells } = planReversal(ctx, postingId, input, rows);
  return toActPreview(act, wells);
}

function planReversal(ctx: CompanyAdminContext, postingId: number, input: ReversalInput, rows: ReversalRows) {
  const { reason, date, includeLater, wellId } = input;
  const [original] = rows.postings;
  if (!original) throw new AppError('not-found', 'Posting not found');
  if (original.kind === 'reversal') {
    throw new AppError('conflict', 'A reversal can’t be reversed. Post the original again instead.');
  }
  const { closedThrough } = rows.companies[0]!;
  if (date !== null) {
    if (date < original.day) {
      throw new AppError('invalid', `The date must not be before the posting's, ${original.day}`, 'date');
    }
    requireOpenDate(ctx, closedThrough, date, 'date');
  }
  if (rows.inTheWay?.length) throw laterPostings(rows.inTheWay);
  const wells = withArcBefore(toBookedWells(rows), rows.arcBefore);
  const act = beginAct(rows.companies[0]!);
  const reversed = reversePosting(act, wells, {
    postingId,
    includeLater,
    dateOf: (day) => reversalDate(day, { closedThrough, requested: date }),
  });
  if (reversed === 0) {
    throw new AppError(
      'conflict',
      wellId
        ? 'Nothing of this posting is left to reverse on this well.'
        : 'This posting is already reversed.',
    );
  }
  const finished = act.finish();
  const givenBack = wells.flatMap((well) => {
    const changes = well.later.toSorted((a, b) => b.id - a.id).flatMap(({ terms }) => terms?.well ?? []);
    if (changes.length === 0) return [];
    return [{ ...well, state: stateGivenBack(well.wellCode, pluggedStateOf(well), changes) }];
  });
  const resold = wells.flatMap((well) => {
    const sales = well.later
      .toSorted((a, b) => b.id - a.id)
      .flatMap(({ id, day, terms }) => {
        const reversal = finished.postings.find(({ reversesId }) => reversesId === id);
        if (!terms?.interest || !reversal) return [];
        return [{ id, day, reversedOn: reversal.day, interest: terms.interest, reversal }];
      });
    if (sales.length === 0) return [];
    return [{ ...well, interests: interestsGivenBack(well.wellCode, well.interests, sales) }];
  });
  const dayBefore = new Map(rows.retirementBefore.map(({ well, day }) => [well, day]));
  const redated = wells.flatMap((well) => {
    const retirementDate = dayBefore.get(well.ledgerId);
    if (retirementDate === undefined || retirementDate === well.retirementDate) return [];
    return [{ id: well.id, ledgerId: well.ledgerId, retirementDate }];
  });
  const rested = new Set([...givenBack, ...resold, ...redated].map(({ id }) => id));
  const options: PostOptions = {
    source: 'user',
    settings: rows.companies[0]!,
    memo: reason,
    input: { reverses: String(postingId), reason, date, wellId: wellId ?? null, includeLater },
    wells: wells.map((well) => {
      const { version, ...asPosted } = asRead(well);
      // A well may be renamed meanwhile; one whose status, interest or date is restored must be unchanged.
      return rested.has(well.id) ? { ...asPosted, version } : asPosted;
    }),
    last: [
      ...writePluggedStates(ctx, givenBack),
      ...writeInterests(ctx, resold, finished.postings),
      ...setRetirementDates(ctx, redated),
    ],
    audit: {
      action: 'posting.reversed',
      entityId: String(postingId),
      newValues: {
        reason,
        kind: original.kind,
        effectiveOn: original.day,
        ...(wells.length === 1 && {
          wellCode: wells[0]!.wellCode,
          ...givenBack[0]?.state,
          ...(redated[0] && { retirementDate: redated[0].retirementDate }),
        }),
        postings: finished.postings.length,
        ...toActPreview(finished, wells).totals,
      },
    },
  };
  return { act: finished, options, wells };
}
