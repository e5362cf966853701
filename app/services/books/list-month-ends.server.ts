import { and, desc, eq, sql } from 'drizzle-orm';
import { monthEndRun, user } from '#db/schema';
import { formatCents } from '~/domain/money/money';
import type { MonthEndView } from '~/schemas/books/posting-views';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { lastPostedPeriodEnd } from './post-accretion.server';

/** Month-ends that the system has started for the company, newest first. */
export async function listMonthEnds(ctx: CompanyAdminContext): Promise<MonthEndView[]> {
  return (await monthEndsQuery(ctx)).map(toMonthEndView);
}

/** Query behind listMonthEnds, optionally for one month. Returns no rows unless the user is an admin. */
export function monthEndsQuery(ctx: CompanyContext, periodEnd?: string) {
  return ctx.db
    .select({
      ...viewColumns,
      isPosted: sql<0 | 1>`coalesce(${lastPostedPeriodEnd(ctx)} >= month_end_run.period_end, 0)`.as(
        'is_posted',
      ),
    })
    .from(monthEndRun)
    .leftJoin(user, eq(user.id, monthEndRun.reviewedBy))
    .where(
      and(
        eq(monthEndRun.companyId, ctx.companyId),
        periodEnd === undefined ? undefined : eq(monthEndRun.periodEnd, periodEnd),
        ctx.role === 'admin' ? undefined : sql`false`,
      ),
    )
    .orderBy(desc(monthEndRun.periodEnd));
}

type MonthEndRow = Awaited<ReturnType<typeof monthEndsQuery>>[number];

/** Maps a run to its API view. A draft counts as posted once a user has posted its period end or a later one. */
export function toMonthEndView(row: MonthEndRow): MonthEndView {
  const { periodEnd, status, startedAt, finishedAt, layers, catchUpLayers } = row;
  const { reviewedAt, reviewedBy } = row;
  return {
    periodEnd,
    status: row.isDraft ? 'prepared' : status,
    isPosted: row.isDraft ? row.isPosted === 1 : status === 'done',
    // A retry keeps its failure reason, which may no longer apply.
    reason: status === 'running' ? null : row.reason,
    startedAt,
    finishedAt,
    layers,
    totalAccretion: formatCents(BigInt(row.totalCents)),
    totalDepreciation: formatCents(BigInt(row.depreciationCents)),
    catchUp:
      catchUpLayers === 0
        ? null
        : {
            layers: catchUpLayers,
            accretion: formatCents(BigInt(row.catchUpCents)),
            reviewed:
              reviewedAt && reviewedBy
                ? { userId: reviewedBy, user: toPerson(row), createdAt: reviewedAt }
                : null,
          },
  };
}

/** Stored columns of a run, without its review. */
export const runColumns = {
  periodEnd: monthEndRun.periodEnd,
  status: monthEndRun.status,
  reason: monthEndRun.reason,
  startedAt: monthEndRun.startedAt,
  finishedAt: monthEndRun.finishedAt,
  layers: monthEndRun.layers,
  // Sums can exceed JavaScript's safe integer range, so they are returned as text.
  totalCents: sql<string>`cast(${monthEndRun.totalAccretionCents} as text)`.as('total_cents'),
  depreciationCents: sql<string>`cast(${monthEndRun.totalDepreciationCents} as text)`.as(
    'depreciation_cents',
  ),
  isDraft: monthEndRun.isDraft,
  catchUpLayers: monthEndRun.catchUpLayers,
  catchUpCents: sql<string>`cast(${monthEndRun.catchUpCents} as text)`.as('catch_up'),
};

const viewColumns = {
  ...runColumns,
  reviewedAt: monthEndRun.reviewedAt,
  reviewedBy: monthEndRun.reviewedBy,
  ...personColumns,
};
