import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type MonthPosition, startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';

/** The part of a layer that says how long it lives. */
export type LayerLife = {
  calculationDate: CalendarDate;
  wellLifespanYears: number;
  /** The day its life ends, where a calculation named one; null or absent where the lifespan in whole years says it. */
  retirementDate?: CalendarDate | null;
};

/**
 * The moment at which a layer's life is over, on accretion's scale: whole years after the moment from which it accretes, or
 * the same moment of its retirement date, so that 2020-01-15 to 2030-01-15 is exactly ten years.
 * Source: the rule of retirement dates.
 */
export function endOfLife({ calculationDate, wellLifespanYears, retirementDate }: LayerLife): MonthPosition {
  if (retirementDate) return startOfAccretion(retirementDate);
  return startOfAccretion(calculationDate) + wellLifespanYears * TICKS_PER_YEAR;
}
