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

/** Limit of closes to compare per column, newest first. Each one takes another disclosure. */
const MAX_CLOSES = 3;

type Change = PeriodChange & { at: string; throughPosting: number };

/** Initial data for a comparative disclosure, including the disclosure of its period. Returns unexecuted statements. */
export function comparativeReads(scope: CompanyScope, query: ComparativeQuery) {
  const company = ledgerIdOf(scope);
  return {
    ...disclosureReads(scope, query),
    changes: scope.db.all<Change>(sql`
      select action, through, through_posting as "throughPosting", created_at as at
      from period_event where company = ${company} order by id desc`),
    // The first day of the books, and for each column, the newest posting dated through its end.
    entered: scope.db.all<{ first: CalendarDate; last: string }>(sql`
      select min(day) as first, json_array(${sql.join(
        comparedSpans(query, query.years).map(({ endDate }) => sql`max(id) filter (where day <= ${endDate})`),
        sql`, `,
      )}) as last
      from posting where company = ${company} having count(*) > 0`),
  };
}

/**
 * The disclosure of a period next to the same dates of earlier years, newest first, each from the current ledger. If a
 * column's last day was reopened after a close and something has been posted since, the column also shows the disclosure as
 * closed. Columns are read sequentially, because a Worker's memory can't hold all of them for a large company. They don't
 * tie out if something is posted in between.
 * @param rows from comparativeReads
 * @throws Error as toDisclosure
 * Source: ASC 410-20-50-1(c); comparative periods as Regulation S-X requires them.
 */
export async function getComparativeDisclosure(
  ctx: CompanyContext,
  query: ComparativeQuery,
  rows: RowsOf<ReturnType<typeof comparativeReads>>,
): Promise<ComparativeDisclosureView[]> {
  const columns: ComparativeDisclosureView[] = [];
  const [books] = rows.entered;
  const entered = JSON.parse(books?.last ?? '[]') as (number | null)[];
  for (const [index, span] of comparedSpans(query, query.years).entries()) {
    const now = disclosureTotal(
      span,
      index === 0 ? rows : await readTogether(ctx.db, disclosureReads(ctx, span)),
    );
    const closes = span.is === 'period' ? closesBefore(entered[index] ?? 0, span.endDate, rows.changes) : [];
    columns.push({
      ...span,
      ...now,
      booksBegin: books && books.first > span.beginDate ? books.first : null,
      asClosed: await compareWithCloses(ctx, { span, now, closes }),
    });
  }
  return columns;
}

/** The newest closes of a day that were made before a posting, newest first. */
function closesBefore(posting: number, endDate: CalendarDate, changes: readonly Change[]): Change[] {
  return changesOfMonth(changes, endDate)
    .filter(({ action, throughPosting }) => action === 'closed' && throughPosting < posting)
    .slice(0, MAX_CLOSES);
}

async function compareWithCloses(
  ctx: CompanyContext,
  { span, now, closes }: { span: ReportDays; now: DisclosureAmounts; closes: readonly Change[] },
): Promise<ComparativeDisclosureView['asClosed']> {
  const differing: ComparativeDisclosureView['asClosed'] = [];
  for (const { at: closedAt, throughPosting } of closes.toReversed()) {
    const closedTerms = { ...span, throughPosting };
    const amounts = disclosureTotal(
      closedTerms,
      await readTogether(ctx.db, disclosureReads(ctx, closedTerms)),
    );
    if (changedLines(now, amounts).length > 0) differing.push({ closedAt, ...amounts });
  }
  return differing;
}
