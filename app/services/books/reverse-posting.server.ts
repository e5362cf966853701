import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import type { Act } from '~/domain/books/act';
import {
  interestsAfterReversal,
  laterPostingsError,
  retirementDateAfterReversal,
  reversalDate,
  reversePosting,
  stateAfterReversal,
} from '~/domain/books/reversal';
import type { BookedPosting } from '~/domain/books/well-books';
import { formatInterest } from '~/domain/books/working-interest';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { AppError } from '~/errors';
import type { PostingView, ReversalInput, ReversalPreview } from '~/schemas/books/posting';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { requireSameDigest } from '~/services/platform/same-digest.server';
import { amountsOf, toActPreview } from './act-preview.server';
import { arcBeforeQuery, withArcBefore } from './arc-before.server';
import { firstIdAfterAct, ledgerIdOf, parseLedgerNumber } from './ledger-number.server';
import { onlyWellQuery, requireOnlyWell } from './only-well.server';
import { pluggedStateOf, writePluggedStates } from './plugged-state.server';
import { type PostOptions, postUntilCurrent } from './post.server';
import { postAndRead } from './postings.server';
import { setRetirementDates } from './retirement-date.server';
import { isReversed, isUnreversed, p } from './unreversed.server';
import { isOfSameUpload } from './upload-acts.server';
import { type BookedWell, beginAct, booksReads, toBookedWells, toWellVersion } from './well-books.server';
import { writeInterests } from './write-interests.server';

const POSTED_SINCE = 'Something was posted after the preview. Review the new preview, then reverse again.';

/** Parses a posting's number from a URL. @throws AppError not-found for text that is not a number */
export function postingNumber(text: string): number {
  const number = parseLedgerNumber(text);
  if (number === null) throw new AppError('not-found', 'Posting not found');
  return number;
}

/**
 * The postings `p` to reverse: the requested one, `one`, or all of its act or upload. `main` is the same set for a nested query,
 * as a table with its condition.
 */
type PostingSet = { from: SQL; main: SQL };

type ReversalScope = Partial<Pick<ReversalInput, 'wholeAct' | 'wholeUpload'>>;

/** SQL condition: true when a posting is in the same act as another, by their aliases. */
function isOfAct(posting: 'p' | 'main', head: SQL, other: 'one' | 'a' | 'b'): SQL {
  const id = sql.raw(`${posting}.id`);
  return sql`${id} >= ${head} and ${id} < ${firstIdAfterAct(sql.raw(`${other}.id`))}`;
}

function selectPostings({ wholeAct, wholeUpload }: ReversalScope): PostingSet {
  if (wholeUpload) {
    // Other acts may be interleaved with an upload's.
    return {
      from: sql`posting one cross join posting head on head.id = one.act cross join posting a on ${isOfSameUpload('a')}
        cross join posting p on ${isOfAct('p', sql`a.id`, 'a')}`,
      main: sql`posting b cross join posting main on ${isOfAct('main', sql`b.id`, 'b')} where ${isOfSameUpload('b')}`,
    };
  }
  if (wholeAct) {
    return {
      from: sql`posting one cross join posting p on ${isOfAct('p', sql`one.act`, 'one')}`,
      main: sql`posting main where ${isOfAct('main', sql`one.act`, 'one')}`,
    };
  }
  return {
    from: sql`posting one cross join posting p on p.id = one.id`,
    main: sql`posting main where main.id = one.id`,
  };
}

/**
 * SQL condition that identifies `one`. Conditions put their most nested term last: SQLite limits expression depth to 100, and the
 * first term is the deepest.
 */
function isRequestedPosting(scope: CompanyScope, number: number): SQL {
  return sql`one.number = ${wholeNumber(number)} and one.company = ${ledgerIdOf(scope)}`;
}

/**
 * Joins the postings `p` to reverse with the wells whose amounts they reverse. Accretion through an act's date is not what the
 * act is about: if nothing else of the act remains on a well, the well is left out, and later postings on it may stay.
 */
function joinReversedWells(scope: CompanyScope, number: number, { from, main }: PostingSet): SQL {
  const isTimeCharge = sql.raw(`kind in ('accretion', 'depreciation')`);
  return sql`${from} cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
    where p.kind <> 'reversal' and ${isRequestedPosting(scope, number)}
      and (not p.${isTimeCharge} or not exists (select 1 from ${main} and main.kind <> 'reversal' and not main.${isTimeCharge}))`;
}

