import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { Decimal } from '~/domain/money/decimal';
import { boundedCents, type Cents, centsFromDecimal, sumCents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { resolveLife } from './life';
import { type DiscountTerms, presentValueFactor } from './present-value';

/** One scenario for plugging a well. */
export type CostScenario = {
  /** Cost of the company's own work in this scenario, at today's prices. */
  costCents: Cents;
  /** Probability of the scenario; all scenarios add up to 100%. */
  probabilityBp: RateBp;
  /** When the scenario happens: in years from the calculation date, or on a day. Both null to use the layer's timing. */
  wellLifespanYears: number | null;
  retirementDate: CalendarDate | null;
};

/**
 * A probability-weighted estimate, plus what a contractor would add to the cost of the work: overhead on the work, a margin on
 * both, and a market risk premium. Each is a percentage of the amount it is added to.
 */
export type ExpectedCost = {
  scenarios: CostScenario[];
  overheadBp: RateBp;
  contractorMarginBp: RateBp;
  marketRiskPremiumBp: RateBp;
};

/** Steps of the FAS 143 example from work to cost, in cents and unrounded, at today's prices. */
export type ExpectedCostSteps = {
  work: Decimal;
  overhead: Decimal;
  contractorMargin: Decimal;
  beforePremium: Decimal;
  marketRiskPremium: Decimal;
  cost: Decimal;
};

/** 100%, the required sum of the probabilities. */
export const CERTAIN_BP: RateBp = 10_000;

/**
 * Computes a probability-weighted cost step by step: the expected work is Σ probability × cost; overhead is a percentage of the
 * work, the contractor's margin a percentage of both, the market risk premium a percentage of all three. The premium is applied
 * at today's prices, while FAS 143 applies it to the inflated cost; as a factor of a product, it gives the same present value.
 * 100,000 at 25%, 125,000 at 50%, and 175,000 at 25% are 131,250 of work; with 80% overhead, 20% margin, and 5% premium,
 * 297,675.
 * Source: ASC 410-20-55-13 to 55-17 (FAS 143, example 1); the rule for probability-weighted estimates.
 */
export function expectedCostSteps(expected: ExpectedCost): ExpectedCostSteps {
  const work = expected.scenarios.reduce((sum, scenario) => sum.plus(weightCost(scenario)), new Decimal(0));
  const overhead = work.times(toFraction(expected.overheadBp));
  const contractorMargin = work.plus(overhead).times(toFraction(expected.contractorMarginBp));
  const beforePremium = work.plus(overhead).plus(contractorMargin);
  const marketRiskPremium = beforePremium.times(toFraction(expected.marketRiskPremiumBp));
  const cost = beforePremium.plus(marketRiskPremium);
  return { work, overhead, contractorMargin, beforePremium, marketRiskPremium, cost };
}

/**
 * P&A cost of a probability-weighted estimate, in cents, rounded half-up once.
 * @throws DomainError on `pAndACost` beyond MAX_CENTS
 * Source: as in `expectedCostSteps`.
 */
export function expectedCost(expected: ExpectedCost): Cents {
  return centsFromDecimal(expectedCostSteps(expected).cost, 'pAndACost');
}

/** True when any scenario has its own timing, so that costs are discounted scenario by scenario. */
export function hasTimes({ scenarios }: Pick<ExpectedCost, 'scenarios'>): boolean {
  return scenarios.some(
    ({ wellLifespanYears, retirementDate }) => wellLifespanYears !== null || retirementDate !== null,
  );
}

/**
 * Contribution of each scenario, in scenario order, each rounded half-up to cents: the cost at the prices of its time, and the
 * present value. The present values add up to the layer's value.
 * @throws DomainError as in `expectedPresentValue`
 */
export function scenarioValues(
  expected: ExpectedCost,
  terms: DiscountTerms,
): { futureCostCents: Cents; presentValueCents: Cents }[] {
  const { work, cost } = expectedCostSteps(expected);
  const markup = work.isZero() ? new Decimal(1) : cost.div(work);
  return expected.scenarios.map((scenario) => {
    const life = { ...terms, ...lifeOfScenario(scenario, terms) };
    const value = (discountTerms: DiscountTerms) =>
      centsFromDecimal(
        weightCost(scenario).times(markup).times(presentValueFactor(discountTerms)),
        'pAndACost',
      );
    return { futureCostCents: value({ ...life, discountRateBp: 0 }), presentValueCents: value(life) };
  });
}

/**
 * Present value, in cents, of scenarios with different timing: Σ probability × cost × (1 + inflation)^n ÷ (1 + discount)^n,
 * each with its own n. Uses 40-digit decimals; each scenario is rounded half-up, so the displayed lines add up. 15,000.00 in
 * 20, 25, 30, 35, or 40 years at 30, 10, 10, 10, and 40%, with 2% inflation and 6% discount, is 4,809.72.
 *
 * @throws DomainError on `pAndACost` beyond MAX_CENTS, and on `wellLifespan` as in `presentValueFactor`
 * Source: ASC 410-20-30-1 and 410-20-55-13 (uncertainty about timing is part of the expected present value).
 */
export function expectedPresentValue(expected: ExpectedCost, terms: DiscountTerms): Cents {
  const values = scenarioValues(expected, terms).map(({ presentValueCents }) => presentValueCents);
  return boundedCents(sumCents(values), 'pAndACost');
}

/** Life until a scenario happens; empty to use the layer's timing. @throws DomainError on `retirementDate` as in `resolveLife` */
export function lifeOfScenario(
  { wellLifespanYears, retirementDate }: CostScenario,
  { calculationDate }: Pick<DiscountTerms, 'calculationDate'>,
): Partial<DiscountTerms> {
  if (wellLifespanYears !== null) return { wellLifespanYears, retirementDate: null };
  if (retirementDate === null) return {};
  if (!calculationDate) throw new RangeError('The time to a retirement date needs a calculation date');
  return resolveLife(calculationDate, { wellLifespanYears: null, retirementDate }, null);
}

function weightCost({ costCents, probabilityBp }: CostScenario): Decimal {
  return new Decimal(costCents).times(probabilityBp).div(CERTAIN_BP);
}

function toFraction(rateBp: RateBp): Decimal {
  return new Decimal(rateBp).div(CERTAIN_BP);
}
