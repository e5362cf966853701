import { addReportingYears, type CalendarDate, END_OF_TIME } from '~/domain/calendar/calendar-date';
import { Decimal } from '~/domain/money/decimal';
import type { Cents } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import { accretionTime, type YearFraction } from './accretion';
import { type LayerLife, retirementDateOf } from './life';

/** Time buckets of a maturity table: five spans of twelve months from its day, and everything after. */
export const MATURITY_YEARS = [1, 2, 3, 4, 5, 'after'] as const;
export type MaturityYear = (typeof MATURITY_YEARS)[number];

/** Fields that determine when a well is due to be plugged. `retirementDate` is that of its newest layer that is not reversed. */
export type WellMaturity = { retirementDate: CalendarDate | null; isPlugged: boolean };

/**
 * Twelve-month bucket, counted from a day, in which a well is due to be plugged. The first one also includes overdue wells and
 * wells that are already plugged but not yet paid for, so it is the current portion of the liability. A well is entirely in one
 * bucket, because it is plugged once.
 * Source: the disclosure and maturities rule.
 */
export function maturityYear({ retirementDate, isPlugged }: WellMaturity, day: CalendarDate): MaturityYear {
  if (isPlugged || retirementDate === null) return 1;
  return (
    MATURITY_YEARS.find((year) => year !== 'after' && retirementDate <= addReportingYears(day, year)) ??
    'after'
  );
}

/**
 * Time that a layer still accretes after a day, in years, until its own retirement date. Exact, on the accretion scale; zero
 * after that date, and for a plugged well.
 * Source: as in `accretionTime`.
 */
export function remainingTime(
  layer: LayerLife,
  { day, isPlugged }: { day: CalendarDate; isPlugged: boolean },
): YearFraction {
  if (isPlugged) return { numerator: 0, denominator: 1 };
  return accretionTime({ ...layer, accretedThrough: day, periodEnd: END_OF_TIME });
}

/**
 * Creates a function that undiscounts carrying amounts: carrying × (1 + rate)^time left, in cents, rounded half-up once, with
 * no upper limit. Uses 40-digit decimals. Caches growth by rate and time, of which thousands of layers share a few; discard it
 * afterward to free the cache.
 * Source: the maturities rule; the amount that the interest method of ASC 410-20-35-5 ends at.
 */
export function createUndiscounter(): (input: {
  carryingCents: Cents;
  discountRateBp: RateBp;
  time: YearFraction;
}) => bigint {
  const cache = new Map<string, Decimal>();
  /** Caches whole years and the fraction of one separately. Combined, there would be as many entries as dates. */
  const power = (rateBp: RateBp, exponent: string, getYears: () => Decimal | number) => {
    const key = `${rateBp}^${exponent}`;
    const growth = cache.get(key) ?? annualGrowth(rateBp).pow(getYears());
    cache.set(key, growth);
    return growth;
  };
  return ({ carryingCents, discountRateBp, time: { numerator, denominator } }) => {
    const whole = Math.floor(numerator / denominator);
    const remainder = numerator - whole * denominator;
    const wholeYearGrowth = power(discountRateBp, `${whole}`, () => whole);
    const fractionalGrowth = power(discountRateBp, `${remainder}/${denominator}`, () =>
      new Decimal(remainder).div(denominator),
    );
    const exact = wholeYearGrowth.times(fractionalGrowth).times(carryingCents);
    return BigInt(exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
  };
}

/** Layer fields that `wellRetirementDate` reads. */
export type DatedLayer = LayerLife & {
  layerNumber: number;
  isReversed: boolean;
};

/**
 * A well's retirement date: that of its newest layer that is not reversed; null when none is left.
 * Source: the retirement date rule.
 */
export function wellRetirementDate(layers: Iterable<DatedLayer>): CalendarDate | null {
  let newest: DatedLayer | null = null;
  for (const layer of layers) {
    if (!layer.isReversed && (newest === null || layer.layerNumber > newest.layerNumber)) newest = layer;
  }
  return newest && retirementDateOf(newest);
}
