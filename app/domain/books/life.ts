import { addYears, type CalendarDate } from '~/domain/calendar/calendar-date';
import { type MonthPosition, startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { DomainError } from '~/domain/money/domain-error';

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

/** Ticks of accretion's scale from which a layer accretes until its life is over: its lifespan, exactly. */
export function ticksOfLife(life: LayerLife): number {
  return endOfLife(life) - startOfAccretion(life.calculationDate);
}

/**
 * The day the obligation falls due: the retirement date that the layer was calculated with, or else calculation date +
 * lifespan in years; 29 February becomes 28 February in a common year. Accretion stops here. Throws DomainError beyond the
 * year 9999.
 */
export function retirementDateOf({
  calculationDate,
  wellLifespanYears,
  retirementDate,
}: LayerLife): CalendarDate {
  return retirementDate ?? addYears(calculationDate, wellLifespanYears);
}

export const MAX_WELL_LIFESPAN_YEARS = 200;

/**
 * How long a calculation says that the well lives: whole years, or until a date; both where they say the same. Null leaves it to
 * the well's own date.
 */
export type GivenLife = { wellLifespanYears: number | null; retirementDate?: CalendarDate | null };

/**
 * The life of a layer: what its calculation says, else the well's retirement date. With a date the lifespan is the exact
 * time to it, in years, rounded up; from the last day of a month to the first of the next there is none, which counts as one.
 *
 * @throws DomainError on `retirementDate` when it is not after the calculation date, or more than 200 years later, or
 * when a lifespan beside it says something else; on `wellLifespan` where nothing says how long the well lives
 * Source: the rule of retirement dates.
 */
export function lifeOf(
  calculationDate: CalendarDate,
  given: GivenLife,
  wellRetirementDate: CalendarDate | null,
): Required<LayerLife> {
  const { wellLifespanYears } = given;
  const retirementDate = given.retirementDate || (wellLifespanYears === null ? wellRetirementDate : null);
  if (retirementDate === null) {
    if (wellLifespanYears === null) throw new DomainError('wellLifespan', NO_LIFE);
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
      `A lifespan of ${wellLifespanYears} does not fit the retirement date ${retirementDate}. Give only one of them.`,
    );
  }
  return { calculationDate, wellLifespanYears: years, retirementDate };
}

/** What a calculation without either says. */
export const NO_LIFE = 'Well lifespan must be at least 1 year';