/**
 * Unexecuted reads for a reversal: the posting or all of its act, the wells it moved, and everything booked on them since. Later
 * bookings are reversed along with it, or else block it. If they block it, only their headers are read: a company's month-end
 * from a year ago may be followed by millions of movements.
 */
export function reversalReads(
  scope: CompanyScope,
  number: number,
  { wellId, includeLater, ...reversalScope }: Pick<ReversalInput, 'wellId' | 'includeLater'> & ReversalScope,
) {
  const postingSet = selectPostings(reversalScope);
  const ids = (id: SQL) =>
    sql`(select ${id} from ${postingSet.from} where ${isRequestedPosting(scope, number)})`;
  const isInSet = sql`p.id in ${ids(sql`p.id`)}`;
  const firstId = ids(sql`min(p.id)`);
  const reversedRows = joinReversedWells(scope, number, postingSet);
  const isAffectedWell = sql`${well.ledgerId} in (select l.well from ${reversedRows} and ${isUnreversed})`;
  const isWell = wellId ? eq(well.id, wellId) : undefined;
  const wells = and(isAffectedWell, isWell);
  return {
    ...booksReads(scope, wells, includeLater ? sql`p.id >= ${firstId}` : isInSet),
    blockingPostings: includeLater
      ? undefined
      : laterPostingsQuery(scope, sql`p.id >= ${firstId} and not ${isInSet}`, wells),
    arcBefore: arcBeforeQuery(scope, firstId, isAffectedWell),
    postings: scope.db
      .select({
        id: p.id,
        number: p.number,
        kind: p.kind,
        day: p.day,
        isReversed: sql<0 | 1>`${isReversed}`.as('is_reversed'),
      })
      .from(p)
      .where(and(isInSet, sql`${p.company} = ${ledgerIdOf(scope)}`))
      .orderBy(p.id),
    wellsOfAct: isWhole(reversalScope)
      ? scope.db.all<{ wells: number }>(sql`
          select count(*) as wells from well
          where ${and(eq(well.companyId, scope.companyId), sql`ledger_id in (select l.well from ${reversedRows})`, isWell)}`)
      : undefined,
    onlyWell: onlyWellQuery(scope, wellId),
  };
}

/** True when more than one posting is requested; those already reversed are then skipped. */
function isWhole({ wholeAct, wholeUpload }: ReversalScope): boolean {
  return wholeAct === true || wholeUpload === true;
}

/** Query for the unreversed later postings on the wells, without movements. Unexecuted. */
function laterPostingsQuery(scope: CompanyScope, isLater: SQL, wells: SQL | undefined) {
  return scope.db.all<Pick<BookedPosting, 'id' | 'number' | 'kind' | 'day'>>(sql`
    select p.id, p.number, p.kind, p.day from posting p
    where p.company = ${ledgerIdOf(scope)} and ${isLater} and p.kind <> 'reversal' and exists (
      select 1 from movement m cross join layer l on l.id = m.layer
      where m.posting = p.id and ${isUnreversed} and l.well in (
        select ${well.ledgerId} from ${well} where ${and(eq(well.companyId, scope.companyId), isNull(well.deletedAt), wells)}))`);
}

type ReversalRows = RowsOf<ReturnType<typeof reversalReads>>;

/**
 * Reverses a posting, or all of its act or upload, or the part of it on one well. Amounts are negated. Each reversal is dated
 * like its posting if that period is open, else on the first open day, and never before a requested date. Later bookings on the
 * same wells are reversed too if requested. The reversal is itself one act, all or nothing.
 *
 * @param rows result of reversalReads
 * @param reviewed digest from the preview, if one was reviewed
 * @returns the reversing posting
 * @throws AppError not-found for a posting or a well of another company; conflict for a reversal, for an already reversed
 * posting, for a closed period, when the result differs from the reviewed preview, and when other users keep changing these
 * layers; invalid for a date before the posting's
 * @throws DomainConflict that names the later bookings
 */
export async function reverse(
  ctx: CompanyAdminContext,
  number: number,
  input: ReversalInput,
  rows: ReversalRows,
  reviewed?: string,
): Promise<PostingView> {
  const readAgain = () => readTogether(ctx.db, reversalReads(ctx, number, input));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const { act, options, original } = planReversal(ctx, number, input, rows);
    await requireSameDigest(reviewed, () => reversalDigest(act), POSTED_SINCE);
    // In a whole-act reversal, the requested posting may already be reversed. Then show the last reversing posting.
    const requestedReversal = act.postings.find(({ reversesId }) => reversesId === original.id);
    return postAndRead(ctx, act, options, requestedReversal ?? act.postings.at(-1)!);
  });
}

