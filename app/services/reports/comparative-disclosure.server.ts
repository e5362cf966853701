import { sql } from 'drizzle-orm';
import { changesOfMonth, type PeriodChange } from '~/domain/books/close';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import {
  changedLines,
  comparedSpans,
  DISCLOSURE_LINE_IDS,
  type DisclosureAmounts,
} from '~/domain/reports/comparative-disclosure';
import type { ComparativeQuery } from '~/schemas/reports/report';
import type { ComparativeDisclosureView, DisclosureView } from '~/schemas/reports/report-views';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { disclosureReads, toDisclosure } from './disclosure.server';
import type { ReportDays } from './layer-sums.server';

/** Closes of a column's last day that are looked at, the newest ones: each is another disclosure. */
const MOST_CLOSES = 3;

/** What a comparative disclosure reads first: the disclosure of its period. Statements not yet run. */
export function comparativeReads(scope: CompanyScope, query: ComparativeQuery) {
  const company = ledgerIdOf(scope);
  return {
    ...disclosureReads(scope, query),
    first: scope.db.all<{ day: CalendarDate | null }>(
      sql`select min(day) as day from posting where company = ${company}`,
    ),
    changes: scope.db.all<PeriodChange & { at: string }>(
      sql`select action, through, created_at as at from period_event where company = ${company} order by id desc`,
    ),
    // When anything was last entered that is dated through the end of a column.
    entered: scope.db.all<{ at: string | null }>(
      sql.join(
        comparedSpans(query, query.years).map(
          ({ endDate }) =>
            sql`select max(created_at) as at from posting where company = ${company} and day <= ${endDate}`,
        ),
        sql` union all `,
      ),
    ),
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
  const booksBegin = rows.first[0]?.day ?? null;
  for (const [place, span] of comparedSpans(query, query.years).entries()) {
    const now = totalOf(span, place === 0 ? rows : await readTogether(ctx.db, disclosureReads(ctx, span)));
    const closes =
      span.is === 'period' ? closesBefore(rows.entered[place]?.at ?? '', span.endDate, rows.changes) : [];
    columns.push({
      ...span,
      ...now,
      booksBegin: booksBegin !== null && booksBegin > span.beginDate ? booksBegin : null,
      asClosed: await asClosed(ctx, { span, now, closes }),
    });
  }
  return columns;
}

type DisclosureRows = RowsOf<ReturnType<typeof disclosureReads>>;

function totalOf(days: ReportDays, rows: DisclosureRows): DisclosureAmounts {
  const [total] = toDisclosure({ ...days, by: 'total' }, rows);
  return amountsOf(total!);
}

function amountsOf(row: DisclosureView): DisclosureAmounts {
  return Object.fromEntries(DISCLOSURE_LINE_IDS.map((line) => [line, row[line]])) as DisclosureAmounts;
}

/** The closes of a day after which something was entered that is dated through it, newest first. */
function closesBefore(
  enteredAt: string,
  endDate: CalendarDate,
  changes: readonly (PeriodChange & { at: string })[],
): string[] {
  return changesOfMonth(changes, endDate)
    .filter(({ action, at }) => action === 'closed' && at < enteredAt)
    .slice(0, MOST_CLOSES)
    .map(({ at }) => at);
}

async function asClosed(
  ctx: CompanyContext,
  { span, now, closes }: { span: ReportDays; now: DisclosureAmounts; closes: readonly string[] },
): Promise<ComparativeDisclosureView['asClosed']> {
  const changed: ComparativeDisclosureView['asClosed'] = [];
  for (const closedAt of closes.toReversed()) {
    const then = { ...span, enteredThrough: closedAt };
    const amounts = totalOf(then, await readTogether(ctx.db, disclosureReads(ctx, then)));
    if (changedLines(now, amounts).length > 0) changed.push({ closedAt, ...amounts });
  }
  return changed;
}
