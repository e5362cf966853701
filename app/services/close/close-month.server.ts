import { sql } from 'drizzle-orm';
import type { CloseInput, PeriodsView } from '~/schemas/books/period';
import { closePeriod } from '~/services/books/periods.server';
import type { CompanyAdminContext, DatedScope } from '~/services/platform/context.server';
import { type CloseRows, closeReads, closeState } from './close-reads.server';
import { closeFacts, missingTerms } from './close-view.server';
import { keepReports } from './kept-reports.server';

/** What a close takes; statements not yet run. */
export function closeMonthReads(scope: DatedScope, { through }: CloseInput) {
  return closeReads(scope, through.slice(0, 7));
}

/**
 * Closes the books through a month-end, with the sign-off and the tie-out that the company asks for, and keeps its reports.
 * A figure, a setting or a sign-off that changes after `rows` were read gives the close up.
 *
 * @param rows what closeMonthReads read
 * @throws AppError as closePeriod, and conflict without the approval or the tie-out; R2's errors: nothing is closed then
 * Source: the rules of periods, of sign-off and of what a close keeps.
 */
export function closeMonth(
  ctx: CompanyAdminContext,
  input: CloseInput,
  rows: CloseRows,
): Promise<PeriodsView> {
  const month = input.through.slice(0, 7);
  return closePeriod(ctx, input, rows, {
    missing: missingTerms(month, rows, closeFacts(month, rows)),
    isCurrent: sql`${closeState(ctx, month)} = ${rows.state[0]!.state}`,
    keep: (beginDate) => keepReports(ctx, { beginDate, endDate: input.through }),
  });
}
