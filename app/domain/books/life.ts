import { addYears, type CalendarDate } from '~/domain/calendar/calendar-date';
import { type MonthPosition, startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { DomainError } from '~/domain/money/domain-error';

/** Fields of a layer that determine its life. */
export type LayerLife = {
  calculationDate: CalendarDate;
  wellLifespanYears: number;
  /** Day the layer's life ends, if the calculation named one; null or absent when the lifespan in whole years applies. */
  retirementDate?: CalendarDate | null;
};

/**
 * End of a layer's life on the accretion scale: whole years after its accretion starts, or the same point of its retirement
 * date, so that 2020-01-15 to 2030-01-15 is exactly ten years.
 * Source: the retirement date rule.
 */
export function endOfLife({ calculationDate, wellLifespanYears, retirementDate }: LayerLife): MonthPosition {
  if (retirementDate) return startOfAccretion(retirementDate);
  return startOfAccretion(calculationDate) + wellLifespanYears * TICKS_PER_YEAR;
}

/** Exact lifespan of a layer: ticks on the accretion scale from the start of accretion to the end of its life. */
export function ticksOfLife(life: LayerLife): number {
  return endOfLife(life) - startOfAccretion(life.calculationDate);
}

/**
 * Day the obligation falls due: the retirement date the layer was calculated with, or else calculation date + lifespan in
 * years; February 29 becomes February 28 in a common year. Accretion stops here.
 * @throws DomainError beyond the year 9999
 */
export function retirementDateOf({
  calculationDate,
  wellLifespanYears,
  retirementDate,
}: LayerLife): CalendarDate {
  return retirementDate ?? addYears(calculationDate, wellLifespanYears);
}

export const MAX_WELL_LIFESPAN_YEARS = 200;

/** Lifespan as entered in a calculation: whole years, or until a date; both if they agree. Null defers to the well's own date. */
export type LifeInput = { wellLifespanYears: number | null; retirementDate?: CalendarDate | null };

/**
 * Resolves the life of a layer: from its calculation, or else from the well's retirement date. With a date, the lifespan is the
 * exact time to it, in years, rounded up. From the last day of a month to the first of the next, that time is zero, which
 * counts as one year.
 *
 * @throws DomainError on `retirementDate` when it is not after the calculation date, or more than 200 years later, or when a
 * lifespan given with it disagrees; on `wellLifespan` when no lifespan is specified anywhere
 * Source: the retirement date rule.
 */
export function resolveLife(
  calculationDate: CalendarDate,
  input: LifeInput,
  wellRetirementDate: CalendarDate | null,
): Required<LayerLife> {
  const { wellLifespanYears } = input;
  const retirementDate = input.retirementDate || (wellLifespanYears === null ? wellRetirementDate : null);
  if (retirementDate === null) {
    if (wellLifespanYears === null) throw new DomainError('wellLifespan', LIFESPAN_REQUIRED);
    return { calculationDate, wellLifespanYears, retirementDate: null };
  }
  if (retirementDate <= calculationDate) {
    throw new DomainError(
      'retirementDate',
      `Retirement date must be after the calculation date, ${calculationDate}`,
    );
  }
  const ticks =
    endOfLife({ calculationDate, wellLifespanYears: 0, retirementDate }) - startOfAccretion(calculationDate);
  const years = Math.max(1, Math.ceil(ticks / TICKS_PER_YEAR));
  if (years > MAX_WELL_LIFESPAN_YEARS) {
    const message = `Retirement date must be at most ${MAX_WELL_LIFESPAN_YEARS} years after the calculation date`;
    throw new DomainError('retirementDate', message);
  }
  if (wellLifespanYears !== null && wellLifespanYears !== years) {
    throw new DomainError(
      'retirementDate',
      `A lifespan of ${wellLifespanYears} doesn’t match the retirement date ${retirementDate}. Enter only one of them.`,
    );
  }
  return { calculationDate, wellLifespanYears: years, retirementDate };
}

/** Message for a calculation with neither a lifespan nor a date. */
export const LIFESPAN_REQUIRED = 'Well lifespan must be at least 1 year';
