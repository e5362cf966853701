import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { AccretableLayer, AccretionCalculator } from './accretion';
import { computeCatchUp } from './catch-up';

/** In basis points. Credit-adjusted rates and inflation are far below this; 75% is probably 7.5% or 0.75% mistyped. */
const MAX_PLAUSIBLE_RATE: RateBp = 25_00;

/** Amounts that differ by less than this are never far apart. */
const MIN_DIFFERENCE: Cents = 100_00;

/** True for a discount or inflation rate of at most 25%. `rate` is in basis points. */
export function isPlausibleRate(rate: RateBp): boolean {
  return rate <= MAX_PLAUSIBLE_RATE;
}

/**
 * True when an entered amount is so far from the computed one that it is probably a mistake: less than half, more than double,
 * or of the opposite sign. Earlier history of a layer, such as a settlement, seldom moves it that far.
 */
export function differsWidely(entered: Cents, computed: Cents): boolean {
  const difference = Math.abs(entered - computed);
  return difference >= MIN_DIFFERENCE && difference > Math.max(Math.abs(entered), Math.abs(computed)) / 2;
}

/** Carrying amount on a day of a layer that starts with a value and only accretes. */
export function balanceOn(layer: AccretableLayer, day: CalendarDate, calculator: AccretionCalculator): Cents {
  const accreted = computeCatchUp([layer], day, calculator)?.amountCents ?? 0n;
  return layer.currentAroCents + Number(accreted);
}
