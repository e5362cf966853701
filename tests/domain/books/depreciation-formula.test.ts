import { describe, expect, it } from 'vitest';
import { depreciationFormula } from '~/domain/books/depreciation-formula';

describe('depreciationFormula', () => {
  const time = { numerator: 5, denominator: 120 };

  it('computes straight-line from the base, less earlier charges', () => {
    const charge = { method: 'straight-line' as const, baseCents: 1_200_000, time, chargeCents: 10_000 };
    expect(depreciationFormula(charge)).toBe('12,000.00 × 5/120 − 400.00 charged to date = 100.00');
    const last = { ...charge, time: { numerator: 1, denominator: 1 } };
    expect(depreciationFormula(last)).toBe('12,000.00 × 1 − 11,900.00 charged to date = 100.00');
    expect(depreciationFormula({ ...charge, baseCents: -1_200_000, chargeCents: -10_000 })).toBe(
      '(−12,000.00) × 5/120 − (−400.00) charged to date = −100.00',
    );
  });

  it('takes a share of the remaining balance for units of production', () => {
    const charge = {
      method: 'units-of-production' as const,
      baseCents: 12_000_000,
      time,
      chargeCents: 900_000,
    };
    expect(depreciationFormula(charge)).toBe('120,000.00 × depletion rate = 9,000.00');
  });
});
