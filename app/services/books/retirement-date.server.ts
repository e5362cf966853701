import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';

/**
 * Keeps the retirement dates that calculations named with their wells, for their later layers to take. Part of the act's
 * transaction, which names the wells with their versions, so nobody's change is lost.
 *
 * @param named by well; null or absent where the calculation named none: then the well keeps its own
 */
export function writeRetirementDates(
  ctx: CompanyAdminContext,
  named: readonly {
    well: Pick<BookedWell, 'ledgerId' | 'retirementDate'>;
    retirementDate: CalendarDate | null | undefined;
  }[],
): Statement[] {
  return setRetirementDates(
    ctx,
    named.flatMap(({ well, retirementDate }) =>
      retirementDate && well.retirementDate !== retirementDate
        ? [{ ledgerId: well.ledgerId, retirementDate }]
        : [],
    ),
  );
}

/** Gives wells a retirement date, or takes it from them. Part of an act's transaction, as writeRetirementDates. */
export function setRetirementDates(
  ctx: CompanyAdminContext,
  wells: readonly Pick<BookedWell, 'ledgerId' | 'retirementDate'>[],
): Statement[] {
  const { column, chunks } = bulkRows(wells, {
    well: ({ ledgerId }) => ledgerId,
    date: ({ retirementDate }) => retirementDate,
  });
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      update well set retirement_date = ${column.date}, version = version + 1, updated_at = ${ctx.now.toISOString()}
      from ${from}
      where well.ledger_id = ${column.well} and well.company_id = ${ctx.companyId} and well.deleted_at is null`),
  );
}
