import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Act } from './act';
import { openOnDay, type WellBooks } from './well-books';

/** A well's status with the day that goes with it. */
export type PluggedState = { wellStatus: 'Active' | 'Inactive' | 'Plugged'; pluggedOn: CalendarDate | null };

/**
 * Plugs a well on a day, or moves the day that it was plugged on: accretion and depreciation through the day are posted, what is posted
 * beyond it reversed, and no time passes afterwards. What the well carries stays until it is settled.
 *
 * @param books the well as it is, with what is booked after the day
 * @throws DomainConflict when something other than accretion is booked after the day
 * Source: the rule that accretion stops on the day a well is plugged; ASC 410-20-35-4.
 */
export function plugOnDay(act: Act, books: WellBooks, day: CalendarDate): void {
  // Through the day it accretes as a well that is not plugged yet.
  const layers = books.layers.map((layer) => ({ ...layer, pluggedOn: null }));
  const { replay } = openOnDay(act, { ...books, layers }, day);
  // Units of production charges whole months at their period end, also those before the day.
  replay(
    [],
    layers.map((layer) => ({ ...layer, pluggedOn: day })),
  );
}
