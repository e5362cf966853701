import { sql } from 'drizzle-orm';
import { changesOfMonth } from '~/domain/books/close';
import { type CalendarDate, MIN_DATE } from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';
import type { CloseChangesQuery, CloseChangesView, CloseFiguresView } from '~/schemas/close/close-changes';
import type { PostingRegisterView } from '~/schemas/reports/report-views';
import { newestPosting } from '~/services/books/ledger-number.server';
import { periodHistoryQuery } from '~/services/books/periods.server';
import { toPerson } from '~/services/people/person.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import { arcRollforwardReads, toArcRollforward } from '~/services/reports/arc-rollforward.server';
import { disclosureReads, disclosureTotal } from '~/services/reports/disclosure.server';
import { postingRegisterReads, toPostingRegister } from '~/services/reports/posting-register.server';
import { daysOf } from './close-reads.server';

/** Maximum number of closes compared, newest first. */
const MAX_CLOSES = 4;
/** Maximum number of postings listed between two closes. */
const MAX_POSTINGS = 500;

/** Every close and reopening of the books, and the newest posting. Returns unexecuted statements. */
export function closeChangesReads(scope: CompanyScope) {
  return {
    history: periodHistoryQuery(scope),
    newest: scope.db.all<{ posting: number }>(sql`select ${newestPosting(scope)} as posting`),
  };
}

type Change = RowsOf<ReturnType<typeof closeChangesReads>>['history'][number];

/** A close, or the present, with the newest posting at that time. */
type Snapshot = Pick<CloseFiguresView, 'at' | 'closedBy'> & { event: number; throughPosting: number };

/**
 * Changes to a month from each close to the next, newest first, and from the last close to now while the month is open. The
 * figures come from the same functions as the month's reports, limited to what had been entered by then. Each change lists
 * the postings entered in between.
 * @param beginDate start of the figures if before the month's first day, such as the first day of its year
 * @param rows result of closeChangesReads
 * @throws AppError not-found for an invalid month; Error when a report doesn't tie out
 */
export async function getCloseChanges(
  ctx: CompanyContext,
  { month, beginDate }: { month: string } & CloseChangesQuery,
  { history, newest }: RowsOf<ReturnType<typeof closeChangesReads>>,
): Promise<CloseChangesView[]> {
  const { begin: first, end } = daysOf(month);
  const days = { begin: beginDate && beginDate < first ? beginDate : first, end };
  const changes = changesOfMonth(history, days.end);
  const closes = changes.filter(({ action }) => action === 'closed').slice(0, MAX_CLOSES);
  const isOpen = changes[0]?.action === 'reopened';
  if (closes.length + Number(isOpen) < 2) return [];
  const now = {
    event: Number.MAX_SAFE_INTEGER,
    throughPosting: newest[0]!.posting,
    at: ctx.now.toISOString(),
    closedBy: null,
  };
  const snapshots: Snapshot[] = [
    ...(isOpen ? [now] : []),
    ...closes.map((close) => ({
      event: close.id,
      throughPosting: close.throughPosting,
      at: close.createdAt,
      closedBy: toUser(close),
    })),
  ].toReversed();
  const views: CloseChangesView[] = [];
  let before = await figuresAt(ctx, days, snapshots[0]!);
  for (const [index, snapshot] of snapshots.slice(1).entries()) {
    const previousSnapshot = snapshots[index]!;
    const after = await figuresAt(ctx, days, snapshot);
    const newPostings = await postingsBetween(ctx, days.end, previousSnapshot, snapshot);
    const reopening = changes.find(
      ({ action, id }) => action === 'reopened' && id > previousSnapshot.event && id < snapshot.event,
    );
    views.unshift({
      before,
      after,
      reopened: reopening
        ? { at: reopening.createdAt, reason: reopening.reason, ...toUser(reopening) }
        : null,
      count: newPostings.length,
      sums: sumPostings(newPostings),
      postings: newPostings.slice(0, MAX_POSTINGS),
    });
    before = after;
  }
  return views;
}

function toUser({ userId, ...person }: Change) {
  return { userId, user: toPerson(person) };
}

/** The figures for these dates as of a snapshot. */
async function figuresAt(
  ctx: CompanyContext,
  { begin, end }: { begin: CalendarDate; end: CalendarDate },
  { throughPosting, at, closedBy }: Snapshot,
): Promise<CloseFiguresView> {
  const query = { beginDate: begin, endDate: end, throughPosting };
  const liability = disclosureTotal(query, await readTogether(ctx.db, disclosureReads(ctx, query)));
  const [asset] = toArcRollforward(
    { ...query, by: 'total' },
    await readTogether(ctx.db, arcRollforwardReads(ctx, query)),
  );
  return {
    at,
    closedBy,
    ...liability,
    arcCost: asset!.endingCost,
    arcAccumulated: asset!.endingAccumulated,
    arcNet: asset!.endingNet,
  };
}

/** Postings entered between two snapshots and dated through `end`, by date. Those of earlier months count in the month's balances, too. */
async function postingsBetween(
  ctx: CompanyContext,
  end: CalendarDate,
  before: Snapshot,
  after: Snapshot,
): Promise<PostingRegisterView[]> {
  const query = {
    beginDate: MIN_DATE,
    endDate: end,
    after: before.throughPosting,
    through: after.throughPosting,
  };
  return toPostingRegister({}, await readTogether(ctx.db, postingRegisterReads(ctx, query)));
}

function sumPostings(postings: readonly PostingRegisterView[]): CloseChangesView['sums'] {
  const sum = (column: keyof CloseChangesView['sums']) =>
    formatCents(postings.reduce((total, posting) => total + parseCents(posting[column]), 0n));
  return { liability: sum('liability'), arcCost: sum('arcCost'), arcAccumulated: sum('arcAccumulated') };
}
