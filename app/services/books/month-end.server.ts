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
  createRuns,
  isRunning,
  jobOf,
  lastMonthEnd,
  type MonthEndJob,
  onlyCompany,
} from './start-month-ends.server';

/** Layers per transaction. Takes a few hundred milliseconds; D1 allows 30 s. */
const PAGE_SIZE = 20_000;
/**
 * Pages per queue message; another message then continues. A page with depreciation takes about 20 queries, and an invocation is
 * limited to 1,000.
 */
const PAGES_PER_MESSAGE = 20;

/** Abort message when another delivery of the message got ahead. */
const CONCURRENT_RUN = 'month-end: overtaken';

/**
 * Posts every unfinished month-end of the company through `periodEnd`, oldest first, as the system, page by page. Each page
 * advances its run in its own transaction, so a duplicate, late, or out-of-order message, or one after an interrupted run,
 * continues where the books are. A deleted company has nothing to post.
 *
 * A month-end is skipped when its period is closed, or when a later one is posted and it has no records. If a layer's amounts or
 * a missing depletion rate prevent posting, the run fails and later ones wait; the company's next message retries them. A message
 * for a month that isn't over is dropped.
 *
 * @throws any error that prevents progress for now: the message must be redelivered
 */
export async function runMonthEnd(
  ctx: RequestContext,
  { companyId, periodEnd }: MonthEndJob,
  { pageSize = PAGE_SIZE, maxPages = PAGES_PER_MESSAGE } = {},
): Promise<void> {
  if (!isMonthOver(ctx, { companyId, periodEnd })) return;
  const companyCtx: CompanyAdminContext = { ...ctx, companyId, role: 'admin' };
  for (let page = 0; page < maxPages; page += 1) {
    const run = await startOldestRun(companyCtx, periodEnd);
    if (!run) return;
    try {
      const reason = skipReason(run);
      if (reason) await skipRun(companyCtx, run, reason);
      else if (run.work === 'prepares' && run.pages === 0) await draftRun(companyCtx, run);
      else await postPage(companyCtx, run, pageSize);
    } catch (error) {
      // The user must fix this first: a layer's figures, or a missing depletion rate.
      if (error instanceof RatesMissing || (error instanceof AppError && error.code === 'invalid')) {
        return failRuns(companyCtx, { from: run.periodEnd, to: periodEnd, reason: error.message });
      }
      // The other delivery has advanced the run, and the loop continues from its new state.
      if (!isAborted(error, CONCURRENT_RUN)) throw error;
    }
  }
  await sendJobs(ctx, [jobOf({ companyId, periodEnd })]);
}

/** Marks the runs that a month-end message left unfinished after all its retries as failed, until the nightly retry. */
export async function failMonthEnd(
  ctx: RequestContext,
  { companyId, periodEnd }: MonthEndJob,
): Promise<void> {
  if (!isMonthOver(ctx, { companyId, periodEnd })) return;
  const companyCtx: CompanyAdminContext = { ...ctx, companyId, role: 'admin' };
  await createRuns(ctx, onlyCompany(companyId), periodEnd);
  const [oldest] = await runningQuery(companyCtx, periodEnd);
  if (!oldest) return;
  await failRuns(companyCtx, { from: oldest.periodEnd, to: periodEnd, reason: GIVEN_UP });
}

/** Operators send messages by hand, and a wrong year would post months that aren't over. */
function isMonthOver(ctx: RequestContext, { companyId, periodEnd }: MonthEndJob): boolean {
  if (periodEnd <= lastMonthEnd(ctx)) return true;
  const problem = 'A message for a month that isn’t over was dropped';
  log({ level: 'error', messageId: ctx.request.id, job: 'month-end', companyId, periodEnd, problem });
  return false;
}

