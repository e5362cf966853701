import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccretionMethod, accretionExpense } from '~/domain/books/accretion';
import { accretionFormula } from '~/domain/books/accretion-formula';
import { Decimal } from '~/domain/money/decimal';
import { anyRateBp } from '../../support/arbitraries';

const month = { numerator: 1, denominator: 12 };
const year = { numerator: 1, denominator: 1 };

describe('accretionFormula', () => {
  it.each([
    ['simple', 2_707_090, 800, month, 18_047, '27,070.90 × 0.08 × 1/12 = 180.47'],
    ['simple', 2_707_090, 800, year, 216_567, '27,070.90 × 0.08 × 1 = 2,165.67'],
    ['effective', 2_707_090, 800, month, 17_417, '27,070.90 × (1.08^(1/12) − 1) = 174.17'],
    ['effective', 2_707_090, 800, year, 216_567, '27,070.90 × (1.08^1 − 1) = 2,165.67'],
    ['simple', -500_000, 725, month, -3_021, '(−5,000.00) × 0.0725 × 1/12 = −30.21'],
  ] as const)('%s, %d cents at %d over %o', (method, baseCents, discountRateBp, time, expenseCents, line) => {
    expect(accretionExpense({ method, beginningCents: baseCents, discountRateBp, time })).toBe(expenseCents);
    expect(accretionFormula({ method, baseCents, discountRateBp, time, expenseCents })).toBe(line);
  });

  it('shows figures that reproduce the expense to the cent', () => {
    const anyTime = fc.record({ numerator: fc.integer({ min: 1, max: 400 }), denominator: fc.constant(372) });
    const anyMethod = fc.constantFrom<AccretionMethod>('simple', 'effective');
    fc.assert(
      fc.property(
        anyMethod,
        fc.integer({ min: 1, max: 99_999_999 }),
        anyRateBp,
        anyTime,
        (method, baseCents, discountRateBp, time) => {
          const expenseCents = accretionExpense({ method, beginningCents: baseCents, discountRateBp, time });
          const line = accretionFormula({ method, baseCents, discountRateBp, time, expenseCents });
          expect(computed(line)).toBe(line.split(' = ')[1]);
        },
      ),
    );
  });
});

/** Evaluates a line the way a user would with a calculator. */
function computed(line: string): string {
  const [left = ''] = line.split(' = ');
  const [base = '', ...factor] = left.split(' × ');
  const fraction = (text: string) => {
    const [numerator = '', denominator = '1'] = text.replace(/[()]/g, '').split('/');
    return new Decimal(numerator).div(denominator);
  };
  const power = /^\(([\d.]+)\^(.+) − 1\)$/.exec(factor[0] ?? '');
  const growth = power
    ? new Decimal(power[1]!).pow(fraction(power[2]!)).minus(1)
    : new Decimal(factor[0]!).times(fraction(factor[1]!));
  const amount = growth.times(base.replaceAll(',', '')).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}
