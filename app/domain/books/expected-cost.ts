import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { Decimal } from '~/domain/money/decimal';
import { boundedCents, type Cents, centsFromDecimal, sumCents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { lifeOf } from './life';
import { type DiscountTerms, presentValueFactor } from './present-value';

/** One way in which plugging may go. */
export type CostScenario = {
  /** What the company's own work costs then, at today's prices. */
  costCents: Cents;
  /** How likely it is; those of all scenarios add up to 100%. */
  probabilityBp: RateBp;
  /** When it happens then: in years from the calculation date, or on a day; both null where it is as the layer says. */
  wellLifespanYears: number | null;
  retirementDate: CalendarDate | null;
};

/**
 * An estimate that is weighed from scenarios, with what a contractor would add to the cost of the work: overhead on the work, a
 * margin on both, and a premium for the risk that the market asks a price for. All of them are shares of what they are added to.
 */
export type ExpectedCost = {
  scenarios: CostScenario[];
  overheadBp: RateBp;
  contractorMarginBp: RateBp;
  marketRiskPremiumBp: RateBp;
};

/** The steps of FAS 143's example from the work to the cost, in cents and unrounded, at today's prices. */
export type ExpectedCostSteps = {
  work: Decimal;
  overhead: Decimal;
  contractorMargin: Decimal;
  beforePremium: Decimal;
  marketRiskPremium: Decimal;
  cost: Decimal;
};

/** 100%: the sum that probabilities have. */
export const CERTAIN_BP: RateBp = 10_000;

/**
 * Weighs scenarios step by step: the expected work is Σ probability × cost; overhead is a share of it, the contractor's margin
 * one of both, the premium for market risk one of all three. The premium is taken at today's prices, where FAS 143 takes it of
 * the inflated cost: a factor of a product, so the present value is the same.
 * 100,000 at 25%, 125,000 at 50% and 175,000 at 25% are 131,250 of work; with 80% overhead, 20% margin and 5% premium
 * 297,675.
 * Source: ASC 410-20-55-13 to 55-17 (FAS 143, example 1); the rule of probability-weighted estimates.
 */
export function expectedCostSteps(expected: ExpectedCost): ExpectedCostSteps {
  const work = expected.scenarios.reduce((sum, scenario) => sum.plus(weighted(scenario)), new Decimal(0));
  const overhead = work.times(share(expected.overheadBp));
  const contractorMargin = work.plus(overhead).times(share(expected.contractorMarginBp));
  const beforePremium = work.plus(overhead).plus(contractorMargin);
  const marketRiskPremium = beforePremium.times(share(expected.marketRiskPremiumBp));
  const cost = beforePremium.plus(marketRiskPremium);
  return { work, overhead, contractorMargin, beforePremium, marketRiskPremium, cost };
}

/**
 * The P&A cost of an estimate weighed from scenarios, in cents, rounded half-up once.
 * Throws DomainError on `pAndACost` beyond MAX_CENTS.
 * Source: as `expectedCostSteps`.
 */
export function expectedCost(expected: ExpectedCost): Cents {
  return centsFromDecimal(expectedCostSteps(expected).cost, 'pAndACost');
}

/** Whether the scenarios differ in when they happen: then their costs are discounted one by one. */
export function hasTimes({ scenarios }: Pick<ExpectedCost, 'scenarios'>): boolean {
  return scenarios.some(
    ({ wellLifespanYears, retirementDate }) => wellLifespanYears !== null || retirementDate !== null,
  );
}

/**
 * What each scenario adds, in the scenarios' order, each rounded half-up to cents: at the prices of its time, and as present
 * value, Σ of which is the layer's value.
 * Throws DomainError as `expectedPresentValue`.
 */
export function scenarioValues(
  expected: ExpectedCost,
  terms: DiscountTerms,
): { futureCostCents: Cents; presentValueCents: Cents }[] {
  const { work, cost } = expectedCostSteps(expected);
  const added = work.isZero() ? new Decimal(1) : cost.div(work);
  return expected.scenarios.map((scenario) => {
    const life = { ...terms, ...lifeOfScenario(scenario, terms) };
    const value = (of: DiscountTerms) =>
      centsFromDecimal(weighted(scenario).times(added).times(presentValueFactor(of)), 'pAndACost');
    return { futureCostCents: value({ ...life, discountRateBp: 0 }), presentValueCents: value(life) };
  });
}

/**
 * The present value, in cents, of scenarios that happen at different times: Σ probability × cost × (1 + inflation)^n ÷
 * (1 + discount)^n with the n of each. 40-digit decimals; each scenario is rounded half-up, so that the lines that are shown add
 * up. 15,000.00 in 20, 25, 30, 35 or 40 years at 30, 10, 10, 10 and 40%, with 2% inflation and 6% discount, is 4,809.72.
 *
 * Throws DomainError on `pAndACost` beyond MAX_CENTS, on `wellLifespan` as `presentValueFactor`.
 * Source: ASC 410-20-30-1 and 410-20-55-13 (uncertainty about timing is part of the expected present value).
 */
export function expectedPresentValue(expected: ExpectedCost, terms: DiscountTerms): Cents {
  const values = scenarioValues(expected, terms).map(({ presentValueCents }) => presentValueCents);
  return boundedCents(sumCents(values), 'pAndACost');
}

/** How long it is until a scenario happens. Throws DomainError on `retirementDate` as `lifeOf`. */
export function lifeOfScenario(
  { wellLifespanYears, retirementDate }: CostScenario,
  { calculationDate }: Pick<DiscountTerms, 'calculationDate'>,
): Partial<DiscountTerms> {
  if (wellLifespanYears !== null) return { wellLifespanYears, retirementDate: null };
  if (retirementDate === null) return {};
  if (!calculationDate) throw new RangeError('The time to a retirement date needs a calculation date');
  return lifeOf(calculationDate, { wellLifespanYears: null, retirementDate }, null);
}

function weighted({ costCents, probabilityBp }: CostScenario): Decimal {
  return new Decimal(costCents).times(probabilityBp).div(CERTAIN_BP);
}

function share(rateBp: RateBp): Decimal {
  return new Decimal(rateBp).div(CERTAIN_BP);
}
