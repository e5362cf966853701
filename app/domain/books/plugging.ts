import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Act } from './act';
import { openOnDay, type WellBooks } from './well-books';

/** A well's status and plugging date. */
export type PluggedState = { wellStatus: 'Active' | 'Inactive' | 'Plugged'; pluggedOn: CalendarDate | null };

/**
 * Plugs a well on a day, or changes the day it was plugged: accretion and depreciation through the day are posted, later
 * accretion and depreciation is reversed, and nothing accretes or depreciates afterward. The carrying amount remains until it
 * is settled.
 *
 * @param books the well as read, with what is booked after the day
 * @throws DomainConflict when anything other than accretion or depreciation is booked after the day, and as openOnDay
 * Source: the rule that accretion stops on the day a well is plugged; ASC 410-20-35-4.
 */
export function plugOnDay(act: Act, books: WellBooks, day: CalendarDate): void {
  // Through this day, the well accretes as if it were not plugged.
  const layers = books.layers.map((layer) => ({ ...layer, pluggedOn: null }));
  const { replay } = openOnDay(act, { ...books, layers }, day);
  // Units of production charges whole months at period end, including those before the plugging day.
  replay(
    [],
    layers.map((layer) => ({ ...layer, pluggedOn: day })),
  );
}
