import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { Decimal } from '~/domain/money/decimal';
import { type Cents, centsFromDecimal } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';

/**
 * What a cost at the prices of one day is at those of a later one: cost × (1 + inflation)^t, t in years on accretion's scale,
 * rounded half-up to cents. A layer calculated later with it, at the same rates and to the same retirement date, is worth what
 * one calculated on the earlier day has grown to by the interest method. 100,000.00 at 2.5% is 105,062.50 two years later.
 */
export function atPricesOf(
  day: CalendarDate,
  cost: { cents: Cents; pricesOf: CalendarDate; inflationRateBp: RateBp },
): Cents {
  const years = new Decimal(startOfAccretion(day) - startOfAccretion(cost.pricesOf)).div(TICKS_PER_YEAR);
  return centsFromDecimal(annualGrowth(cost.inflationRateBp).pow(years).times(cost.cents), 'pAndACost');
}
