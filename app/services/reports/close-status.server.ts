import { eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import { codesWhere } from '~/domain/books/movement-kinds';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CloseStatusView } from '~/schemas/reports/close-status';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { lastPostedPeriodEnd } from '~/services/books/post-accretion.server';
import { attentionQuery } from '~/services/books/worklist.server';
import type { DatedScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';

type JournalRow = {
  beginDate: CalendarDate;
  endDate: CalendarDate;
  newest: number | null;
  exportedThrough: number | null;
};

/** SQL condition that a posting `p` has rows in the journal. Opening balances and zero amounts have none. */
const isJournaled = sql`exists (
  select 1 from movement m where m.posting = p.id and m.kind in (${sql.raw(codesWhere(({ voucher }) => voucher !== null).join(', '))})
    and (m.liability <> 0 or m.arc_cost <> 0 or m.arc_accumulated <> 0 or m.cash <> 0))`;

/** Data for the close status. Returns unexecuted statements. */
export function closeStatusReads(scope: DatedScope) {
  const id = ledgerIdOf(scope);
  return {
    companies: scope.db
      .select({
        closedThrough: company.closedThrough,
        accretedThrough: lastPostedPeriodEnd(scope).as('accreted_through'),
      })
      .from(company)
      .where(eq(company.id, scope.companyId)),
    attention: attentionQuery(scope),
    // A single export must cover the whole month. Two partial ones don't count.
    journals: scope.db.all<JournalRow>(sql`
      select month.begins as "beginDate", month.ends as "endDate",
        (select max(p.id) from posting p where p.company = ${id} and p.day between month.begins and month.ends
          and ${isJournaled}) as newest,
        (select e.through_posting from journal_export e
          where e.company = ${id} and e.begin_date <= month.begins and e.end_date >= month.ends
          order by e.through_posting desc limit 1) as "exportedThrough"
      from (select date(whole.ends, 'start of month') as begins, whole.ends
        from (select date(accreted.through, '+1 day', 'start of month', '-1 day') as ends
          from (select ${lastPostedPeriodEnd(scope)} as through) accreted) whole) month
      where month.ends is not null`),
  };
}

/**
 * How far the company has accreted and closed its books, how many wells need attention, and whether the journal of the last
 * fully accreted month was exported.
 * @param rows from closeStatusReads
 */
export function getCloseStatus(rows: RowsOf<ReturnType<typeof closeStatusReads>>): CloseStatusView {
  const { closedThrough, accretedThrough } = rows.companies[0]!;
  const [month] = rows.journals;
  return {
    accretedThrough,
    closedThrough,
    attention: rows.attention[0]!.wells,
    journal:
      month && month.newest !== null
        ? { beginDate: month.beginDate, endDate: month.endDate, state: stateOf(month.newest, month) }
        : null,
  };
}

function stateOf(newest: number, { exportedThrough }: JournalRow) {
  if (exportedThrough === null) return 'missing';
  return newest > exportedThrough ? 'changed' : 'exported';
}
