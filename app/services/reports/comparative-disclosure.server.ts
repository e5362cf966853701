import { sql } from 'drizzle-orm';
import { changesOfMonth, type PeriodChange } from '~/domain/books/close';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { changedLines, comparedSpans, type DisclosureAmounts } from '~/domain/reports/comparative-disclosure';
import type { ComparativeQuery } from '~/schemas/reports/report';
import type { ComparativeDisclosureView } from '~/schemas/reports/report-views';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { disclosureReads, disclosureTotal } from './disclosure.server';
import type { ReportDays } from './layer-sums.server';

/** Closes of a column's last day that are looked at, the newest ones: each is another disclosure. */
const MOST_CLOSES = 3;

type Change = PeriodChange & { at: string; throughPosting: number };

/** What a comparative disclosure reads first: the disclosure of its period. Statements not yet run. */
export function comparativeReads(scope: CompanyScope, query: ComparativeQuery) {
  const company = ledgerIdOf(scope);
  return {
    ...disclosureReads(scope, query),
    changes: scope.db.all<Change>(sql`
      select action, through, through_posting as "throughPosting", created_at as at
      from period_event where company = ${company} order by id desc`),
    // The first day of the books, and for each column the newest posting that is dated through its end.
    entered: scope.db.all<{ first: CalendarDate; last: string }>(sql`
      select min(day) as first, json_array(${sql.join(
        comparedSpans(query, query.years).map(({ endDate }) => sql`max(id) filter (where day <= ${endDate})`),
        sql`, `,
      )}) as last
      from posting where company = ${company} having count(*) > 0`),
  };
}

/**
 * The disclosure of a period with the same days of earlier years beside it, newest first, each as the ledger has it now. Where a
 * column's last day was reopened after a close and something was posted since, it also says what the disclosure was then. Columns are read
 * one after the other: of a large company, a Worker's memory has no room for all of them. Should something be posted in between, they don't tie.
 * @param rows what comparativeReads read
 * @throws Error as toDisclosure
 * Source: ASC 410-20-50-1(c); comparative periods as Regulation S-X asks for them.
 */
export async function getComparativeDisclosure(
  ctx: CompanyContext,
  query: ComparativeQuery,
  rows: RowsOf<ReturnType<typeof comparativeReads>>,
): Promise<ComparativeDisclosureView[]> {
  const columns: ComparativeDisclosureView[] = [];
  const [books] = rows.entered;
  const entered = JSON.parse(books?.last ?? '[]') as (number | null)[];
  for (const [place, span] of comparedSpans(query, query.years).entries()) {
    const now = disclosureTotal(
      span,
      place === 0 ? rows : await readTogether(ctx.db, disclosureReads(ctx, span)),
    );
    const closes = span.is === 'period' ? closesBefore(entered[place] ?? 0, span.endDate, rows.changes) : [];
    columns.push({
      ...span,
      ...now,
      booksBegin: books && books.first > span.beginDate ? books.first : null,
      asClosed: await asClosed(ctx, { span, now, closes }),
    });
  }
  return columns;
}

/** The closes of a day before a posting, newest first. */
function closesBefore(posting: number, endDate: CalendarDate, changes: readonly Change[]): Change[] {
  return changesOfMonth(changes, endDate)
    .filter(({ action, throughPosting }) => action === 'closed' && throughPosting < posting)
    .slice(0, MOST_CLOSES);
}

async function asClosed(
  ctx: CompanyContext,
  { span, now, closes }: { span: ReportDays; now: DisclosureAmounts; closes: readonly Change[] },
): Promise<ComparativeDisclosureView['asClosed']> {
  const changed: ComparativeDisclosureView['asClosed'] = [];
  for (const { at: closedAt, throughPosting } of closes.toReversed()) {
    const then = { ...span, throughPosting };
    const amounts = disclosureTotal(then, await readTogether(ctx.db, disclosureReads(ctx, then)));
    if (changedLines(now, amounts).length > 0) changed.push({ closedAt, ...amounts });
  }
  return changed;
}
