import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { booksCheck, closeReport, closeSignOff, periodEvent, tieOutBalance, user } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { codeOfKind, type PostingKind } from '~/domain/books/movement-kinds';
import { DECIDED_KINDS } from '~/domain/books/reason';
import { addDays, type CalendarDate, isSupportedDate, monthEnd } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import { ledgerIdOf, newestPosting } from '~/services/books/ledger-number.server';
import { periodsReads } from '~/services/books/periods.server';
import { hasFile } from '~/services/books/posting-evidence.server';
import { unreversedCount } from '~/services/books/unreversed.server';
import { pluggedWells, wellsState } from '~/services/books/well-books.server';
import { companyQuery } from '~/services/people/change-company.server';
import { personColumns } from '~/services/people/person.server';
import type { CompanyScope, DatedScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { debitsByInterest } from '~/services/reports/journal-debits.server';
import { trialBalanceReads } from '~/services/reports/trial-balance.server';

/** Number of wells listed as having changed most. */
const MOVERS = 5;

/** First and last day of a month. @throws AppError not-found for an invalid month */
export function daysOf(month: string): { begin: CalendarDate; end: CalendarDate } {
  const begin = `${month}-01`;
  if (!isSupportedDate(begin)) throw new AppError('not-found', 'Month not found');
  return { begin, end: monthEnd(begin) };
}

/** Data for the close of a month. Returns unexecuted statements. @throws AppError as daysOf */
export function closeReads(scope: DatedScope, month: string) {
  const { begin, end } = daysOf(month);
  const endBefore = addDays(begin, -1);
  const balanceOf = (beginDate: CalendarDate, endDate: CalendarDate) =>
    trialBalanceReads(scope, { beginDate, endDate, by: 'total', format: 'json' }).groups;
  const { db } = scope;
  const id = ledgerIdOf(scope);
  return {
    ...periodsReads(scope, end),
    company: companyQuery(scope),
    groups: balanceOf(begin, end),
    groupsBefore: balanceOf(`${endBefore.slice(0, 8)}01`, endBefore),
    activity: db.all<{
      kind: number;
      layers: number;
      wells: number;
      liability: string;
      accumulated: string;
    }>(sql`
      select m.kind, count(distinct m.layer) as layers, count(distinct l.well) as wells,
        cast(sum(m.liability) as text) as liability, cast(sum(m.arc_accumulated) as text) as accumulated
      from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
      where p.company = ${id} and p.day between ${begin} and ${end} group by m.kind`),
    movers: db.all<{ wellId: string; wellCode: string; field: string; cents: number }>(sql`
      select w.id as "wellId", w.well_code as "wellCode", w.field, sum(m.liability) as cents
      from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
        cross join well w on w.ledger_id = l.well and w.company_id = ${scope.companyId} and w.deleted_at is null
      where p.company = ${id} and p.day between ${begin} and ${end} and m.kind <> ${codeOfKind('accreted')}
      group by w.id having cents <> 0 order by abs(cents) desc, w.well_code_key limit ${wholeNumber(MOVERS)}`),
    unsupported: unsupportedQuery(scope, { begin, end }),
    // Current carrying amount less what was posted after the month: most ledgers have far fewer postings after a day than before it.
    pluggedLiability: db.all<{ cents: string }>(sql`
      with plugged as materialized (
        select l.id, l.current_aro_cents from ${pluggedWells(scope)} w cross join layer l on l.well = w.ledger_id
        where w.plugged_on <= ${end})
      select cast(coalesce((select sum(current_aro_cents) from plugged), 0) - coalesce((
        select sum(m.liability) from posting p cross join movement m on m.posting = p.id
        where p.company = ${id} and p.day > ${end} and m.layer in (select id from plugged)), 0) as text) as cents`),
    signOffs: db
      .select({
        id: closeSignOff.id,
        action: closeSignOff.action,
        preparation: closeSignOff.preparation,
        figures: closeSignOff.figures,
        throughPosting: closeSignOff.throughPosting,
        note: closeSignOff.note,
        userId: closeSignOff.userId,
        createdAt: closeSignOff.createdAt,
        ...personColumns,
      })
      .from(closeSignOff)
      .leftJoin(user, eq(user.id, closeSignOff.userId))
      .where(and(sql`${closeSignOff.company} = ${id}`, eq(closeSignOff.month, month)))
      .orderBy(desc(closeSignOff.id)),
    balances: db
      .select()
      .from(tieOutBalance)
      .where(and(sql`${tieOutBalance.company} = ${id}`, eq(tieOutBalance.month, month))),
    reports: keptReportsQuery(scope, and(lte(closeReport.beginDate, end), gte(closeReport.endDate, end))),
    checks: db.select().from(booksCheck).where(sql`${booksCheck.company} = ${id}`),
    state: db.all<{ state: string; interests: string; throughPosting: number }>(sql`
      select ${closeState(scope, month)} as state, ${debitsByInterest(scope, isClosedWith(scope, { begin, end }))} as interests,
        (select coalesce(max(p.id), 0) from posting p where p.company = ${id} and p.day <= ${end}) as "throughPosting"`),
  };
}

export type CloseRows = RowsOf<ReturnType<typeof closeReads>>;

/** Maximum number of postings without a file that are listed. */
export const MAX_NAMED_POSTINGS = 50;

/**
 * Postings by users that lack a required file, within the dates that closing the month closes. A file is required if the change
 * in the liability, or the cost or proceeds, exceed the company's threshold. Amounts are absolute for each well, then summed.
 * Postings reversed by then need no file. No rows if the company requires no files. Returns an unexecuted query.
 */
function unsupportedQuery(scope: CompanyScope, days: ReturnType<typeof daysOf>) {
  const { db, companyId } = scope;
  return db.all<UnsupportedRow>(sql`
    select u.number, u.kind, u.day, cast(u.cents as text) as cents, cast(u.cash as text) as cash, w.id as "wellId", w.well_code as "wellCode",
      (select count(distinct l.well) from movement m cross join layer l on l.id = m.layer where m.posting = u.id) as "wellCount"
    from (
      select p.id, p.number, p.kind, p.day, c.file_above_cents as above, ${sumByWell(sql`m.liability`)} as cents,
        ${sumByWell(sql`m.cash`)} as cash,
        (select l.well from movement m cross join layer l on l.id = m.layer where m.posting = p.id order by m.layer limit 1) as well
      from company c cross join posting p on p.company = c.ledger_id
      where c.id = ${companyId} and c.file_above_cents is not null and ${isClosedWith(scope, days)}
        and p.source = 'user' and p.kind in ${[...DECIDED_KINDS]}
        and ${unreversedCount(sql`p`, sql`r.day <= ${days.end}`)} > 0
        and not ${hasFile}) u
      join well w on w.ledger_id = u.well and w.company_id = ${companyId}
    where max(u.cents, u.cash) > u.above order by u.day, u.id limit ${wholeNumber(MAX_NAMED_POSTINGS + 1)}`);
}

/** SQL value: an amount of posting `p`'s movements `m`, netted by well, then summed as absolute values. */
function sumByWell(amount: SQL): SQL {
  return sql`(select sum(abs(x.cents)) from (
    select sum(${amount}) as cents from movement m cross join layer l on l.id = m.layer where m.posting = p.id group by l.well) x)`;
}

type UnsupportedRow = {
  number: number;
  kind: PostingKind;
  day: CalendarDate;
  /** Change in the liability. */
  cents: string;
  cash: string;
  wellCount: number;
  wellId: string;
  wellCode: string;
};

/** Reports stored by closes, newest close first. Returns an unexecuted query. */
export function keptReportsQuery(scope: CompanyScope, condition: SQL | undefined) {
  return scope.db
    .select({
      event: closeReport.event,
      name: closeReport.name,
      beginDate: closeReport.beginDate,
      endDate: closeReport.endDate,
      sizeBytes: closeReport.sizeBytes,
      sha256: closeReport.sha256,
      closedAt: sql<string>`${periodEvent.createdAt}`.as('closed_at'),
    })
    .from(closeReport)
    .innerJoin(
      periodEvent,
      and(eq(periodEvent.id, closeReport.event), eq(periodEvent.company, closeReport.company)),
    )
    .where(and(sql`${closeReport.company} = ${ledgerIdOf(scope)}`, condition))
    .orderBy(desc(closeReport.event), closeReport.name);
}

/**
 * SQL condition on the postings `p`: true for those in the dates that closing the month closes, from the first open day on,
 * because earlier open months close with it. In a closed month, for those dated in it.
 */
function isClosedWith({ companyId }: CompanyScope, { begin, end }: ReturnType<typeof daysOf>): SQL {
  return sql`p.day <= ${end} and p.day > (
    select case when closed_through >= ${end} then ${addDays(begin, -1)} else coalesce(closed_through, '') end
    from company where id = ${companyId})`;
}

/**
 * Fingerprint of everything that a sign-off or close of the month depends on, besides the closed-through date and
 * `pluggedState`. While these are unchanged, so are the figures that were read. Postings are never deleted, so the newest
 * one represents all. A well's version covers its interests and its field, which accounts may depend on: both change
 * figures of any month without a posting.
 */
export function closeState(scope: CompanyScope, month: string): SQL<string> {
  const id = ledgerIdOf(scope);
  return sql<string>`(select json_array(c.version,
    ${newestPosting(scope)},
    (select json_array(coalesce(max(e.id), 0), count(e.removed_at)) from evidence e where e.company = ${id}),
    (select coalesce(max(s.id), 0) from close_sign_off s where s.company = ${id} and s.month = ${month}),
    (select json_group_array(json_array(t.main_account, t.sub_account, t.balance_cents, t.explanation, t.own_cents))
     from tie_out_balance t where t.company = ${id} and t.month = ${month}),
    ${wellsState(scope, sql`deleted_at is null`)})
    from company c where c.id = ${scope.companyId})`;
}
