import { describe, expect, it } from 'vitest';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { measureLayer } from '~/domain/books/layer';
import { averageRates, newestRates, type RevisedLayer } from '~/domain/books/revision';
import {
  formatEffectiveRate,
  formatExactRate,
  formatRate,
  parseExactRate,
  rateUnits,
} from '~/domain/money/rate';

const layer = (given: Partial<RevisedLayer>): RevisedLayer => ({
  currentAroCents: 0,
  measurement: 'change',
  totalEstimateCents: 0,
  estimateLeftCents: given.totalEstimateCents ?? 0,
  repricedEstimateCents: null,
  calculationDate: '2020-01-01',
  wellLifespanYears: 25,
  discountRateBp: 800,
  inflationRateBp: 0,
  ...given,
});

/** REV-DOWN-RATE: carrying amounts of 229,417 at 8.5% and 19,704 at 8%. */
const FAS143 = [
  layer({
    currentAroCents: 22_941_700,
    discountRateBp: 850,
    measurement: null,
    totalEstimateCents: 41_963_700,
  }),
  layer({ currentAroCents: 1_970_400, discountRateBp: 800, totalEstimateCents: 45_437_200 }),
];

/** A decrease of 30,000 with eight years left. */
function decreaseAt(discountRateBp: number) {
  return measureLayer({
    layerType: 'additional',
    measurement: 'change',
    pAndACostCents: 45_437_200 - 3_000_000,
    previous: { totalEstimateCents: 45_437_200, carryingAmountCents: 24_912_100 },
    discountRateBp,
    inflationRateBp: 0,
    wellLifespanYears: 8,
  }).aroValueCents;
}

describe('the average rate of the layers', () => {
  it('is weighted by carrying amounts and precise enough for cents (REV-DOWN-RATE)', () => {
    const { discountRateBp } = averageRates(FAS143)!;
    expect(formatEffectiveRate(discountRateBp)).toBe('8.4605');
    expect(formatRate(discountRateBp)).toBe('8.46');
    expect(decreaseAt(discountRateBp)).toBe(-1_566_571);
    expect(decreaseAt(850)).toBe(-1_562_008);
    expect(decreaseAt(800)).toBe(-1_620_807);
    // The four displayed decimals would give another amount.
    expect(decreaseAt(846.05)).toBe(-1_566_565);
  });

  it('leaves out negative layers, and is null without a carrying amount', () => {
    const below = layer({ currentAroCents: -500_000, discountRateBp: 300 });
    expect(averageRates([...FAS143, below])).toEqual(averageRates(FAS143));
    expect(averageRates([below])).toBeNull();
    expect(averageRates([])).toBeNull();
  });

  it('averages inflation the same way', () => {
    const rates = averageRates([
      layer({ currentAroCents: 1, inflationRateBp: 200 }),
      layer({ currentAroCents: 2, inflationRateBp: 250 }),
    ]);
    expect(formatEffectiveRate(rates!.inflationRateBp)).toBe('2.3333');
  });

  it('is used for accretion to its last decimal', () => {
    const input = { beginningCents: 100_000_000_00, time: { numerator: 1, denominator: 1 } };
    const expense = (discountRateBp: number) =>
      createAccretionCalculator('simple')({ ...input, discountRateBp });
    expect(expense(846.04529526)).toBe(846_045_295);
    expect(expense(846)).toBe(846_000_000);
    expect(createAccretionCalculator('effective')({ ...input, discountRateBp: 846.04529526 })).toBe(
      846_045_295,
    );
  });
});

describe('an increase', () => {
  it('is a layer at the current rate, not the original one (EPV-FAS157-C7)', () => {
    // Additional labor of 11,750 with overhead of 80%, markup of 20% and a market risk premium of 5%.
    const changeCents = Math.round(11_750_00 * 1.8 * 1.2 * 1.05);
    const { aroValueCents } = measureLayer({
      layerType: 'additional',
      measurement: 'change',
      pAndACostCents: 41_963_700 + changeCents,
      previous: { totalEstimateCents: 41_963_700, carryingAmountCents: 22_941_700 },
      discountRateBp: 800,
      inflationRateBp: 400,
      wellLifespanYears: 8,
    });
    expect(aroValueCents).toBe(1_970_414);
  });
});

