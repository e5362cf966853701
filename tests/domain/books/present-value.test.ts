import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_WELL_LIFESPAN_YEARS } from '~/domain/books/life';
import { createPresentValue, presentValue, presentValueFactor } from '~/domain/books/present-value';
import { formatCents, MAX_CENTS, parseMoney, roundHalfUp } from '~/domain/money/money';
import { MAX_RATE_BP } from '~/domain/money/rate';
import { anyCost, anyLifespan, anyRateBp } from '../../support/arbitraries';

type Case = [cost: string, inflationRateBp: number, discountRateBp: number, years: number, expected: string];

describe('presentValue', () => {
  it.each<Case>([
    ['100000', 250, 800, 25, '27070.90'],
    // Equal rates cancel exactly.
    ['50000', 300, 300, 25, '50000.00'],
    ['0.01', 1234, 1234, 200, '0.01'],
    // 1 ÷ 1.25 = 0.8 and 0.8^2 = 0.64: no rounding needed.
    ['100.00', 0, 2500, 2, '64.00'],
    // Ties: 0.01 ÷ 2 = 0.005; 1.26 ÷ 1.44 = 0.875, but 1.26 × the rounded factor 0.69444… falls short of the tie.
    ['0.01', 0, 10_000, 1, '0.01'],
    ['-0.01', 0, 10_000, 1, '-0.01'],
    ['1.26', 0, 2000, 2, '0.88'],
    // Less than half a cent is zero, not negative zero.
    ['-0.01', 0, 20_000, 1, '0.00'],
    // Inflation above the discount rate: the obligation is worth more today than it costs.
    ['100000', 800, 250, 25, '369400.31'],
    ['100000', 0, MAX_RATE_BP, 200, '0.00'],
  ])(
    '%s at %d bp and %d bp over %d years is %s',
    (cost, inflationRateBp, discountRateBp, years, expected) => {
      const value = presentValue({
        pAndACostCents: cents(cost),
        inflationRateBp,
        discountRateBp,
        wellLifespanYears: years,
      });
      expect(formatCents(value)).toBe(expected);
      expect(Object.is(value, -0)).toBe(false);
    },
  );

  it('equals exact rational arithmetic, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        anyRateBp,
        anyLifespan,
        (pAndACostCents, inflationRateBp, discountRateBp, wellLifespanYears) => {
          const power = (rateBp: number) => BigInt(10_000 + rateBp) ** BigInt(wellLifespanYears);
          const exact = roundHalfUp(BigInt(pAndACostCents) * power(inflationRateBp), power(discountRateBp));
          const terms = { inflationRateBp, discountRateBp, wellLifespanYears };
          if (exact > MAX_CENTS || exact < -MAX_CENTS) {
            expect(() => presentValue({ pAndACostCents, ...terms })).toThrow();
          } else {
            expect(presentValue({ pAndACostCents, ...terms })).toBe(Number(exact));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses a result beyond decimal(12,2), and attributes it to the cost', () => {
    const input = { pAndACostCents: MAX_CENTS, inflationRateBp: 1, discountRateBp: 0, wellLifespanYears: 1 };
    expect(() => presentValue(input)).toThrow(
      expect.objectContaining({ name: 'DomainError', field: 'pAndACost' }),
    );
    const hyperinflation = { ...input, inflationRateBp: MAX_RATE_BP, wellLifespanYears: 200 };
    expect(() => presentValue(hyperinflation)).toThrow(expect.objectContaining({ field: 'pAndACost' }));
  });

  it.each([0, -1, 2.5, MAX_WELL_LIFESPAN_YEARS + 1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses a lifespan of %d years',
    (wellLifespanYears) => {
      const input = { pAndACostCents: 100, inflationRateBp: 0, discountRateBp: 800, wellLifespanYears };
      expect(() => presentValue(input)).toThrow(
        expect.objectContaining({ name: 'DomainError', field: 'wellLifespan' }),
      );
    },
  );
});

describe('createPresentValue', () => {
  it('matches presentValue, even for repeated terms', () => {
    const few = fc.integer({ min: 1, max: 3 });
    const cost = fc.record({
      pAndACostCents: anyCost,
      inflationRateBp: few,
      discountRateBp: fc.oneof(few, anyRateBp),
      wellLifespanYears: fc.oneof(few, anyLifespan),
    });
    fc.assert(
      fc.property(fc.array(cost), (costs) => {
        expect(costs.map(createPresentValue())).toEqual(costs.map(presentValue));
      }),
    );
  });
});

describe('presentValueFactor', () => {
  it('has 40 significant digits', () => {
    // (1.025 ÷ 1.08)^25, from exact integers: 10250^25 ÷ 10800^25.
    const digits = roundHalfUp(10_250n ** 25n * 10n ** 40n, 10_800n ** 25n);
    const factor = presentValueFactor({ inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 25 });
    expect(factor.toFixed(38)).toBe(`0.${roundHalfUp(digits, 100n)}`);
    expect(factor.precision()).toBeLessThanOrEqual(40);
  });
});

function cents(text: string): number {
  const parsed = parseMoney(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.cents;
}
