import type { Cents } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import type { AccretionMethod, YearFraction } from './accretion';
import { formulaAmount, formulaTerm, formulaTime } from './formula-terms';

export type BookedAccretion = {
  method: AccretionMethod;
  /** Balance before the accretion. */
  baseCents: Cents;
  discountRateBp: RateBp;
  time: YearFraction;
  expenseCents: Cents;
};

/**
 * Formats an accretion as a readable formula: `27,070.90 × 0.08 × 1/12 = 180.47` under `simple`,
 * `27,070.90 × (1.08^(1/12) − 1) = 174.17` under `effective`. The time is in years, exact.
 * Source: `accretionExpense`, which rounds the product half-up once.
 */
export function accretionFormula({
  method,
  baseCents,
  discountRateBp,
  time,
  expenseCents,
}: BookedAccretion): string {
  const growth = annualGrowth(discountRateBp);
  const years = formulaTime(time);
  const factor =
    method === 'simple'
      ? `${growth.minus(1).toString()} × ${years}`
      : `(${growth.toString()}^${time.denominator === 1 ? years : `(${years})`} − 1)`;
  return `${formulaTerm(baseCents)} × ${factor} = ${formulaAmount(expenseCents)}`;
}