/** Previews what `reverse` would post. @throws as reverse */
export async function previewReversal(
  ctx: CompanyAdminContext,
  number: number,
  input: ReversalInput,
  rows: ReversalRows,
): Promise<ReversalPreview> {
  const { act, wells } = planReversal(ctx, number, input, rows);
  const dayOf = new Map(wells.flatMap(({ later }) => later.map(({ id, day }) => [id, day])));
  const actPostings = rows.postings.filter(({ kind }) => kind !== 'reversal');
  const { closedThrough } = rows.companies[0]!;
  const closedMonthPostings = act.postings.filter(
    ({ reversesId }) => closedThrough !== null && dayOf.get(reversesId!)! <= closedThrough,
  );
  return {
    ...toActPreview(act, wells),
    wells: wells.length,
    ofClosedMonths: { postings: closedMonthPostings.length, result: amountsOf(closedMonthPostings).result },
    act: rows.wellsOfAct
      ? {
          postings: actPostings.length,
          reversedPostings: actPostings.filter(({ isReversed }) => isReversed === 1).length,
          reversedWells: rows.wellsOfAct[0]!.wells - wells.length,
          redated: act.postings.filter(({ day, reversesId }) => day !== dayOf.get(reversesId!)).length,
        }
      : null,
    reviewed: await reversalDigest(act),
  };
}

/**
 * Digest of what would be posted. Over time, a posting can only have fewer movements left to reverse, and each is reversed
 * unchanged, so their count identifies them.
 */
function reversalDigest({ postings }: ReturnType<Act['finish']>): Promise<string> {
  return sha256Hex(
    JSON.stringify(postings.map(({ reversesId, day, movements }) => [reversesId, day, movements.length])),
  );
}