describe('newest-first rates', () => {
  const layers = [
    layer({ measurement: null, totalEstimateCents: 100, discountRateBp: 500 }),
    layer({ totalEstimateCents: 150, discountRateBp: 800 }),
    layer({ measurement: 'increment', totalEstimateCents: 170, discountRateBp: 1000 }),
  ];
  const rateOf = (given: readonly RevisedLayer[], cents: number) => {
    const rates = newestRates(given, cents);
    return rates && formatEffectiveRate(rates.discountRateBp);
  };

  it('take from the last increase, then from earlier ones, weighted by the amounts taken', () => {
    expect(rateOf(layers, 20)).toBe('10.0000');
    expect(rateOf(layers, 50)).toBe('8.8000'); // 20 at 10%, 30 at 8%
    expect(rateOf(layers, 100)).toBe('7.5000'); // 20 at 10%, 50 at 8%, 30 at 5%
  });

  it('account for earlier decreases', () => {
    const decreased = [...layers, layer({ totalEstimateCents: 140, discountRateBp: 866.67 })];
    expect(rateOf(decreased, 40)).toBe('8.0000');
    expect(rateOf(decreased, 50)).toBe('7.4000'); // 40 at 8%, 10 at 5%
  });

  it('take only from what a settlement left of each layer', () => {
    const settled = [...layers.slice(0, -1), { ...layers.at(-1)!, estimateLeftCents: 85 }];
    expect(rateOf(settled, 10)).toBe('10.0000');
    expect(rateOf(settled, 30)).toBe('8.6667'); // 10 at 10%, 20 at 8%
    const revisedSince = [...settled, layer({ totalEstimateCents: 95, discountRateBp: 1200 })];
    expect(rateOf(revisedSince, 20)).toBe('11.0000'); // 10 at 12%, 10 at 10%
  });

  it('start over after a full remeasurement', () => {
    const remeasured = [
      ...layers,
      layer({ measurement: 'remeasure', totalEstimateCents: 90, discountRateBp: 600 }),
    ];
    expect(rateOf(remeasured, 80)).toBe('6.0000');
    expect(rateOf([], 10)).toBeNull();
  });

  it('weight layers at the prices of the day if estimates are compared that way', () => {
    const old = layer({
      measurement: null,
      totalEstimateCents: 10_000,
      inflationRateBp: 1000,
      discountRateBp: 500,
    });
    // On top of the 12,100 that the old layer amounts to by then.
    const added = {
      calculationDate: '2022-01-01',
      totalEstimateCents: 13_100,
      repricedEstimateCents: 12_100,
    };
    const two = [old, layer({ ...added, discountRateBp: 900 })];
    const rates = newestRates(two, 2_000, '2022-01-01');
    expect(formatEffectiveRate(rates!.discountRateBp)).toBe('7.0000'); // 1,000 at 9%, 1,000 at 5%
    const taken = [old, layer({ ...added, totalEstimateCents: 6_050, discountRateBp: 500 })];
    const all = [
      ...taken,
      layer({ calculationDate: '2022-01-01', totalEstimateCents: 7_050, discountRateBp: 1100 }),
    ];
    // Half of the old layer remains; two years later at 10% it is 7,320.50, and the new one is still 1,000.
    const later = newestRates(all, 100_000, '2024-01-01');
    expect(formatEffectiveRate(later!.discountRateBp)).toBe(((1000 * 11 + 7320.5 * 5) / 8320.5).toFixed(4));
  });
});

describe('a derived rate', () => {
  it('survives a round trip through its text exactly', () => {
    for (const units of [1, 84_604_529_526, 7_145_003_000_001, 9_999_899_999_999]) {
      const text = formatExactRate(units / 100_000_000);
      expect(rateUnits(parseExactRate(text))).toBe(units);
    }
    expect(formatExactRate(846.04529526)).toBe('8.4604529526');
    expect(() => parseExactRate('8.46')).toThrow(SyntaxError);
  });
});
