import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';
import { writeWells } from './write-wells.server';

/**
 * Saves the retirement dates that calculations named on their wells, as the default for later layers. Like writeWells.
 * @param namedWells by well; null or absent when the calculation named none, and the well keeps its own date
 */
export function writeRetirementDates(
  ctx: CompanyAdminContext,
  namedWells: readonly {
    well: Pick<BookedWell, 'ledgerId' | 'retirementDate'>;
    retirementDate: CalendarDate | null | undefined;
  }[],
): Statement[] {
  return setRetirementDates(
    ctx,
    namedWells.flatMap(({ well, retirementDate }) =>
      retirementDate && well.retirementDate !== retirementDate
        ? [{ ledgerId: well.ledgerId, retirementDate }]
        : [],
    ),
  );
}

/** Sets or clears wells' retirement dates. Like writeWells. */
export function setRetirementDates(
  ctx: CompanyAdminContext,
  wells: readonly Pick<BookedWell, 'ledgerId' | 'retirementDate'>[],
): Statement[] {
  return writeWells(ctx, wells, { retirement_date: ({ retirementDate }) => retirementDate });
}
