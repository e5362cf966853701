import { describe, expect, it } from 'vitest';
import { type AccretableLayer, createAccretionCalculator } from '~/domain/books/accretion';
import { addCatchUp, computeCatchUp } from '~/domain/books/catch-up';

const layer = (given: Partial<AccretableLayer> = {}): AccretableLayer => ({
  calculationDate: '2024-01-01',
  wellLifespanYears: 25,
  discountRateBp: 1200,
  currentAroCents: 10_000_000,
  accretedThrough: null,
  ...given,
});

const simple = createAccretionCalculator('simple');

describe('catch-up accretion', () => {
  it('totals what the next posting would book under the company’s method', () => {
    const layers = [layer(), layer({ calculationDate: '2024-07-01', currentAroCents: -1_000_000 })];
    expect(computeCatchUp(layers, '2025-12-31', simple)).toEqual({
      layers: 2,
      from: '2024-01-01',
      // 100,000.00 × 12% × 2 years − 10,000.00 × 12% × 1.5 years.
      amountCents: 2_400_000n - 180_000n,
    });
    const effective = createAccretionCalculator('effective');
    expect(computeCatchUp([layer()], '2025-12-31', effective)?.amountCents).toBe(2_544_000n);
  });

  it('leaves out layers with nothing to accrete by then', () => {
    const layers = [
      layer({ currentAroCents: 0 }),
      layer({ calculationDate: '2026-01-01' }),
      layer({ accretedThrough: '2025-12-31' }),
      layer({ pluggedOn: '2023-12-31' }),
    ];
    expect(computeCatchUp(layers, '2025-12-31', simple)).toBeNull();
  });

  it('leaves out a layer whose accretion exceeds the largest amount', () => {
    const endless = layer({ discountRateBp: 99_999, currentAroCents: 999_999_999_999 });
    expect(computeCatchUp([endless, layer()], '2025-12-31', simple)).toMatchObject({ layers: 1 });
  });

  it('is summed from parts, even beyond the largest amount', () => {
    const part = { layers: 1, from: '2024-02-01', amountCents: 999_999_999_999n };
    expect(addCatchUp(null, null)).toBeNull();
    expect(addCatchUp(part, null)).toEqual(part);
    expect(addCatchUp(part, { ...part, layers: 2, from: '2023-05-01' })).toEqual({
      layers: 3,
      from: '2023-05-01',
      amountCents: 1_999_999_999_998n,
    });
  });
});
