import { and, eq, lte, sql } from 'drizzle-orm';
import { isAborted } from '#db/client';
import { monthEndRun } from '#db/schema';
import type { MonthEndWork } from '~/domain/books/close';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import { audit, commit, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, RequestContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { GIVEN_UP } from '~/services/platform/late-work.server';
import { log } from '~/services/platform/log.server';
import { readTogether } from '~/services/platform/reads.server';
import { sendJobs } from '~/services/platform/send-jobs.server';
import { RatesMissing } from './depreciation.server';
import { runColumns } from './list-month-ends.server';
import { type PostedPage, postAccretion, postedPast, postingReads } from './post-accretion.server';
import { previewPosting } from './preview-accretion.server';
import {
  beginRuns,
  isRunning,
  jobOf,
  lastMonthEnd,
  type MonthEndJob,
  onlyCompany,
} from './start-month-ends.server';

/** Layers of one transaction: some hundred milliseconds, where D1 allows 30 s. */
const PAGE_SIZE = 20_000;
/** Then another message goes on. A page with depreciation takes some twenty queries, and an invocation has 1,000. */
const PAGES_PER_MESSAGE = 20;

/** Why a page is given up: another delivery of the message was faster. */
const OVERTAKEN = 'month-end: overtaken';

/**
 * Posts every unfinished month-end of the company up to `periodEnd`, oldest first, as the system, page by page. Each page
 * moves its run in its own transaction, so that a message that comes twice, late, out of order, or after an interrupted one,
 * goes on where the books are. A company that is gone has nothing to post.
 *
 * A month-end that is posted past already is skipped. One that a layer's amounts prevent has failed, and those
 * after it wait: the next message of the company tries them again. A message for a month that isn't over is dropped.
 *
 * @throws whatever keeps it from going on for now: the message must come again
 */
export async function runMonthEnd(
  ctx: RequestContext,
  { companyId, periodEnd }: MonthEndJob,
  { pageSize = PAGE_SIZE, maxPages = PAGES_PER_MESSAGE } = {},
): Promise<void> {
  if (!isOver(ctx, { companyId, periodEnd })) return;
  const companyCtx: CompanyAdminContext = { ...ctx, companyId, role: 'admin' };
  for (let page = 0; page < maxPages; page += 1) {
    const run = await takeRun(companyCtx, periodEnd);
    if (!run) return;
    try {
      const reason = skipReason(run);
      if (reason) await skipRun(companyCtx, run, reason);
      else if (run.work === 'prepares' && run.pages === 0) await draftRun(companyCtx, run);
      else await postPage(companyCtx, run, pageSize);
    } catch (error) {
      // What a person has to put right first: figures of a layer, or a depletion rate.
      if (error instanceof RatesMissing || (error instanceof AppError && error.code === 'invalid')) {
        return failRuns(companyCtx, { from: run.periodEnd, to: periodEnd, reason: error.message });
      }
      // The faster delivery has moved the run, and its state says how to go on.
      if (!isAborted(error, OVERTAKEN)) throw error;
    }
  }
  await sendJobs(ctx, [jobOf({ companyId, periodEnd })]);
}

/** The message of a month-end was given up after all its retries: what it left unfinished has failed, until the next night. */
export async function failMonthEnd(
  ctx: RequestContext,
  { companyId, periodEnd }: MonthEndJob,
): Promise<void> {
  if (!isOver(ctx, { companyId, periodEnd })) return;
  const companyCtx: CompanyAdminContext = { ...ctx, companyId, role: 'admin' };
  await beginRuns(ctx, onlyCompany(companyId), periodEnd);
  const [oldest] = await runningQuery(companyCtx, periodEnd);
  if (!oldest) return;
  await failRuns(companyCtx, { from: oldest.periodEnd, to: periodEnd, reason: GIVEN_UP });
}

/** Operators send messages by hand, and one with a wrong year would post months that aren't over. */
function isOver(ctx: RequestContext, { companyId, periodEnd }: MonthEndJob): boolean {
  if (periodEnd <= lastMonthEnd(ctx)) return true;
  const problem = 'A message for a month that isn’t over was dropped';
  log({ level: 'error', messageId: ctx.request.id, job: 'month-end', companyId, periodEnd, problem });
  return false;
}

type Run = {
  periodEnd: CalendarDate;
  afterLayer: number | null;
  /** Pages posted so far: tells whether the run still is as it was read. */
  pages: number;
  layers: number;
  totalCents: string;
  depreciationCents: string;
  catchUpLayers: number;
  catchUpCents: string;
  /** Through when accretion was posted meanwhile, where that leaves this month-end nothing to post. */
  postedPast: CalendarDate | null;
  closedThrough: CalendarDate | null;
  /** Whether the company's month-ends post, or leave that to a person. */
  work: MonthEndWork;
};

/**
 * The company's oldest unfinished run. One that has failed begins again, for what stood in its way may lie anywhere. It keeps its
 * reason until it ends in another way.
 */
async function takeRun(ctx: CompanyContext, upTo: CalendarDate): Promise<Run | null> {
  const { companyId } = ctx;
  // No change of the company's books, and no audit row: the run itself is the record of the attempt.
  const [, , [run]] = await ctx.db.batch([
    beginRuns(ctx, onlyCompany(companyId), upTo),
    ctx.db
      .update(monthEndRun)
      .set({ status: 'running', afterLayer: null, startedAt: ctx.now.toISOString(), finishedAt: null })
      .where(
        and(
          eq(monthEndRun.companyId, companyId),
          eq(monthEndRun.status, 'failed'),
          lte(monthEndRun.periodEnd, upTo),
        ),
      ),
    runningQuery(ctx, upTo),
  ]);
  return run ?? null;
}

function runningQuery(ctx: CompanyContext, upTo: CalendarDate) {
  return ctx.db
    .select({
      ...runColumns,
      afterLayer: monthEndRun.afterLayer,
      pages: monthEndRun.pages,
      postedPast: postedPast(ctx, sql`month_end_run.period_end`).as('posted_past'),
      closedThrough:
        sql<CalendarDate | null>`(select closed_through from company where id = ${ctx.companyId})`.as(
          'closed',
        ),
      work: sql<MonthEndWork>`(select month_end from company where id = ${ctx.companyId})`.as('work'),
    })
    .from(monthEndRun)
    .where(and(eq(monthEndRun.companyId, ctx.companyId), isRunning, lte(monthEndRun.periodEnd, upTo)))
    .orderBy(monthEndRun.periodEnd)
    .limit(1);
}

async function postPage(ctx: CompanyAdminContext, run: Run, limit: number): Promise<void> {
  const page = { afterLayer: run.afterLayer, limit };
  const rows = await readTogether(ctx.db, postingReads(ctx, run, page));
  await postAccretion(ctx, { periodType: 'monthly', periodEnd: run.periodEnd, source: 'month-end' }, rows, {
    page,
    alongside: (posted) => moveRun(ctx, run, posted),
  });
}

/**
 * Prepares what the month-end would post, and posts nothing: a person reviews it and posts it as any accretion, which shows it
 * as the books are then.
 * @throws AppError invalid where it could not be posted
 */
async function draftRun(ctx: CompanyAdminContext, run: Run): Promise<void> {
  const { periodEnd, pages } = run;
  const input = { periodType: 'monthly', periodEnd } as const;
  const rows = await readTogether(ctx.db, postingReads(ctx, input));
  const draft = await previewPosting(ctx, input, rows);
  const { layers, totalAccretion, totalDepreciation } = draft;
  if (totalAccretion === null) throw new AppError('invalid', draft.refusal ?? 'It can’t be posted.');
  // A draft of nothing can't be posted, so it would stay open forever.
  const isEmpty = layers === 0 && parseCents(totalDepreciation ?? '0.00') === 0n;
  if (isEmpty) return skipRun(ctx, run, 'There was nothing to post.');
  await commit(ctx, [
    ctx.db.run(sql`
      update month_end_run
      set status = 'skipped', is_draft = 1, reason = ${DRAFTED}, finished_at = ${ctx.now.toISOString()}, layers = ${layers},
        total_accretion_cents = cast(${String(parseCents(totalAccretion))} as integer),
        total_depreciation_cents = cast(${String(parseCents(totalDepreciation ?? '0.00'))} as integer)
      where company_id = ${ctx.companyId} and period_end = ${periodEnd} and status = 'running' and pages = ${pages}`),
    audit(ctx, {
      action: 'month_end.prepared',
      entityType: 'month_end',
      entityId: periodEnd,
      newValues: { periodEnd, layers, totalAccretion, ...(totalDepreciation && { totalDepreciation }) },
    }),
  ]);
}

const DRAFTED = 'Prepared for review. Nothing was posted.';

/** Moves the run past a page, and to its end with the last one, or gives the page up unless the run is as it was read. */
function moveRun(
  ctx: CompanyContext,
  run: Run,
  posted: PostedPage,
): { first: Statement[]; last: Statement[] } {
  const isLast = posted.throughLayer === null;
  const now = ctx.now.toISOString();
  const layers = run.layers + posted.layers;
  const totalCents = BigInt(run.totalCents) + posted.totalCents;
  const depreciationCents = BigInt(run.depreciationCents) + posted.depreciationCents;
  const catchUpLayers = run.catchUpLayers + posted.catchUp.layers;
  const catchUpCents = BigInt(run.catchUpCents) + posted.catchUp.totalCents;
  const moved = ctx.db.run(sql`
    update month_end_run
    set status = ${isLast ? 'done' : 'running'}, reason = iif(${isLast}, null, reason), finished_at = ${isLast ? now : null},
      after_layer = ${posted.throughLayer ?? run.afterLayer}, pages = pages + 1,
      layers = ${layers}, total_accretion_cents = cast(${String(totalCents)} as integer),
      total_depreciation_cents = cast(${String(depreciationCents)} as integer),
      catch_up_layers = ${catchUpLayers}, catch_up_cents = cast(${String(catchUpCents)} as integer)
    where company_id = ${ctx.companyId} and period_end = ${run.periodEnd} and status = 'running' and pages = ${run.pages}`);
  const first = [moved, expectThat(ctx, sql`changes() = 1`, OVERTAKEN)];
  // Where nothing was posted, the books are unchanged.
  if (!isLast || (layers === 0 && depreciationCents === 0n)) return { first, last: [] };
  const done = audit(
    ctx,
    {
      action: 'month_end.posted',
      entityType: 'month_end',
      entityId: run.periodEnd,
      newValues: {
        periodEnd: run.periodEnd,
        layers,
        totalAccretion: formatCents(totalCents),
        ...(depreciationCents !== 0n && { totalDepreciation: formatCents(depreciationCents) }),
        ...(catchUpLayers > 0 && { catchUpLayers, catchUpAccretion: formatCents(catchUpCents) }),
      },
    },
    sql`1`,
  );
  return { first, last: [done] };
}

function skipReason({ postedPast, closedThrough, periodEnd }: Run): string | null {
  if (closedThrough !== null && periodEnd <= closedThrough)
    return `The books are closed through ${closedThrough}.`;
  return postedPast === null ? null : `Accretion was already posted through ${postedPast}.`;
}

async function skipRun(ctx: CompanyContext, { periodEnd, pages }: Run, reason: string): Promise<void> {
  await commit(ctx, [
    ctx.db
      .update(monthEndRun)
      .set({ status: 'skipped', reason, finishedAt: ctx.now.toISOString() })
      .where(
        and(
          eq(monthEndRun.companyId, ctx.companyId),
          eq(monthEndRun.periodEnd, periodEnd),
          isRunning,
          eq(monthEndRun.pages, pages),
        ),
      ),
    audit(ctx, {
      action: 'month_end.skipped',
      entityType: 'month_end',
      entityId: periodEnd,
      newValues: { periodEnd, reason },
    }),
  ]);
}

/**
 * The run of the month-end `from` has failed, and those after it up to `to` cannot go on without it. The audit log tells of it
 * once: a run that fails every night for the same reason says nothing new.
 */
async function failRuns(
  ctx: CompanyContext,
  { from, to, reason }: { from: CalendarDate; to: CalendarDate; reason: string },
): Promise<void> {
  const found = and(
    eq(monthEndRun.companyId, ctx.companyId),
    isRunning,
    sql`${monthEndRun.periodEnd} between ${from} and ${to}`,
  );
  const why = sql`iif(${monthEndRun.periodEnd} = ${from}, ${reason}, 'Waiting for the previous month-end.')`;
  await commit(ctx, [
    audit(
      ctx,
      {
        action: 'month_end.failed',
        entityType: 'month_end',
        entityId: from,
        newValues: { periodEnd: from, waitingThrough: to, reason },
      },
      sql`exists (select 1 from ${monthEndRun} where ${found} and ${monthEndRun.reason} is not ${why})`,
    ),
    ctx.db
      .update(monthEndRun)
      .set({ status: 'failed', reason: why, finishedAt: ctx.now.toISOString() })
      .where(found),
  ]);
}
