import { sql } from 'drizzle-orm';
import type { CloseInput, PeriodsView } from '~/schemas/books/period';
import { closePeriod } from '~/services/books/periods.server';
import type { CompanyAdminContext, DatedScope } from '~/services/platform/context.server';
import { type CloseRows, closeReads, closeState } from './close-reads.server';
import { closeFacts, unmetRequirements } from './close-view.server';
import { keepReports } from './kept-reports.server';

/** Data needed to close the books through a month-end. Returns unexecuted statements. */
export function closeMonthReads(scope: DatedScope, { through }: CloseInput) {
  return closeReads(scope, through.slice(0, 7));
}

/**
 * Closes the books through a month-end, subject to the sign-off, tie-out and files that the company requires, and stores
 * the month's reports. Aborts if a figure, a setting or a sign-off has changed since `rows` were read.
 *
 * @param rows result of closeMonthReads
 * @throws AppError as closePeriod, and conflict without the approval, the tie-out or a required file; R2's errors, in which
 * case nothing is closed
 * Source: the rules of periods, of sign-off and of what a close keeps.
 */
export function closeMonth(
  ctx: CompanyAdminContext,
  input: CloseInput,
  rows: CloseRows,
): Promise<PeriodsView> {
  const month = input.through.slice(0, 7);
  return closePeriod(ctx, input, rows, {
    missing: unmetRequirements(month, rows, closeFacts(month, rows)),
    isCurrent: sql`${closeState(ctx, month)} = ${rows.state[0]!.state}`,
    storeReports: (beginDate) => keepReports(ctx, { beginDate, endDate: input.through }),
  });
}
