import { sql } from 'drizzle-orm';
import { previousMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import type { RequestContext } from './context.server';

/** Number of companies, by kind of background work, whose work should have finished and hasn't. */
export type LateWork = Record<'monthEnds' | 'uploads' | 'booksChecks' | 'seals', number>;

/** UTC hour at which the cron event on the 1st starts month-ends. */
const MONTH_END_HOUR = 2;
const MS_PER_HOUR = 3_600_000;
/** Work that is an hour late is retried hourly. Work later than this needs an operator. */
const LATE_HOURS = 3;
/** Tolerates one missed nightly check. */
const LATE_CHECK_HOURS = 50;

/** Reason stored on a month-end whose job was given up. Users can't fix it, unlike other failures. */
export const GIVEN_UP = 'Posting failed after several attempts.';

/** When month-end runs for the month before `now` start. */
export function monthEndStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, MONTH_END_HOUR));
}

/**
 * Counts late work. Uses only indexed lookups, because a monitor polls every minute. For unsealed rows, it checks only the
 * audit log, where every posting has a row with the same timestamp. If any of a company's month-ends failed, its latest one
 * has failed or is being retried, so that one is checked first. A given-up month-end counts from the 1st on which it was
 * due, however often it is retried. Returns an unexecuted query.
 */
export function lateWorkQuery({ db, now }: Pick<RequestContext, 'db' | 'now'>) {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * MS_PER_HOUR).toISOString();
  const late = hoursAgo(LATE_HOURS);
  const start = monthEndStart(now).toISOString();
  /** The latest month-end that should have been posted by now. */
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
