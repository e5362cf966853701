import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';
import { writeWells } from './write-wells.server';

/**
 * Keeps the retirement dates that calculations named with their wells, for their later layers to take. As writeWells.
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

/** Gives wells a retirement date, or takes it from them. As writeWells. */
export function setRetirementDates(
  ctx: CompanyAdminContext,
  wells: readonly Pick<BookedWell, 'ledgerId' | 'retirementDate'>[],
): Statement[] {
  return writeWells(ctx, wells, { retirement_date: ({ retirementDate }) => retirementDate });
}
