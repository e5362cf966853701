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

/** The last month-end that is over. */
export const lastMonthEnd = ({ now }: RequestContext): CalendarDate => previousMonthEnd(utcDay(now));

/**
 * The month before that of `ctx.now` is over: begins its run for every company, with those of the months missed since the
 * company's last run, and sends each company a message. Doing it again starts nothing twice.
 */
export function startMonthEnd(ctx: RequestContext): Promise<void> {
  return startFor(ctx, sql`1`);
}

/**
 * Begins the month-ends that the event of the 1st did not: cron events that fail are not repeated, and the next one of its kind is a
 * month away. A company that was added since begins with its first 1st.
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
    const next = sql`select id from company where id > ${after} and deleted_at is null and ${condition}
      order by id limit ${wholeNumber(COMPANIES_AT_A_TIME)}`;
    // Read first: the condition may be that nothing has begun.
    const [companies] = await ctx.db.batch([
      ctx.db.all<{ id: string }>(next),
      beginRuns(ctx, next, periodEnd),
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
 * Sends one more message for every company whose month-ends should have ended long ago: one that was lost would leave them
 * waiting for the next month.
 */
export function resumeMonthEnds(ctx: RequestContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - OVERDUE_MS).toISOString();
  return sendAgain(ctx, sql`${isRunning} and ${monthEndRun.startedAt} < ${before}`);
}

/**
 * Sends one more message for every company with month-ends that have failed: an outage is over by the next night, and what a
 * user had to put right may have been.
 */
export function retryMonthEnds(ctx: RequestContext): Promise<void> {
  return sendAgain(ctx, sql`${monthEndRun.status} = 'failed' and ${isThere}`);
}

/** A company that was deleted keeps its runs as they are. */
const isThere = sql`exists (select 1 from ${company} where ${company.id} = ${monthEndRun.companyId} and ${company.deletedAt} is null)`;

async function sendAgain(ctx: RequestContext, condition: SQL): Promise<void> {
  const companies = await ctx.db
    .select({ companyId: monthEndRun.companyId, periodEnd: sql<CalendarDate>`max(${monthEndRun.periodEnd})` })
    .from(monthEndRun)
    .where(and(condition, lte(monthEndRun.periodEnd, lastMonthEnd(ctx))))
    .groupBy(monthEndRun.companyId);
  await sendJobs(ctx, companies.map(jobOf));
}

/** Written out, for an index has only those: SQLite does not look into a parameter for that. */
export const isRunning = sql`${monthEndRun.status} = 'running'`;

/** The queue message that posts a company’s month-ends, the oldest unfinished first, up to this one. */
export function jobOf(job: MonthEndJob): Job {
  return { kind: 'month-end', ...job };
}

export const onlyCompany = (companyId: string) =>
  sql`select id from company where id = ${companyId} and deleted_at is null`;

/**
 * From its first run on, a company has one for each month-end: this adds those up to `periodEnd` that are missing after
 * the last one, for the companies that a query finds. A company without any begins with this one.
 */
export function beginRuns(ctx: RequestContext, companies: SQL, periodEnd: CalendarDate) {
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
