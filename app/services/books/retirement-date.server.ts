import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';

/**
 * Keeps the retirement date that a calculation named with its wells, for their later layers to take. Part of the act's
 * transaction, which names the wells with their versions, so nobody's change is lost.
 *
 * @param retirementDate null or absent where the calculation named none: then the wells keep theirs
 */
export function writeRetirementDates(
  ctx: CompanyAdminContext,
  retirementDate: CalendarDate | null | undefined,
  wells: readonly BookedWell[],
): Statement[] {
  if (!retirementDate) return [];
  const { column, chunks } = bulkRows(
    wells.filter((well) => well.retirementDate !== retirementDate),
    { well: ({ ledgerId }) => ledgerId },
  );
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      update well set retirement_date = ${retirementDate}, version = version + 1, updated_at = ${ctx.now.toISOString()}
      from ${from}
      where well.ledger_id = ${column.well} and well.company_id = ${ctx.companyId} and well.deleted_at is null`),
  );
}
