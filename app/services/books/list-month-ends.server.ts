import { and, desc, eq, sql } from 'drizzle-orm';
import { monthEndRun, user } from '#db/schema';
import { formatCents } from '~/domain/money/money';
import type { MonthEndView } from '~/schemas/books/posting-views';
import { personColumns, toPerson } from '~/services/people/person.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';
import { lastPostedPeriodEnd } from './post-accretion.server';

/** The company's month-ends that the system has begun, newest first. */
export async function listMonthEnds(ctx: CompanyAdminContext): Promise<MonthEndView[]> {
  return (await monthEndsQuery(ctx)).map(toMonthEndView);
}

/** The rows behind listMonthEnds, or that of one month; none for who may not see them. */
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

/** A run as a call answers it: a draft counts as posted once a person posted its period end or a later one. */
export function toMonthEndView(row: MonthEndRow): MonthEndView {
  const { periodEnd, status, startedAt, finishedAt, layers, catchUpLayers } = row;
  const { reviewedAt, reviewedBy } = row;
  return {
    periodEnd,
    status: row.isDraft ? 'prepared' : status,
    // What was prepared is a draft until a person posts it, or more.
    isPosted: row.isDraft ? row.isPosted === 1 : status === 'done',
    // One that is tried again still knows why it failed, which may be over.
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

/** What a run tells of itself. */
export const runColumns = {
  periodEnd: monthEndRun.periodEnd,
  status: monthEndRun.status,
  reason: monthEndRun.reason,
  startedAt: monthEndRun.startedAt,
  finishedAt: monthEndRun.finishedAt,
  layers: monthEndRun.layers,
  // A sum can be too large for a JavaScript number to hold exactly, so it crosses as text.
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