function planReversal(ctx: CompanyAdminContext, number: number, input: ReversalInput, rows: ReversalRows) {
  const { reason, date, includeLater, wellId, wholeAct, wholeUpload } = input;
  const original = rows.postings.find((posting) => posting.number === number);
  if (!original) throw new AppError('not-found', 'Posting not found');
  requireOnlyWell(rows.onlyWell);
  const toReverse = rows.postings.filter(({ kind }) => kind !== 'reversal');
  if (toReverse.length === 0) {
    throw new AppError('conflict', 'A reversal can’t be reversed. Post the original again instead.');
  }
  const { closedThrough } = rows.companies[0]!;
  if (date !== null) {
    const lastDay = toReverse
      .map(({ day }) => day)
      .sort()
      .at(-1)!;
    if (date < lastDay) {
      const dateOwner = isWhole(input) ? 'the last posting’s' : 'the posting’s';
      throw new AppError('invalid', `The date can’t be earlier than ${dateOwner} date, ${lastDay}`, 'date');
    }
    requireOpenDate(date, 'date', dateBounds(ctx.now, closedThrough));
  }
  if (rows.blockingPostings?.length) throw laterPostingsError(rows.blockingPostings);
  const wells = withArcBefore(toBookedWells(rows), rows.arcBefore);
  const act = beginAct(rows.companies[0]!);
  const reversedCount = reversePosting(act, wells, {
    postings: new Set(rows.postings.map(({ id }) => id)),
    includeLater,
    dateOf: (day) => reversalDate(day, { closedThrough, requested: date }),
  });
  if (reversedCount === 0) {
    throw new AppError(
      'conflict',
      wellId
        ? 'This posting has nothing left to reverse on this well.'
        : wholeUpload
          ? 'Everything this upload posted is already reversed.'
          : wholeAct
            ? 'Everything in this act is already reversed.'
            : 'This posting is already reversed.',
    );
  }
  const finishedAct = act.finish();
  const reversalOf = new Map(finishedAct.postings.map((posting) => [posting.reversesId, posting]));
  const changedSince: ChangedSince[] = [];
  /** Restores one well. A well that changed since is collected, so the refusal can name all of them. */
  const restoreOrCollect = <T>({ wellCode }: BookedWell, restore: () => T): T[] => {
    try {
      return [restore()];
    } catch (error) {
      if (!(error instanceof DomainConflict)) throw error;
      changedSince.push({ wellCode, refusal: error });
      return [];
    }
  };
  const wellsWithRestoredState = wells.flatMap((well) => {
    const changes = well.later.toSorted((a, b) => b.id - a.id).flatMap(({ terms }) => terms?.well ?? []);
    if (changes.length === 0) return [];
    return restoreOrCollect(well, () => ({
      ...well,
      state: stateAfterReversal(well.wellCode, pluggedStateOf(well), changes),
    }));
  });
  const wellsWithRestoredInterests = wells.flatMap((well) => {
    const sales = well.later
      .toSorted((a, b) => b.id - a.id)
      .flatMap(({ id, day, terms }) => {
        const reversal = reversalOf.get(id);
        if (!terms?.interest || !reversal) return [];
        return [{ id, day, reversedOn: reversal.day, interest: terms.interest, reversal }];
      });
    if (sales.length === 0) return [];
    return restoreOrCollect(well, () => ({
      ...well,
      interests: interestsAfterReversal(well.wellCode, well.interests, sales),
      workingInterest: formatInterest(sales.at(-1)!.interest.before),
    }));
  });
  if (changedSince.length > 0) throw toChangedSinceError(changedSince);
  const wellsWithRestoredDate = wells.flatMap((well) => {
    const reversedLayers = well.layers.filter((layer) => act.stateOf(layer).isReversed).toReversed();
    const retirementDate = retirementDateAfterReversal(well.retirementDate, reversedLayers);
    return retirementDate === well.retirementDate ? [] : [{ ...well, retirementDate }];
  });
  const restoredIds = new Set(
    [...wellsWithRestoredState, ...wellsWithRestoredInterests, ...wellsWithRestoredDate].map(({ id }) => id),
  );
  const options: PostOptions = {
    source: 'user',
    settings: rows.companies[0]!,
    memo: reason,
    input: {
      reverses: String(number),
      reason,
      date,
      wellId: wellId ?? null,
      includeLater,
      ...(wholeAct && { wholeAct }),
      ...(wholeUpload && { wholeUpload }),
    },
    wells: wells.map((well) => {
      const { version, ...unversioned } = toWellVersion(well);
      // A well may be renamed meanwhile, but one whose status, interest, or date is restored must be unchanged.
      return restoredIds.has(well.id) ? { ...unversioned, version } : unversioned;
    }),
    last: [
      ...writePluggedStates(ctx, wellsWithRestoredState),
      ...writeInterests(ctx, wellsWithRestoredInterests, finishedAct.postings),
      ...setRetirementDates(ctx, wellsWithRestoredDate),
    ],
    audit: {
      action: 'posting.reversed',
      entityId: String(original.id),
      newValues: {
        reason,
        kind: original.kind,
        // In a whole-act reversal, the requested posting may already be reversed.
        effectiveOn: (reversalOf.get(original.id) ?? finishedAct.postings[0]!).day,
        reverses: number,
        reversesOn: original.day,
        ...(wells.length === 1 && {
          wellCode: wells[0]!.wellCode,
          ...wellsWithRestoredState[0]?.state,
          ...(wellsWithRestoredInterests[0] && {
            workingInterest: wellsWithRestoredInterests[0].workingInterest,
          }),
          ...(wellsWithRestoredDate[0] && { retirementDate: wellsWithRestoredDate[0].retirementDate }),
        }),
        ...(wholeAct && { wholeAct }),
        ...(wholeUpload && { wholeUpload }),
        ...(isWhole(input) && { wells: wells.length }),
        postings: finishedAct.postings.length,
        ...toActPreview(finishedAct, wells).totals,
      },
    },
  };
  return { act: finishedAct, options, wells, original };
}

type ChangedSince = { wellCode: string; refusal: DomainConflict };

/** Maximum wells named in a refusal; the rest are counted. */
const MAX_NAMED_WELLS = 10;

/** The first refusal in full, and the other wells with the same problem. */
function toChangedSinceError(changed: readonly ChangedSince[]): DomainConflict {
  const [first, ...otherChanges] = changed as [ChangedSince, ...ChangedSince[]];
  if (otherChanges.length === 0) return first.refusal;
  const names = otherChanges.slice(0, MAX_NAMED_WELLS).map(({ wellCode }) => `"${wellCode}"`);
  const remainder =
    otherChanges.length > MAX_NAMED_WELLS ? ` and ${otherChanges.length - MAX_NAMED_WELLS} more` : '';
  return new DomainConflict(
    null,
    `${first.refusal.message} The same applies to ${names.join(', ')}${remainder}.`,
  );
}
