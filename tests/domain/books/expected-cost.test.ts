import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExpectedCost,
  expectedCost,
  expectedCostSteps,
  expectedPresentValue,
  scenarioValues,
} from '~/domain/books/expected-cost';
import { presentValue } from '~/domain/books/present-value';
import type { Decimal } from '~/domain/money/decimal';
import { formatCents } from '~/domain/money/money';
import { cents, expectFigures, rate, tableOf } from '../../support/method-tables';

const at = (costCents: number, probabilityBp: number, wellLifespanYears: number | null = null) => ({
  costCents,
  probabilityBp,
  wellLifespanYears,
  retirementDate: null,
});

/** FAS 143, example 1: labor, overhead of 80%, a contractor's margin of 20%, a market risk premium of 5%. */
const FAS_143: ExpectedCost = {
  scenarios: [at(10_000_000, 2_500), at(12_500_000, 5_000), at(17_500_000, 2_500)],
  overheadBp: 8_000,
  contractorMarginBp: 2_000,
  marketRiskPremiumBp: 500,
};
const FAS_143_RATES = { inflationRateBp: 400, discountRateBp: 850, wellLifespanYears: 10 };

const whole = (cents: Decimal) => cents.div(100).toFixed(0);

describe('expectedCost', () => {
  it('weights the work of FAS 143, example 1 (EPV-FAS143-1), step by step', () => {
    const steps = expectedCostSteps(FAS_143);
    expect(whole(steps.work)).toBe('131250');
    expect(whole(steps.overhead)).toBe('105000');
    expect(whole(steps.contractorMargin)).toBe('47250');
    expect(whole(steps.beforePremium)).toBe('283500');
    expect(expectedCost(FAS_143)).toBe(29_767_500);
  });

  it('computes 194,884.98 for FAS 143’s printed 194,879, which uses an inflation factor rounded to 1.4802', () => {
    const cost = { ...FAS_143_RATES, pAndACostCents: expectedCost(FAS_143) };
    expect(presentValue(cost)).toBe(19_488_498);
    expect(Math.round(283_500 * 1.4802)).toBe(419_637);
    expect(Math.round(419_637 * 1.05)).toBe(440_619);
    expect(Math.round(440_619 / 1.085 ** 10)).toBe(194_879);
  });

  it('reproduces the revision layer of FAS 157 (EPV-FAS157-C7) at the rate of its day', () => {
    const revised = {
      ...FAS_143,
      scenarios: [at(11_000_000, 3_000), at(13_750_000, 4_500), at(19_250_000, 2_500)],
    };
    expect(whole(expectedCostSteps(revised).work)).toBe('143000');
    const changeCents = expectedCost(revised) - expectedCost(FAS_143);
    const terms = { inflationRateBp: 400, discountRateBp: 800, wellLifespanYears: 8 };
    expect(presentValue({ ...terms, pAndACostCents: changeCents })).toBe(1_970_414);
  });

  it('discounts scenarios at different times one by one (EPV-EZLEASE)', () => {
    const expected: ExpectedCost = {
      scenarios: [
        at(1_500_000, 3_000, 20),
        at(1_500_000, 1_000, 25),
        at(1_500_000, 1_000, 30),
        at(1_500_000, 1_000, 35),
        at(1_500_000, 4_000, 40),
      ],
      overheadBp: 0,
      contractorMarginBp: 0,
      marketRiskPremiumBp: 0,
    };
    const terms = { inflationRateBp: 200, discountRateBp: 600, wellLifespanYears: 20 };
    const values = scenarioValues(expected, terms);
    expect(values.map(({ futureCostCents }) => formatCents(futureCostCents))).toEqual([
      '6686.76',
      '2460.91',
      '2717.04',
      '2999.83',
      '13248.24',
    ]);
    expect(values.map(({ presentValueCents }) => formatCents(presentValueCents))).toEqual([
      '2084.96',
      '573.39',
      '473.06',
      '390.29',
      '1288.02',
    ]);
    expect(expectedPresentValue(expected, terms)).toBe(480_972);
    expect(expectedCost(expected)).toBe(1_500_000);
    const future = { ...terms, discountRateBp: 0, pAndACostCents: 1_500_000 };
    expect(presentValue(future)).toBe(2_228_921);
  });

  it('is the same whether scenarios at one time are discounted together or one by one', () => {
    const bp = fc.integer({ min: 0, max: 99_999 });
    const scenarios = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 100 })), {
        minLength: 1,
        maxLength: 5,
      })
      .map((rows) => {
        const sum = rows.reduce((before, [, weight]) => before + weight, 0);
        const shares = rows.map(([, weight]) => Math.floor((10_000 * weight) / sum));
        const rest = 10_000 - shares.reduce((before, part) => before + part, 0);
        return rows.map(([cost], index) => at(cost, shares[index]! + (index === 0 ? rest : 0)));
      });
    fc.assert(
      fc.property(scenarios, bp, fc.integer({ min: 1, max: 50 }), (scenarios, overheadBp, years) => {
        const expected = { ...FAS_143, scenarios, overheadBp };
        const terms = { ...FAS_143_RATES, wellLifespanYears: years };
        const together = presentValue({ ...terms, pAndACostCents: expectedCost(expected) });
        // Each scenario is rounded; the total cost is rounded once before it is discounted.
        const cents = Math.abs(expectedPresentValue(expected, terms) - together);
        expect(cents).toBeLessThanOrEqual(scenarios.length);
      }),
    );
  });
});

describe('docs/accounting-method.md: Probability-weighted estimates', () => {
  const heading = 'Probability-weighted estimates';

  it('shows the example of FAS 143 step by step', () => {
    const scenarios = tableOf(heading, 'Cost').map((row) => at(cents(row.Cost), rate(row.Probability)));
    expect(scenarios).toEqual(FAS_143.scenarios);
    const steps = expectedCostSteps(FAS_143);
    const cost = { ...FAS_143_RATES, pAndACostCents: expectedCost(FAS_143) };
    const computed = [
      steps.work.toNumber(),
      steps.overhead.toNumber(),
      steps.contractorMargin.toNumber(),
      steps.marketRiskPremium.toNumber(),
      cost.pAndACostCents,
      presentValue({ ...cost, discountRateBp: 0 }),
      presentValue(cost),
    ];
    expect(tableOf(heading, 'Weighing').map(({ Amount }) => cents(Amount))).toEqual(computed);
  });

  it('shows scenarios at different times and their total', () => {
    const rows = tableOf(heading, 'Chance');
    const all = rows.pop()!;
    const expected = {
      ...{ overheadBp: 0, contractorMarginBp: 0, marketRiskPremiumBp: 0 },
      scenarios: rows.map((row) => at(1_500_000, rate(row.Chance), Number(row.Years))),
    };
    const terms = { inflationRateBp: 200, discountRateBp: 600, wellLifespanYears: 20 };
    const values = scenarioValues(expected, terms);
    for (const [index, value] of values.entries()) {
      expectFigures(rows[index]!, {
        'At prices of then': value.futureCostCents,
        Value: value.presentValueCents,
      });
    }
    expectFigures(all, {
      'At prices of then': values.reduce((sum, { futureCostCents }) => sum + futureCostCents, 0),
      Value: expectedPresentValue(expected, terms),
    });
  });
});
