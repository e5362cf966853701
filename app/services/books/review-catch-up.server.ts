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

/** Finished runs to review, newest first: those with layers that caught up more than a month. A statement. */
export function catchUpsQuery({ db, companyId }: Pick<CompanyContext, 'db' | 'companyId'>) {
  return db
    .select({
      periodEnd: monthEndRun.periodEnd,
      layers: monthEndRun.catchUpLayers,
      // A sum can be too large for a JavaScript number to hold exactly, so it crosses as text.
      cents: sql<string>`cast(${monthEndRun.catchUpCents} as text)`.as('cents'),
    })
    .from(monthEndRun)
    .where(and(eq(monthEndRun.companyId, companyId), isToReview))
    .orderBy(desc(monthEndRun.periodEnd));
}

const isToReview = and(
  gt(monthEndRun.catchUpLayers, 0),
  isNull(monthEndRun.reviewedAt),
  // One that is still going on may have more of them.
  ne(monthEndRun.status, 'running'),
);

/** A row of catchUpsQuery as the worklist shows it. */
export function toCatchUp({
  cents,
  ...run
}: Awaited<ReturnType<typeof catchUpsQuery>>[number]): CatchUpToReview {
  return { ...run, accretion: formatCents(BigInt(cents)) };
}

/** The run of an address; a statement not yet run. */
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
 * Marks what a month-end run caught up as looked at, which takes it off the worklist. Doing it again changes nothing: the
 * first one stays.
 *
 * @param rows what reviewReads read
 * @throws AppError not-found for a month without a run; conflict for a run that caught up nothing, or that is not over
 * Source: the rule that a catch-up stays on the worklist until someone has looked at it.
 */
export async function reviewCatchUp(
  ctx: CompanyAdminContext,
  periodEnd: string,
  { runs: [found] }: RowsOf<ReturnType<typeof reviewReads>>,
): Promise<MonthEndView> {
  if (!found) throw new AppError('not-found', 'Month-end run not found');
  if (found.status === 'running') {
    throw new AppError('conflict', 'This month-end is still being posted. Review it when it is done.');
  }
  if (found.catchUpLayers === 0) {
    throw new AppError('conflict', 'No layer of this month-end covers more than one month.');
  }
  const [, , runs] = await commit(ctx, [
    ctx.db
      .update(monthEndRun)
      .set({ reviewedAt: ctx.now.toISOString(), reviewedBy: actorId(ctx) })
      .where(and(isRun(ctx.companyId, periodEnd), isToReview)),
    audit(ctx, {
      action: 'month_end.reviewed',
      entityType: 'month_end',
      entityId: periodEnd,
      newValues: { periodEnd, catchUpLayers: found.catchUpLayers },
    }),
    monthEndsQuery(ctx, periodEnd),
  ]);
  return toMonthEndView((runs as Awaited<ReturnType<typeof monthEndsQuery>>)[0]!);
}
