import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccretionMethod,
  accretionExpense,
  accretionTime,
  createAccretionCalculator,
} from '~/domain/books/accretion';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import { formatCents, MAX_CENTS } from '~/domain/money/money';
import { anyCents, anyDate, anyRateBp } from '../../support/arbitraries';

const METHODS: AccretionMethod[] = ['simple', 'effective'];

describe('accretionExpense', () => {
  it.each<
    [AccretionMethod, cents: number, rateBp: number, numerator: number, denominator: number, expected: string]
  >([
    ['simple', 10_000_000, 1_200, 17, 372, '548.39'], // 100,000 × 12% × 17/31/12 = 548.387…
    ['simple', 100_100, 600, 1, 12, '5.01'], // a tie: 5.005
    ['simple', -100_100, 600, 1, 12, '-5.01'],
    ['simple', 2_707_090, 800, 1, 12, '180.47'], // 27,070.90 × 8% ÷ 12 = 180.4726…
    ['simple', 2_707_090, 800, 5, 1, '10828.36'],
    ['effective', 2_707_090, 800, 5, 1, '12705.13'], // × (1.08^5 − 1), to a carrying amount of 39,776.03
    ['effective', 2_707_090, 800, 1, 1, '2165.67'],
    ['effective', 2_707_090, 800, 1, 12, '174.17'], // × (1.08^(1/12) − 1) = × 0.00643403… = 174.17498…
    ['effective', 50, 100, 1, 1, '0.01'], // a tie: 0.005
    ['effective', -50, 100, 1, 1, '-0.01'],
    ['simple', 1, 1, 1, 12, '0.00'],
    ['effective', 1, 1, 1, 12, '0.00'],
    ['simple', 0, 800, 1, 1, '0.00'],
    ['simple', 100, 0, 1, 1, '0.00'],
    ['effective', 100, 0, 1, 12, '0.00'],
    ['effective', -1, 1, 1, 372, '0.00'],
  ])(
    '%s: %d cents at %d bp over %d/%d years is %s',
    (method, cents, rateBp, numerator, denominator, expected) => {
      const time = { numerator, denominator };
      const expense = accretionExpense({ method, beginningCents: cents, discountRateBp: rateBp, time });
      expect(formatCents(expense)).toBe(expected);
      expect(Object.is(expense, -0)).toBe(false);
    },
  );

  it.each(METHODS)('%s refuses an expense beyond decimal(12,2)', (method) => {
    const input = {
      beginningCents: MAX_CENTS,
      discountRateBp: 99_999,
      time: { numerator: 200, denominator: 1 },
    };
    expect(() => accretionExpense({ ...input, method })).toThrow(
      expect.objectContaining({ name: 'DomainError' }),
    );
  });

  it.each(METHODS)('%s is an odd function of the balance and returns a safe integer', (method) => {
    const calculator = createAccretionCalculator(method);
    fc.assert(
      fc.property(anyCents, anyRateBp, anyDate, (cents, discountRateBp, calculationDate) => {
        const beginningCents = Math.trunc(cents / 10);
        const periodEnd = nextMonthEnd(calculationDate);
        const time = accretionTime({
          calculationDate,
          wellLifespanYears: 5,
          accretedThrough: null,
          periodEnd,
        });
        const expense = calculator({ beginningCents, discountRateBp, time });
        expect(Number.isSafeInteger(expense)).toBe(true);
        expect(calculator({ beginningCents: 0 - beginningCents, discountRateBp, time })).toBe(0 - expense);
      }),
    );
  });
});
