import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { isAborted } from '#db/client';
import { company, periodEvent, user } from '#db/schema';
import {
  type AssetGroup,
  layersToAccrete,
  layersToDepreciate,
  monthsBetween,
  type SpanGroup,
} from '~/domain/books/close';
import { WORKLIST_KINDS, WORKLIST_LABELS, type WorklistKind } from '~/domain/books/worklist';
import { addDays, type CalendarDate, isMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import { hasDayEnded } from '~/domain/calendar/open-dates';
import { formatCount } from '~/domain/money/group-thousands';
import { AppError } from '~/errors';
import type { CloseInput, PeriodsView, PeriodView, ReopenInput } from '~/schemas/books/period';
import type { WorklistCounts } from '~/schemas/books/worklist';
import { personColumns, toPerson } from '~/services/people/person.server';
import { audit, type Statement } from '~/services/platform/commit.server';
import {
  actorId,
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
  type DatedScope,
} from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { commitAndRead, type RowsOf } from '~/services/platform/reads.server';
import { checkBooks } from './check-books.server';
import { ledgerIdOf, newestPosting } from './ledger-number.server';
import { companyBooksQuery, depreciationPolicy, pluggedState, pluggedWells } from './well-books.server';
import { monthWorklistQuery } from './worklist.server';

const CONCURRENT_CHANGE = 'periods: overtaken';
const CHANGED = 'Someone else changed these books just now. Nothing was closed or reopened. Try again.';

/**
 * Unexecuted reads for a list of periods.
 * @param warned last day of the month whose worklist to read; null for the next month to close
 */
export function periodsReads(scope: DatedScope, warned: CalendarDate | null = null) {
  const { db, companyId } = scope;
  const plugged = pluggedWells(scope);
  const id = ledgerIdOf(scope);
  return {
    companies: db
      .select({
        closedThrough: company.closedThrough,
        firstDay: sql<CalendarDate | null>`(select min(p.day) from posting p where p.company = ${id})`.as(
          'first_day',
        ),
        newestPosting: newestPosting(scope).as('newest_posting'),
        pluggedState: pluggedState(scope).as('plugged_state'),
        approval: company.approval,
        tieOut: company.tieOut,
      })
      .from(company)
      .where(eq(company.id, companyId)),
    // Layers with the same dates accrete alike: a few hundred groups instead of up to 100,000 layers.
    spans: db.all<SpanGroup>(sql`
      select l.calculation_date as "calculationDate", l.well_lifespan_years as "wellLifespanYears",
        l.retirement_date as "retirementDate", l.accreted_through as "accretedThrough", x.plugged_on as "pluggedOn", count(*) as layers
      from layer l left join ${plugged} x on x.ledger_id = l.well
      where l.company = ${id} and l.current_aro_cents <> 0 and not l.is_reversed
      group by 1, 2, 3, 4, 5`),
    assets: db.all<AssetGroup>(sql`
      select l.calculation_date as "calculationDate", l.arc_base_day as "arcBaseDay",
        l.depreciated_through as "depreciatedThrough", x.plugged_on as "pluggedOn", w.field, count(*) as layers
      from company c cross join layer l on l.company = c.ledger_id cross join well w on w.ledger_id = l.well
      left join ${plugged} x on x.ledger_id = l.well
      where c.id = ${companyId} and c.depreciation <> 'none'
        and l.arc_cost_cents + l.arc_accumulated_cents <> 0 and not l.is_reversed
      group by 1, 2, 3, 4, 5`),
    books: companyBooksQuery(scope),
    warnings: monthWorklistQuery(scope, warned),
    history: periodHistoryQuery(scope),
  };
}

/** Query for every close and reopening of the books, newest first, with who did it. Unexecuted. */
export function periodHistoryQuery(scope: CompanyScope) {
  return scope.db
    .select({
      id: periodEvent.id,
      action: periodEvent.action,
      through: periodEvent.through,
      throughPosting: periodEvent.throughPosting,
      reason: periodEvent.reason,
      userId: periodEvent.userId,
      createdAt: periodEvent.createdAt,
      ...personColumns,
    })
    .from(periodEvent)
    .leftJoin(user, eq(user.id, periodEvent.userId))
    .where(sql`${periodEvent.company} = ${ledgerIdOf(scope)}`)
    .orderBy(desc(periodEvent.id));
}

type PeriodRows = RowsOf<ReturnType<typeof periodsReads>>;

/**
 * The company's months from the first posting through the current one, newest first, with the reasons that each can't be closed.
 * @param rows result of periodsReads
 */
export function getPeriods(ctx: CompanyContext, rows: PeriodRows): PeriodsView {
  const { closedThrough, firstDay, approval, tieOut } = rows.companies[0]!;
  const today = utcDay(ctx.now);
  const periods = monthsBetween(firstDay, today).map(({ month, end }): PeriodView => {
    if (closedThrough !== null && end <= closedThrough) {
      return { month, end, state: 'closed', closable: false, missing: [], warnings: [] };
    }
    const missing = missingFor(rows, end, ctx.now).map(({ text }) => text);
    const closable = missing.length === 0;
    return {
      month,
      end,
      state: 'open',
      closable,
      missing,
      warnings: rows.warnings
        .filter((worklist) => worklist.end === end)
        .flatMap((worklist) => warningsOf(worklist)),
    };
  });
  return {
    closedThrough,
    approval,
    tieOut,
    periods: periods.reverse(),
    history: rows.history.map(({ action, through, reason, userId, createdAt, ...person }) => ({
      action,
      through,
      reason,
      userId,
      user: toPerson(person),
      createdAt,
    })),
  };
}

/** Requirements and additions of a close, besides those of the books. */
export type CloseTerms = {
  /** Other missing items, such as an approval. */
  missing: string[];
  /** Must still hold when the close is written. */
  isCurrent: SQL;
  /** Called once nothing is missing, with the first day to be closed. Its statements are written with the close. */
  storeReports: (begin: CalendarDate) => Promise<Statement[]>;
};

/**
 * Closes the company's books through a month-end. Afterward, nothing can take effect on or before that day, by any path. The
 * books are checked first. Any posting or change to plugged wells after `rows` were read aborts the close.
 *
 * @param rows result of periodsReads
 * @param terms from services/close, which adds sign-off, tie-out, and the kept reports; its statements follow the close event
 * @throws AppError invalid for a day that is not a month-end or not over yet; conflict when the period is already closed, there
 * is nothing to close, accretion or depreciation through it is not posted, the books fail their check, or other users change them
 * Source: the rule of periods.
 */
export async function closePeriod(
  ctx: CompanyAdminContext,
  { through }: CloseInput,
  rows: PeriodRows,
  terms?: CloseTerms,
): Promise<PeriodsView> {
  const { closedThrough, firstDay, newestPosting, pluggedState } = rows.companies[0]!;
  if (!isMonthEnd(through))
    throw new AppError('invalid', 'Close the books through the last day of a month.', 'through');
  if (!hasDayEnded(through, ctx.now))
    throw new AppError('invalid', 'This month isn’t over yet. Close it after its last day.', 'through');
  if (closedThrough !== null && through <= closedThrough) {
    throw new AppError('conflict', `The books are already closed through ${closedThrough}.`);
  }
  if (firstDay === null || firstDay > through) {
    throw new AppError('conflict', 'Nothing is posted through this date. There is nothing to close.');
  }
  const missing = [
    ...missingFor(rows, through, ctx.now).map(({ text }) => text),
    ...(terms?.missing ?? []),
    ...(await differencesIn(ctx)),
  ];
  if (missing.length > 0) throw new AppError('conflict', missing.join(' '));
  const begin = closedThrough === null ? `${firstDay.slice(0, 7)}-01` : addDays(closedThrough, 1);
  return change(ctx, {
    from: closedThrough,
    to: through,
    event: { action: 'closed', through, reason: null },
    basis: { newestPosting, pluggedState },
    isCurrent: terms?.isCurrent,
    extraStatements: await terms?.storeReports(begin),
  });
}

/**
 * Reopens the company's books from the first day of a month, including all later months.
 *
 * @param rows result of periodsReads
 * @throws AppError invalid for a day that is not the first of a month; conflict when the month is open, or other users change the
 * books
 */
export async function reopenPeriod(
  ctx: CompanyAdminContext,
  { from, reason }: ReopenInput,
  rows: PeriodRows,
): Promise<PeriodsView> {
  const { closedThrough, firstDay } = rows.companies[0]!;
  if (!from.endsWith('-01'))
    throw new AppError('invalid', 'Reopen the books from the first day of a month.', 'from');
  if (closedThrough === null || from > closedThrough) {
    throw new AppError('conflict', 'This month is open. There is nothing to reopen.');
  }
  const last = addDays(from, -1);
  const through = firstDay !== null && last >= firstDay ? last : null;
  return change(ctx, {
    from: closedThrough,
    to: through,
    event: { action: 'reopened', through, reason },
    basis: null,
  });
}

type Change = {
  from: CalendarDate | null;
  to: CalendarDate | null;
  event: { action: 'closed' | 'reopened'; through: CalendarDate | null; reason: string | null };
  /** State that the close was based on; null when it doesn't matter. */
  basis: Pick<PeriodRows['companies'][number], 'newestPosting' | 'pluggedState'> | null;
  isCurrent?: SQL | undefined;
  extraStatements?: Statement[] | undefined;
};

async function change(
  ctx: CompanyAdminContext,
  { from, to, event, basis, isCurrent: isStill = sql`1`, extraStatements = [] }: Change,
): Promise<PeriodsView> {
  const id = ledgerIdOf(ctx);
  const isCurrent =
    basis === null
      ? sql`changes() = 1`
      : sql`changes() = 1 and ${newestPosting(ctx)} = ${basis.newestPosting} and ${pluggedState(ctx)} = ${basis.pluggedState} and ${isStill}`;
  try {
    const changes = [
      ctx.db
        .update(company)
        .set({ closedThrough: to })
        .where(and(eq(company.id, ctx.companyId), sql`${company.closedThrough} is ${from}`)),
      expectThat(ctx, isCurrent, CONCURRENT_CHANGE),
      ctx.db.run(sql`
        insert into period_event (company, action, through, reason, user_id, created_at)
        values (${id}, ${event.action}, ${event.through}, ${event.reason}, ${actorId(ctx)}, ${ctx.now.toISOString()})`),
      audit(ctx, {
        action: `period.${event.action}`,
        entityType: 'period',
        entityId: to ?? 'none',
        oldValues: { closedThrough: from },
        newValues: { closedThrough: to, ...(event.reason !== null && { reason: event.reason }) },
      }),
      ...extraStatements,
    ];
    return getPeriods(ctx, await commitAndRead(ctx, changes, periodsReads(ctx)));
  } catch (error) {
    if (isAborted(error, CONCURRENT_CHANGE)) throw new AppError('conflict', CHANGED);
    throw error;
  }
}

/** Work that keeps a month open, apart from what the company's settings require. */
export type MissingWork = { kind: 'not-over' | 'accretion' | 'depreciation'; text: string };

/** Work missing for a close through the end of a month, based on the books alone. */
export function missingFor(
  { spans, assets, books }: Pick<PeriodRows, 'spans' | 'assets' | 'books'>,
  end: CalendarDate,
  now: Date,
): MissingWork[] {
  if (!hasDayEnded(end, now)) return [{ kind: 'not-over', text: 'The month is not over yet.' }];
  const missing = [
    { kind: 'accretion', what: 'Accretion', layers: layersToAccrete(spans, end) },
    {
      kind: 'depreciation',
      what: 'Depreciation',
      layers: layersToDepreciate(assets, depreciationPolicy(books[0]!), end),
    },
  ] as const;
  return missing
    .filter(({ layers }) => layers > 0)
    .map(({ kind, what, layers }) => ({
      kind,
      text: `${what} through ${end} is not posted for ${formatCount(layers, 'layer')}.`,
    }));
}

async function differencesIn(scope: CompanyScope): Promise<string[]> {
  const { differences } = await checkBooks(scope);
  if (differences.length === 0) return [];
  const [first] = differences;
  return [
    `The books check found a difference: ${first!.what}, ${first!.id}: ${first!.found} instead of ${first!.expected}. See Company → Books Check.`,
  ];
}

/** Worklist warnings for a month, for the requested kinds: "2 wells plugged with a balance". */
export function warningsOf(
  counts: WorklistCounts,
  kinds: readonly WorklistKind[] = WORKLIST_KINDS,
): string[] {
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatCount(counts[kind], 'well')} ${WORKLIST_LABELS[kind]}`);
}
