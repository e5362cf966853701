import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { Decimal } from '~/domain/money/decimal';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, centsFromDecimal } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import { MAX_WELL_LIFESPAN_YEARS, ticksOfLife } from './life';

/**
 * Terms that inflate a cost from today's prices to the retirement date and discount it back: annual rates, and whole years or
 * the exact time between two dates.
 */
export type DiscountTerms = {
  inflationRateBp: RateBp;
  discountRateBp: RateBp;
  wellLifespanYears: number;
  /** Both are set when the life ends at a retirement date; the lifespan is then only that time rounded up. */
  calculationDate?: CalendarDate;
  retirementDate?: CalendarDate | null;
};

type DiscountedCost = DiscountTerms & { pAndACostCents: Cents };

/** Growth of one unit over the lifespan, by inflation and by discount. */
type Growth = { inflated: Decimal; discounted: Decimal };

const MAX_REMEMBERED = 10_000;

/**
 * Present value, in cents, of plugging and abandoning a well: cost × (1 + inflation)^n ÷ (1 + discount)^n, where n is the
 * well's lifespan in years from the calculation date (a fraction if it ends at a retirement date) and the discount rate is the
 * credit-adjusted risk-free rate. 40-digit decimals, rounded half-up to cents once. A negative cost (a decrease in the
 * estimate) gives the negative of the value of the same increase. 100,000.00 at 2.5% and 8% over 25 years is 27,070.90.
 *
 * @throws DomainError on `pAndACost` when the result is beyond MAX_CENTS, on `wellLifespan` as in `presentValueFactor`
 * Source: ASC 410-20-30-1 and 410-20-55-13 to 55-17 (expected present value technique).
 */
export function presentValue(cost: DiscountedCost): Cents {
  return discountedCost(cost.pAndACostCents, compoundGrowth(cost));
}

/**
 * Like `presentValue`, but for thousands of layers: caches the growth for each set of terms, because layers share a handful.
 * Discard it afterward to free the cache.
 */
export function createPresentValue(): typeof presentValue {
  const cache = new Map<string, Growth>();
  return (cost) => {
    const key = `${cost.inflationRateBp}:${cost.discountRateBp}:${yearsOf(cost)}`;
    const growth = cache.get(key) ?? compoundGrowth(cost);
    if (cache.size < MAX_REMEMBERED) cache.set(key, growth);
    return discountedCost(cost.pAndACostCents, growth);
  };
}

/**
 * The factor (1 + inflation)^n ÷ (1 + discount)^n, dimensionless, to 40 significant digits.
 * @throws DomainError on `wellLifespan` unless it is a whole number of years from 1 to 200, or ends at a retirement date
 * Source: the present-value rule; see `presentValue`.
 */
export function presentValueFactor(terms: DiscountTerms): Decimal {
  const { inflated, discounted } = compoundGrowth(terms);
  return inflated.div(discounted);
}

function discountedCost(pAndACostCents: Cents, { inflated, discounted }: Growth): Cents {
  // Multiply first and divide last, so an even quotient is exact and a tie is recognized as a tie.
  return centsFromDecimal(inflated.times(pAndACostCents).div(discounted), 'pAndACost');
}

function compoundGrowth(terms: DiscountTerms): Growth {
  const years = yearsOf(terms);
  return {
    inflated: annualGrowth(terms.inflationRateBp).pow(years),
    discounted: annualGrowth(terms.discountRateBp).pow(years),
  };
}

/** n, to 40 significant digits. @throws DomainError as in `presentValueFactor` */
export function yearsOf(terms: DiscountTerms): Decimal {
  const { wellLifespanYears, calculationDate, retirementDate } = terms;
  if (retirementDate) {
    if (!calculationDate) throw new RangeError('The time to a retirement date needs a calculation date');
    return new Decimal(ticksOfLife({ calculationDate, wellLifespanYears, retirementDate })).div(
      TICKS_PER_YEAR,
    );
  }
  const wholeYears = Number.isInteger(wellLifespanYears);
  if (!wholeYears || wellLifespanYears < 1 || wellLifespanYears > MAX_WELL_LIFESPAN_YEARS) {
    throw new DomainError(
      'wellLifespan',
      `Well lifespan must be a whole number of years from 1 to ${MAX_WELL_LIFESPAN_YEARS}`,
    );
  }
  return new Decimal(wellLifespanYears);
}
