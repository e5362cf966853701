import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { monthEndRun } from '#db/schema';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { MonthEndView } from '~/schemas/books/posting-views';
import type { CatchUpToReview } from '~/schemas/books/worklist';
import { audit, commit } from '~/services/platform/commit.server';
import {
  actorId,
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
} from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { monthEndsQuery, toMonthEndView } from './list-month-ends.server';

/** Query for finished runs to review, newest first: those with layers that caught up more than one month. Unexecuted. */
export function catchUpsQuery({ db, companyId }: Pick<CompanyContext, 'db' | 'companyId'>) {
  return db
    .select({
      periodEnd: monthEndRun.periodEnd,
      layers: monthEndRun.catchUpLayers,
      // Sums can exceed JavaScript's safe integer range, so they are returned as text.
      cents: sql<string>`cast(${monthEndRun.catchUpCents} as text)`.as('cents'),
    })
    .from(monthEndRun)
    .where(and(eq(monthEndRun.companyId, companyId), needsReview))
    .orderBy(desc(monthEndRun.periodEnd));
}

const needsReview = and(
  gt(monthEndRun.catchUpLayers, 0),
  isNull(monthEndRun.reviewedAt),
  // A run in progress may find more of them.
  ne(monthEndRun.status, 'running'),
);

/** Maps a row of catchUpsQuery to the worklist. */
export function toCatchUp({
  cents,
  ...run
}: Awaited<ReturnType<typeof catchUpsQuery>>[number]): CatchUpToReview {
  return { ...run, accretion: formatCents(BigInt(cents)) };
}

/** Unexecuted read of the run for a period end. */
export function reviewReads({ db, companyId }: CompanyScope, periodEnd: string) {
  const { status, catchUpLayers } = monthEndRun;
  return {
    runs: db.select({ status, catchUpLayers }).from(monthEndRun).where(isRun(companyId, periodEnd)),
  };
}

function isRun(companyId: CompanyScope['companyId'], periodEnd: string) {
  return and(eq(monthEndRun.companyId, companyId), eq(monthEndRun.periodEnd, periodEnd));
}

/**
 * Marks a month-end run's catch-up as reviewed, which removes it from the worklist. Repeating this has no effect: the first
 * review is kept.
 *
 * @param rows result of reviewReads
 * @throws AppError not-found for a month without a run; conflict for a run without a catch-up, or one that is not finished
 * Source: the rule that a catch-up stays on the worklist until someone has looked at it.
 */
export async function reviewCatchUp(
  ctx: CompanyAdminContext,
  periodEnd: string,
  { runs: [run] }: RowsOf<ReturnType<typeof reviewReads>>,
): Promise<MonthEndView> {
  if (!run) throw new AppError('not-found', 'Month-end run not found');
  if (run.status === 'running') {
    throw new AppError('conflict', 'This month-end is still posting. Review it when posting is done.');
  }
  if (run.catchUpLayers === 0) {
    throw new AppError('conflict', 'This month-end has no catch-up to review.');
  }
  const [, , runs] = await commit(ctx, [
    ctx.db
      .update(monthEndRun)
      .set({ reviewedAt: ctx.now.toISOString(), reviewedBy: actorId(ctx) })
      .where(and(isRun(ctx.companyId, periodEnd), needsReview)),
    audit(ctx, {
      action: 'month_end.reviewed',
      entityType: 'month_end',
      entityId: periodEnd,
      newValues: { periodEnd, catchUpLayers: run.catchUpLayers },
    }),
    monthEndsQuery(ctx, periodEnd),
  ]);
  return toMonthEndView((runs as Awaited<ReturnType<typeof monthEndsQuery>>)[0]!);
}
