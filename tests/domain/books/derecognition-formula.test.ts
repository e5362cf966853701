import { describe, expect, it } from 'vitest';
import { type Derecognition, derecognitionFormula } from '~/domain/books/derecognition-formula';

const NOTHING = { liabilityCents: 0, arcCostCents: 0, arcAccumulatedCents: 0 };
const SETTLED: Derecognition = {
  kind: 'settled',
  ...NOTHING,
  liabilityCents: -2_500_000,
  cashCents: -6_000_000,
  before: { ...NOTHING, liabilityCents: 9_477_262 },
  well: { beforeCents: 18_954_524, liabilityCents: -5_000_000, cashCents: -12_000_000 },
  interest: null,
  isAssetSeparate: false,
};

describe('derecognitionFormula', () => {
  it('shows a layer’s part of the relief and the cost of a settlement, and the difference', () => {
    expect(derecognitionFormula(SETTLED)).toEqual([
      'Relief: 50,000.00 × 94,772.62 ÷ 189,545.24 = 25,000.00',
      'Cost: 120,000.00 × 25,000.00 ÷ 50,000.00 = 60,000.00',
      'Relief − cost: 25,000.00 − 60,000.00 = −35,000.00',
    ]);
  });

  it('shows no share for a single layer, full relief, or relief of the oldest first', () => {
    const alone = { beforeCents: 9_477_262, liabilityCents: -2_500_000, cashCents: -6_000_000 };
    expect(derecognitionFormula({ ...SETTLED, well: alone })).toEqual([
      'Relief: 25,000.00 of 94,772.62',
      'Relief − cost: 25,000.00 − 60,000.00 = −35,000.00',
    ]);
    const all = { ...SETTLED, before: { ...NOTHING, liabilityCents: 2_500_000 } };
    expect(derecognitionFormula(all)[0]).toBe('Relief: all of 25,000.00');
    const oldest = { ...SETTLED, liabilityCents: -1_000_000 };
    expect(derecognitionFormula(oldest)[0]).toBe('Relief: 10,000.00 of 94,772.62, the oldest layer first');
  });

  it('does not divide when layers cancel out', () => {
    const well = { beforeCents: 0, liabilityCents: 0, cashCents: -12_000_000 };
    const other = { ...SETTLED, cashCents: 0, before: { ...NOTHING, liabilityCents: 2_500_000 }, well };
    expect(derecognitionFormula(other)).toEqual([
      'Relief: all of 25,000.00',
      'Relief − cost: 25,000.00 − 0.00 = 25,000.00',
    ]);
  });

  it('shows the asset that a final settlement writes off', () => {
    const retired: Derecognition = {
      ...SETTLED,
      ...NOTHING,
      kind: 'retired',
      cashCents: 0,
      arcCostCents: -1_000_000,
      arcAccumulatedCents: 400_000,
    };
    expect(derecognitionFormula(retired)).toEqual(['Cost − depreciation: 10,000.00 − 4,000.00 = 6,000.00']);
  });

  it('shows the sold part of the interest', () => {
    const sold: Derecognition = {
      kind: 'divested',
      liabilityCents: -1_000_000,
      arcCostCents: -500_000,
      arcAccumulatedCents: 200_000,
      cashCents: 100_000,
      before: { liabilityCents: 4_000_000, arcCostCents: 2_000_000, arcAccumulatedCents: -800_000 },
      well: { beforeCents: 6_000_000, liabilityCents: -1_500_000, cashCents: 150_000 },
      interest: { before: 8_750_000_000, after: 6_562_500_000 },
      isAssetSeparate: false,
    };
    expect(derecognitionFormula(sold)).toEqual([
      'Liability: 40,000.00 × 21.875 ÷ 87.50 = 10,000.00',
      'Asset: 20,000.00 × 21.875 ÷ 87.50 = 5,000.00',
      'Depreciation: 8,000.00 × 21.875 ÷ 87.50 = 2,000.00',
      'Proceeds: 1,500.00 × 10,000.00 ÷ 15,000.00 = 1,000.00',
      'Proceeds + liability − net asset: 1,000.00 + 10,000.00 − 3,000.00 = 8,000.00',
    ]);
    // If depreciation is kept elsewhere, the asset is charged against that.
    expect(derecognitionFormula({ ...sold, isAssetSeparate: true }).at(-1)).toBe(
      'Proceeds + liability: 1,000.00 + 10,000.00 = 11,000.00',
    );
  });
});
