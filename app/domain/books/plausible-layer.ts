import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { AccretableLayer, AccretionCalculator } from './accretion';
import { catchUpOf } from './catch-up';

/** Credit-adjusted rates and inflation are far below it; 75% is 7.5% or 0.75% written otherwise. */
const MOST_PLAUSIBLE_RATE: RateBp = 25_00;

/** Amounts closer than this are never far apart. */
const NEAR: Cents = 100_00;

export function isPlausibleRate(rate: RateBp): boolean {
  return rate <= MOST_PLAUSIBLE_RATE;
}

/**
 * Whether an entered amount is so far from the computed one that it was hardly meant: less than half of it, more than twice as
 * much, or of the other sign. What happened to a layer elsewhere, such as a settlement, seldom moves it as far.
 */
export function isFar(given: Cents, computed: Cents): boolean {
  const difference = Math.abs(given - computed);
  return difference >= NEAR && difference > Math.max(Math.abs(given), Math.abs(computed)) / 2;
}

/** What a layer that begins with a value carries on a day, as nothing but accretion makes it. */
export function balanceOn(layer: AccretableLayer, day: CalendarDate, calculator: AccretionCalculator): Cents {
  const accreted = catchUpOf([layer], day, calculator)?.amountCents ?? 0n;
  return layer.currentAroCents + Number(accreted);
}
