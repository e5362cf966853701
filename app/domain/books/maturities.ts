import { addReportingYears, type CalendarDate } from '~/domain/calendar/calendar-date';
import { Decimal } from '~/domain/money/decimal';
import type { Cents } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import { accretionTime, type YearFraction } from './accretion';
import { type LayerLife, retirementDateOf } from './life';

/** The spans of a table of maturities: twelve months each from its day, and what comes after them. */
export const MATURITY_YEARS = [1, 2, 3, 4, 5, 'after'] as const;
export type MaturityYear = (typeof MATURITY_YEARS)[number];

const NEVER: CalendarDate = '9999-12-31';

/** What says when a well is to be plugged: `retirementDate` is that of its newest layer that is not reversed. */
export type WellMaturity = { retirementDate: CalendarDate | null; isPlugged: boolean };

/**
 * The twelve-month span, counted from a day, in which a well is to be plugged. In the first is also what is overdue, and what
 * is plugged already, so that only the money is still to be spent: the first span is the current portion of the liability.
 * All of a well is in one span, for it is plugged once.
 * Source: the rule of the disclosure and of maturities.
 */
export function maturityYear({ retirementDate, isPlugged }: WellMaturity, day: CalendarDate): MaturityYear {
  if (isPlugged || retirementDate === null) return 1;
  return (
    MATURITY_YEARS.find((year) => year !== 'after' && retirementDate <= addReportingYears(day, year)) ??
    'after'
  );
}

/**
 * The time that a layer still accretes after a day, in years: until its own retirement date. Exact, on accretion's scale;
 * zero when that is over, and for a plugged well.
 * Source: as `accretionTime`.
 */
export function timeLeft(
  layer: LayerLife,
  { day, isPlugged }: { day: CalendarDate; isPlugged: boolean },
): YearFraction {
  if (isPlugged) return { numerator: 0, denominator: 1 };
  return accretionTime({ ...layer, accretedThrough: day, periodEnd: NEVER });
}

/**
 * Makes the function that undiscounts carrying amounts: carrying × (1 + rate)^time left, in cents, rounded half-up once, with
 * no upper limit. 40-digit decimals. It remembers the growth of each rate and time, of which thousands of layers share a
 * few; drop it afterwards, and its memory goes with it.
 * Source: the rule of maturities; it is what the interest method of ASC 410-20-35-5 ends at.
 */
export function createUndiscounting(): (input: {
  carryingCents: Cents;
  discountRateBp: RateBp;
  time: YearFraction;
}) => bigint {
  const known = new Map<string, Decimal>();
  /** Whole years and the part of one are remembered apart: together there would be as many as there are dates. */
  const power = (rateBp: RateBp, exponent: string, years: () => Decimal | number) => {
    const key = `${rateBp}^${exponent}`;
    const growth = known.get(key) ?? annualGrowth(rateBp).pow(years());
    known.set(key, growth);
    return growth;
  };
  return ({ carryingCents, discountRateBp, time: { numerator, denominator } }) => {
    const whole = Math.floor(numerator / denominator);
    const part = numerator - whole * denominator;
    const years = power(discountRateBp, `${whole}`, () => whole);
    const rest = power(discountRateBp, `${part}/${denominator}`, () => new Decimal(part).div(denominator));
    const exact = years.times(rest).times(carryingCents);
    return BigInt(exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
  };
}

/** A layer as `wellRetirementDate` looks at it. */
export type DatedLayer = LayerLife & {
  layerNumber: number;
  isReversed: boolean;
};

/**
 * A well's retirement date: that of its newest layer that is not reversed; null where none is left.
 * Source: the rule of retirement dates.
 */
export function wellRetirementDate(layers: Iterable<DatedLayer>): CalendarDate | null {
  let newest: DatedLayer | null = null;
  for (const layer of layers) {
    if (!layer.isReversed && (newest === null || layer.layerNumber > newest.layerNumber)) newest = layer;
  }
  return newest && retirementDateOf(newest);
}