type Run = {
  periodEnd: CalendarDate;
  afterLayer: number | null;
  /** Pages posted so far; a different number means the run has changed since it was read. */
  pages: number;
  layers: number;
  totalCents: string;
  depreciationCents: string;
  catchUpLayers: number;
  catchUpCents: string;
  /** Date through which accretion was posted meanwhile, if that leaves this month-end nothing to post; otherwise null. */
  postedPast: CalendarDate | null;
  closedThrough: CalendarDate | null;
  /** Whether month-ends post automatically or only prepare drafts. */
  work: MonthEndWork;
};

/**
 * The company's oldest unfinished run. A failed run starts over, because the cause may be on any page. It keeps its failure
 * reason until it ends another way.
 */
async function startOldestRun(ctx: CompanyContext, upTo: CalendarDate): Promise<Run | null> {
  const { companyId } = ctx;
  // No change to the company's books and no audit row: the run itself records the attempt.
  const [, , [run]] = await ctx.db.batch([
    createRuns(ctx, onlyCompany(companyId), upTo),
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
    getExtraStatements: (posted) => advanceRun(ctx, run, posted),
  });
}

/**
 * Prepares a draft of the month-end without posting anything. A user reviews and posts it like any accretion, which is then
 * computed from the books at that time.
 * @throws AppError invalid when it could not be posted
 */
async function draftRun(ctx: CompanyAdminContext, run: Run): Promise<void> {
  const { periodEnd, pages } = run;
  const input = { periodType: 'monthly', periodEnd } as const;
  const rows = await readTogether(ctx.db, postingReads(ctx, input));
  const draft = await previewPosting(ctx, input, rows);
  const { layers, totalAccretion, totalDepreciation } = draft;
  if (totalAccretion === null) throw new AppError('invalid', draft.refusal ?? 'It can’t be posted.');
  // An empty draft can't be posted, so it would stay open forever.
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

/** Advances the run past a page, and finishes it after the last one. Aborts the page if the run changed since it was read. */
function advanceRun(
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
  const runUpdate = ctx.db.run(sql`
    update month_end_run
    set status = ${isLast ? 'done' : 'running'}, reason = iif(${isLast}, null, reason), finished_at = ${isLast ? now : null},
      after_layer = ${posted.throughLayer ?? run.afterLayer}, pages = pages + 1,
      layers = ${layers}, total_accretion_cents = cast(${String(totalCents)} as integer),
      total_depreciation_cents = cast(${String(depreciationCents)} as integer),
      catch_up_layers = ${catchUpLayers}, catch_up_cents = cast(${String(catchUpCents)} as integer)
    where company_id = ${ctx.companyId} and period_end = ${run.periodEnd} and status = 'running' and pages = ${run.pages}`);
  const first = [runUpdate, expectThat(ctx, sql`changes() = 1`, CONCURRENT_RUN)];
  // If nothing was posted, the books are unchanged and need no audit row.
  if (!isLast || (layers === 0 && depreciationCents === 0n)) return { first, last: [] };
  const auditEntry = audit(
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
  return { first, last: [auditEntry] };
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
 * Marks the month-end run `from` as failed, and those after it through `to` as waiting for it. Writes an audit row only when the
 * reason is new: failing every night for the same reason adds no information.
 */
async function failRuns(
  ctx: CompanyContext,
  { from, to, reason }: { from: CalendarDate; to: CalendarDate; reason: string },
): Promise<void> {
  const target = and(
    eq(monthEndRun.companyId, ctx.companyId),
    isRunning,
    sql`${monthEndRun.periodEnd} between ${from} and ${to}`,
  );
  const reasonText = sql`iif(${monthEndRun.periodEnd} = ${from}, ${reason}, 'Waiting for the previous month-end.')`;
  await commit(ctx, [
    audit(
      ctx,
      {
        action: 'month_end.failed',
        entityType: 'month_end',
        entityId: from,
        newValues: { periodEnd: from, waitingThrough: to, reason },
      },
      sql`exists (select 1 from ${monthEndRun} where ${target} and ${monthEndRun.reason} is not ${reasonText})`,
    ),
    ctx.db
      .update(monthEndRun)
      .set({ status: 'failed', reason: reasonText, finishedAt: ctx.now.toISOString() })
      .where(target),
  ]);
}
