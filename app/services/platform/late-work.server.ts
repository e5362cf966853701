import { sql } from 'drizzle-orm';
import { previousMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import type { RequestContext } from './context.server';

/** Of each kind of work that nobody waits for: the companies for which it should have ended, and has not. */
export type LateWork = Record<'monthEnds' | 'uploads' | 'booksChecks' | 'seals', number>;

/** When the event of the 1st begins month-ends, in UTC. */
const MONTH_END_HOUR = 2;
const MS_PER_HOUR = 3_600_000;
/** What is an hour late is done once more every hour. Later than this, it needs a person. */
const LATE_HOURS = 3;
/** One night's check may be missed. */
const LATE_CHECK_HOURS = 50;

/** Why a month-end has failed whose message was given up: of those that have failed, the ones that no user can help. */
export const GIVEN_UP = 'Posting failed after several attempts.';

/** When the month-ends of the month before `now` begin. */
export function monthEndStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, MONTH_END_HOUR));
}

/**
 * What is late; a statement not yet run. It is found by indexes, for a monitor asks every minute. Of what is not sealed it looks at
 * the audit log alone: each posting has an audit row of its time. The last of a company's month-ends has failed, or is tried again,
 * wherever one has. One that was given up counts from the 1st on which it was due, however often it is tried again.
 */
export function lateWorkQuery({ db, now }: Pick<RequestContext, 'db' | 'now'>) {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * MS_PER_HOUR).toISOString();
  const late = hoursAgo(LATE_HOURS);
  const start = monthEndStart(now).toISOString();
  /** The last month-end that should have been posted by now. */
  const lastDue = previousMonthEnd(
    utcDay(new Date(now.getTime() - (MONTH_END_HOUR + LATE_HOURS) * MS_PER_HOUR)),
  );
  return db.all<LateWork>(sql`
    select
      (select count(*) from company c where c.deleted_at is null and (
        exists (select 1 from month_end_run r where r.company_id = c.id and r.status = 'running' and r.started_at < ${late})
        or (select status from month_end_run where company_id = c.id order by period_end desc limit 1) in ('failed', 'running') and exists (
          select 1 from month_end_run r where r.company_id = c.id and r.status in ('failed', 'running') and r.reason = ${GIVEN_UP}
            and r.period_end <= ${lastDue})
        or ${start} < ${late} and c.created_at < ${start} and not exists (
          select 1 from month_end_run r where r.company_id = c.id and r.period_end >= ${previousMonthEnd(utcDay(now))})
      )) as "monthEnds",
      (select count(distinct company_id) from mass_upload
        where status in ('queued', 'processing') and created_at < ${late}) as uploads,
      (select count(*) from company c where c.deleted_at is null and coalesce(
        (select checked_at from books_check where company = c.ledger_id),
        (select created_at from posting where company = c.ledger_id and number = 1)
      ) < ${hoursAgo(LATE_CHECK_HOURS)}) as "booksChecks",
      (select count(*) from (select id, ledger_id from company union all select null, 0) c where (
        select created_at from audit_log where company_id is c.id and id > coalesce(
          (select through_audit from seal where company = c.ledger_id order by number desc limit 1), 0)
        order by id limit 1) < ${late}) as seals`);
}
