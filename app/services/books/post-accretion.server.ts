import { and, eq, type SQL, sql } from 'drizzle-orm';
import { aroLayer, company, well } from '#db/schema';
import { firstDayCovered, hasAccretionDue, isCatchUp } from '~/domain/books/accretion';
import type { Act, LayerState } from '~/domain/books/act';
import { type PostedPeriod, periodEndsThrough } from '~/domain/books/period-ends';
import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import { dateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainError } from '~/domain/money/domain-error';
import { groupThousands } from '~/domain/money/group-thousands';
import { sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { accretionRecord, expensesOf } from './accretion-record.server';
import { ratedFieldsQuery, requireRates } from './depreciation.server';
import { MAX_LATER_MOVEMENTS } from './later-movements.server';
import {
  isLayerOfSubject,
  type LayerToPost,
  layersToPostQuery,
  type PostingPage,
  type Subject,
  toLayersToPost,
} from './layers-to-post.server';
import { ledgerIdOf } from './ledger-number.server';
import { onlyWellQuery, requireOnlyWell } from './only-well.server';
import { post, postUntilCurrent } from './post.server';
import { CONCURRENT_UPDATE } from './post-statements.server';
import { requireReviewed } from './reviewed-act.server';
import { isUnreversed } from './unreversed.server';
import { beginAct, companyBooksQuery, depreciationPolicy, pluggedState } from './well-books.server';

export type PostingInput = AccretionInput & { source?: 'user' | 'month-end' };

export type PostingOptions = {
  /** Posts only part of the layers, as a separate posting. */
  page?: PostingPage;
  /** Digest from the preview, if one was reviewed. */
  reviewed?: string | undefined;
  /** Additional statements at the start and end of the transaction, also when no layer accretes. */
  getExtraStatements?: (posted: PostedPage) => { first: Statement[]; last: Statement[] };
};

export type PostedPage = {
  layers: number;
  totalCents: bigint;
  depreciationCents: bigint;
  /** Part of the page whose records cover more than one month. */
  catchUp: { layers: number; totalCents: bigint };
  /** The page's last layer; null on the last page. */
  throughLayer: number | null;
};

/**
 * Posts accretion to a period end by the company's method: one movement per layer that has a balance, a calculation date on or
 * before it, and a well that was not plugged before. Posting the same period end again adds movements only for layers that have
 * none there. With `eachPeriod`, missed period ends are posted first, each as if posted on time. With a well, it is posted for
 * that well only and blocks no other period end. One transaction.
 *
 * @param rows result of postingReads
 * @returns results of the statements at the end of the transaction
 * @throws AppError not-found for a well of another company; conflict for a closed period, when a later period end is already
 * posted and nothing is recorded at this one, when the result differs from the reviewed preview, or when other users keep
 * changing these layers; invalid after the end of next month, or when a layer would grow beyond the largest amount
 * Source: ASC 410-20-35-5; the rule of one record per layer and period end.
 */
export async function postAccretion(
  ctx: CompanyAdminContext,
  input: PostingInput,
  rows: PostingRows,
  { page, reviewed, getExtraStatements }: PostingOptions = {},
): Promise<unknown[]> {
  const { periodType, periodEnd, wellId = null, eachPeriod = false, source = 'user' } = input;
  const readAgain = () => readTogether(ctx.db, postingReads(ctx, input, page));
  return postUntilCurrent(rows, readAgain, async (rows) => {
    const books = toBooks(rows, input);
    const { company, closedThrough, refusal, layers } = books;
    requireOpenDate(periodEnd, 'periodEnd', dateBounds(ctx.now, closedThrough));
    if (refusal) throw new AppError('conflict', refusal, 'periodEnd');
    requireRates(rows.rated, depreciationPolicy(company), periodEnd);
    const act = beginAct(company);
    // Earlier pages may already be posted.
    const outcome = page ? '' : ' Nothing was posted.';
    await accreteAndDepreciate(
      act,
      layers,
      periodEndsToPost(books, input),
      wellId === null,
      async ({ id }, problem) => {
        const message = await layerRefusal(ctx, id, problem);
        return new AppError('invalid', message + outcome);
      },
    );
    const finishedAct = act.finish();
    await requireReviewed(reviewed, { act: finishedAct, wells: [] });
    const expenses = expensesOf(finishedAct);
    const { movements, layers: accreted, totalCents } = expenses.accretion;
    const catchUpMovements = movements.filter(({ accretion }) => accretion && isCatchUp(accretion.time));
    const throughLayer = layers.length === page?.limit ? layers.at(-1)!.id : null;
    const { first, last } = getExtraStatements?.({
      layers: accreted,
      totalCents,
      depreciationCents: expenses.depreciation.totalCents,
      catchUp: {
        layers: catchUpMovements.length,
        totalCents: sumCents(catchUpMovements.map(({ liabilityCents }) => liabilityCents)),
      },
      throughLayer,
    }) ?? { first: [], last: [] };
    // A well plugged meanwhile stops accreting, even if plugging it posted nothing.
    const isPluggedAsRead = expectThat(
      ctx,
      sql`${pluggedState(ctx)} = ${rows.posted[0]?.pluggedState}`,
      CONCURRENT_UPDATE,
    );
    const firstStatements = [
      ...first,
      isPluggedAsRead,
      ...(throughLayer === null ? [expectNoNewLayer(ctx, input, rows)] : []),
      ...(company.depreciation === 'none' ? [] : [expectNoOtherAct(ctx, rows)]),
    ];
    const results = await post(ctx, finishedAct, {
      ...accretionRecord(act, expenses, {
        periodType,
        periodEnd,
        ...(eachPeriod && { eachPeriod }),
        source,
        wellId,
      }),
      settings: company,
      first: firstStatements,
      last,
    });
    return results.slice(firstStatements.length);
  });
}

/**
 * The period ends to post, oldest first: the requested one, or each missed one through it.
 * @throws AppError conflict for more records than one act can reverse afterward
 */
export function periodEndsToPost(
  { company, closedThrough, layers, periodEnds }: PostingBooks,
  { periodType, periodEnd, eachPeriod }: AccretionInput,
): PostedPeriod[] {
  const single = [{ day: periodEnd, periodType }];
  if (!eachPeriod) return single;
  const firstDay = layers.flatMap((layer) => firstDaysDue(layer, periodEnd)).sort()[0];
  if (firstDay === undefined) return single;
  const { fiscalYearEnd } = company;
  const duePeriods = periodEndsThrough({
    periodEnd,
    periodType,
    fiscalYearEnd,
    firstDay,
    posted: periodEnds ?? [],
    closedThrough,
  });
  const perLayer = company.depreciation === 'none' ? 1 : 2;
  if (layers.length * duePeriods.length * perLayer > MAX_LATER_MOVEMENTS)
    throw new AppError('conflict', TOO_LONG);
  return duePeriods;
}

const TOO_LONG = `This would post more than ${groupThousands(MAX_LATER_MOVEMENTS)} records, the limit for one posting. Post through an earlier period end first, then continue.`;

/** First days that a layer still has to be accreted and depreciated from, through the period end. */
function firstDaysDue(layer: LayerToPost, periodEnd: CalendarDate): CalendarDate[] {
  const { depreciatedWell, calculationDate, arcBaseDay, depreciatedThrough } = layer;
  // A layer stops accreting at the end of its life, however long ago that was.
  const accreted = hasAccretionDue(layer, periodEnd) ? [firstDayCovered(layer)] : [];
  if (depreciatedWell === null) return accreted;
  const asset = { calculationDate: arcBaseDay ?? calculationDate, accretedThrough: depreciatedThrough };
  return [...accreted, firstDayCovered(asset)];
}

/**
 * For each period end in turn, accretes all layers through it, then depreciates them.
 * @throws the error that `toRefusal` returns for the layer that can't be posted
 */
export async function accreteAndDepreciate(
  act: Act,
  layers: readonly LayerToPost[],
  duePeriods: readonly PostedPeriod[],
  isCompanyWide: boolean,
  toRefusal: (layer: LayerState, problem: string) => Promise<Error>,
): Promise<void> {
  const steps = duePeriods.flatMap(({ day, periodType }) => [
    (layer: LayerToPost) => act.accrete('main', layer, day, { isCompanyWide, periodType }),
    (layer: LayerToPost) =>
      layer.depreciatedWell &&
      act.depreciate('main', layer, day, { isCompanyWide, periodType }, layer.depreciatedWell),
  ]);
  for (const step of steps) {
    for (const layer of layers) {
      try {
        step(layer);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        throw await toRefusal(layer, error.message);
      }
    }
  }
}

/**
 * Aborts the posting if a layer with days to accrete was added meanwhile: left out, it would fall behind the other layers of its
 * well. A page that has others after it leaves such a layer to those.
 */
function expectNoNewLayer(
  ctx: CompanyAdminContext,
  { periodEnd }: Subject,
  { posted }: PostingRows,
): Statement {
  return expectThat(
    ctx,
    sql`not exists (
      select 1 from layer where company = ${ledgerIdOf(ctx)} and id > ${posted[0]?.newestLayer ?? 0}
        and calculation_date <= ${periodEnd})`,
    CONCURRENT_UPDATE,
  );
}

/**
 * A posting on another layer of the same well, such as a revision or its reversal, may change what a layer is depreciated from
 * and through when. The layer's own row doesn't show that, so only accretion and depreciation may have been posted meanwhile.
 */
function expectNoOtherAct(ctx: CompanyAdminContext, { posted }: PostingRows): Statement {
  return expectThat(
    ctx,
    sql`not exists (
      select 1 from posting where company = ${ledgerIdOf(ctx)} and number > ${posted[0]?.newestNumber ?? 0}
        and kind not in ('accretion', 'depreciation'))`,
    CONCURRENT_UPDATE,
  );
}

/** SQL value: the last period end with unreversed company-wide accretion, posted by a user or at month-end. */
export function lastPostedPeriodEnd(scope: CompanyScope): SQL<CalendarDate | null> {
  return sql`(select p.day from posting p where ${isCompanyPosting(scope)} order by p.day desc limit 1)`;
}

/**
 * Query for every period end with unreversed company-wide accretion, newest first, with the period type of its newest posting.
 * With a single max(), SQLite takes the other columns from the row with the maximum. Unexecuted.
 */
export function postedPeriodEndsQuery(scope: CompanyScope) {
  return scope.db.all<{ day: CalendarDate; periodType: PeriodType; newest: number }>(sql`
    select p.day, coalesce(p.period_type, 'monthly') as "periodType", max(p.id) as newest
    from posting p where ${isCompanyPosting(scope)} group by p.day order by p.day desc`);
}

/**
 * SQL value: the last posted period end if it is later than `periodEnd` and nothing is recorded at `periodEnd`, so nothing may be
 * posted there anymore; otherwise null.
 */
export function postedPast(scope: CompanyScope, periodEnd: CalendarDate | SQL): SQL<CalendarDate | null> {
  return sql`(
    select posted.period_end from (select ${lastPostedPeriodEnd(scope)} as period_end) posted
    where posted.period_end > ${periodEnd} and not exists (
      select 1 from posting p where ${isCompanyPosting(scope)} and p.day = ${periodEnd}))`;
}

/** SQL condition: true when `p` is company-wide accretion with unreversed movements. */
function isCompanyPosting(scope: CompanyScope): SQL {
  return sql`p.company = ${ledgerIdOf(scope)} and p.kind = 'accretion' and p.is_company_wide
    and exists (select 1 from movement m where m.posting = p.id and ${isUnreversed})`;
}

/** Unexecuted reads for a posting: the company's accretion settings, how far it is posted, and its layers. */
export function postingReads(
  scope: CompanyScope,
  { periodEnd, wellId, eachPeriod }: Subject & Pick<AccretionInput, 'eachPeriod'>,
  page?: PostingPage,
) {
  return {
    companies: companyBooksQuery(scope),
    posted: scope.db
      .select({
        postedPast: postedPast(scope, periodEnd).as('posted_past'),
        pluggedState: pluggedState(scope).as('plugged_state'),
        newestLayer: sql<number | null>`(select max(id) from layer where company = ${ledgerIdOf(scope)})`.as(
          'newest_layer',
        ),
        newestNumber: sql<
          number | null
        >`(select max(number) from posting where company = ${ledgerIdOf(scope)})`.as('newest_number'),
      })
      .from(company)
      .where(eq(company.id, scope.companyId)),
    layers: layersToPostQuery(scope, { periodEnd, wellId }, page),
    rated: ratedFieldsQuery(scope, periodEnd, isLayerOfSubject(scope, { wellId })),
    onlyWell: onlyWellQuery(scope, wellId),
    periodEnds: eachPeriod ? postedPeriodEndsQuery(scope) : undefined,
  };
}

export type PostingRows = RowsOf<ReturnType<typeof postingReads>>;

type PostingBooks = {
  company: PostingRows['companies'][number];
  closedThrough: CalendarDate | null;
  refusal: string | null;
  layers: LayerToPost[];
  /** Read only when each period is posted. */
  periodEnds: PostedPeriod[] | undefined;
};

/**
 * Converts the rows of postingReads. `refusal` is why the period end can't be posted company-wide, as a message for the user.
 * @throws AppError not-found when the posting is limited to a well that the company doesn't have
 */
export function toBooks(
  { companies, posted, layers, onlyWell, periodEnds }: PostingRows,
  { wellId }: Pick<Subject, 'wellId'>,
): PostingBooks {
  requireOnlyWell(onlyWell);
  const postedPast = posted[0]?.postedPast ?? null;
  const refusal = `Accretion is already posted through ${postedPast}. Choose that date or later.`;
  return {
    company: companies[0]!,
    closedThrough: companies[0]!.closedThrough,
    refusal: postedPast === null || wellId ? null : refusal,
    // Ordered by id, like the table and its movements.
    layers: layers.flatMap(toLayersToPost).sort((a, b) => a.id - b.id),
    periodEnds,
  };
}

/** Names the layer that can't be posted: it blocks the whole posting, so the user must know which one. */
export async function layerRefusal(ctx: CompanyContext, layerId: number, problem: string): Promise<string> {
  const [layer] = await ctx.db
    .select({ wellCode: well.wellCode, layerNumber: aroLayer.layerNumber })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.ledgerId, aroLayer.well), eq(well.companyId, ctx.companyId)))
    .where(and(eq(aroLayer.id, layerId), sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`));
  const name = layer ? `Well "${layer.wellCode}", layer ${layer.layerNumber}: ` : '';
  return `${name}${problem}.`;
}
