import { and, lte, type SQL, sql } from 'drizzle-orm';
import { company, monthEndRun } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { type CalendarDate, previousMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import type { Job } from '~/schemas/platform/job';
import type { RequestContext } from '~/services/platform/context.server';
import { monthEndStart } from '~/services/platform/late-work.server';
import { OVERDUE_MS, sendJobs } from '~/services/platform/send-jobs.server';

export type MonthEndJob = { companyId: string; periodEnd: CalendarDate };

const COMPANIES_AT_A_TIME = 1000;

/** The last month-end that has passed. */
export const lastMonthEnd = ({ now }: RequestContext): CalendarDate => previousMonthEnd(utcDay(now));

/**
 * Called when the month before that of `ctx.now` is over: starts its run for every company, and the runs of months missed since
 * the company's last one, and queues a message per company. Calling it again starts nothing twice.
 */
export function startMonthEnd(ctx: RequestContext): Promise<void> {
  return startFor(ctx, sql`1`);
}

/**
 * Starts the month-ends that the cron event on the 1st did not. Failed cron events are not retried, and the next one of its kind
 * is a month away. A company added since then starts with its first 1st.
 */
export async function startMissedMonthEnds(ctx: RequestContext): Promise<void> {
  const start = monthEndStart(ctx.now);
  if (ctx.now < start) return;
  const periodEnd = lastMonthEnd(ctx);
  await startFor(
    ctx,
    sql`created_at < ${start.toISOString()}
      and not exists (select 1 from month_end_run where company_id = company.id and period_end >= ${periodEnd})`,
  );
}

async function startFor(ctx: RequestContext, condition: SQL): Promise<void> {
  const periodEnd = lastMonthEnd(ctx);
  for (let after = ''; ; ) {
    const companyIds = sql`select id from company where id > ${after} and deleted_at is null and ${condition}
      order by id limit ${wholeNumber(COMPANIES_AT_A_TIME)}`;
    // Read first: the condition may require that no run has started.
    const [companies] = await ctx.db.batch([
      ctx.db.all<{ id: string }>(companyIds),
      createRuns(ctx, companyIds, periodEnd),
    ]);
    await sendJobs(
      ctx,
      companies.map(({ id }) => jobOf({ companyId: id, periodEnd })),
    );
    if (companies.length < COMPANIES_AT_A_TIME) return;
    after = companies.at(-1)!.id;
  }
}

/**
 * Sends another message for every company whose month-ends should have finished long ago. If a message was lost, they would
 * otherwise wait for the next month.
 */
export function resumeMonthEnds(ctx: RequestContext): Promise<void> {
  const cutoff = new Date(ctx.now.getTime() - OVERDUE_MS).toISOString();
  return sendAgain(ctx, sql`${isRunning} and ${monthEndRun.startedAt} < ${cutoff}`);
}

/**
 * Sends another message for every company with failed month-ends. By the next night, an outage may be over, or a user may have
 * fixed the cause.
 */
export function retryMonthEnds(ctx: RequestContext): Promise<void> {
  return sendAgain(ctx, sql`${monthEndRun.status} = 'failed' and ${companyExists}`);
}

/** Runs of deleted companies are left alone. */
const companyExists = sql`exists (select 1 from ${company} where ${company.id} = ${monthEndRun.companyId} and ${company.deletedAt} is null)`;

async function sendAgain(ctx: RequestContext, condition: SQL): Promise<void> {
  const companies = await ctx.db
    .select({ companyId: monthEndRun.companyId, periodEnd: sql<CalendarDate>`max(${monthEndRun.periodEnd})` })
    .from(monthEndRun)
    .where(and(condition, lte(monthEndRun.periodEnd, lastMonthEnd(ctx))))
    .groupBy(monthEndRun.companyId);
  await sendJobs(ctx, companies.map(jobOf));
}

/** A literal, because SQLite can't match a partial index against a bound parameter. */
export const isRunning = sql`${monthEndRun.status} = 'running'`;

/** The queue message that posts a company’s month-ends through this one, oldest unfinished first. */
export function jobOf(job: MonthEndJob): Job {
  return { kind: 'month-end', ...job };
}

export const onlyCompany = (companyId: string) =>
  sql`select id from company where id = ${companyId} and deleted_at is null`;

/**
 * Once a company has a first run, it has one for each month-end. This adds the missing ones after its last run through
 * `periodEnd`, for the companies in a query. A company without runs starts with this one.
 */
export function createRuns(ctx: RequestContext, companies: SQL, periodEnd: CalendarDate) {
  const nextAfter = (date: SQL) => sql`date(${date}, '+1 day', 'start of month', '+1 month', '-1 day')`;
  return ctx.db.run(sql`
    insert into month_end_run (company_id, period_end, status, started_at)
    with recursive missing(company_id, period_end) as (
      select id, coalesce(
        (select ${nextAfter(sql`max(period_end)`)} from month_end_run where company_id = known.id), ${periodEnd})
      from (${companies}) known
      union all
      select company_id, ${nextAfter(sql`period_end`)} from missing where period_end < ${periodEnd}
    )
    select company_id, period_end, 'running', ${ctx.now.toISOString()} from missing where period_end <= ${periodEnd}
    on conflict do nothing`);
}
