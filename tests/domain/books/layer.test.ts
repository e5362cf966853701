import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inheritsRates,
  type LayerMeasurementInput,
  latestLayer,
  type Measurement,
  measureLayer,
} from '~/domain/books/layer';
import { presentValue } from '~/domain/books/present-value';
import { MAX_CENTS } from '~/domain/money/money';
import { anyCost, anyLifespan, anyRateBp } from '../../support/arbitraries';

/** 100,000.00 at 2.5% and 8% over 25 years from 2020-01-01, after five years: 27,070.90 × 1.08^5 = 39,776.03. */
const AFTER_FIVE_YEARS = { totalEstimateCents: 10_000_000, carryingAmountCents: 3_977_603 };

const REVISED_UP: LayerMeasurementInput = {
  layerType: 'additional',
  measurement: 'change',
  pAndACostCents: 12_000_000,
  inflationRateBp: 300,
  discountRateBp: 900,
  wellLifespanYears: 20,
  previous: AFTER_FIVE_YEARS,
};

const REVISED_DOWN: LayerMeasurementInput = {
  ...REVISED_UP,
  pAndACostCents: 8_000_000,
  inflationRateBp: 250,
  discountRateBp: 800,
};

describe('measureLayer', () => {
  it.each<Measurement>(['change', 'increment', 'remeasure'])(
    'values an initial layer at its present value, even under %s',
    (measurement) => {
      const input = {
        ...REVISED_UP,
        layerType: 'initial' as const,
        measurement,
        pAndACostCents: 10_000_000,
        inflationRateBp: 250,
        discountRateBp: 800,
        wellLifespanYears: 25,
        previous: null,
      };
      expect(measureLayer(input)).toEqual({
        aroValueCents: 2_707_090,
        totalEstimateCents: 10_000_000,
        isLimited: false,
      });
    },
  );

  // (1.03 ÷ 1.09)^20 = 0.32226603…
  it.each<[Measurement, number, number]>([
    ['change', 644_532, 12_000_000], // 20,000 × 0.322266 = 6,445.32
    ['increment', 3_867_192, 22_000_000], // 120,000 × 0.322266 = 38,671.92 on top of 100,000
    ['remeasure', -110_411, 12_000_000], // 38,671.92 − 39,776.03
  ])('revises 100,000 to 120,000 under %s by %d cents', (measurement, aroValueCents, totalEstimateCents) => {
    expect(measureLayer({ ...REVISED_UP, measurement })).toEqual({
      aroValueCents,
      totalEstimateCents,
      isLimited: false,
    });
  });

  it('revises 100,000 down to 80,000 at the old rates by −7,031.24', () => {
    // −20,000 × (1.025 ÷ 1.08)^20 = −20,000 × 0.351562…
    expect(measureLayer(REVISED_DOWN)).toEqual({
      aroValueCents: -703_124,
      totalEstimateCents: 8_000_000,
      isLimited: false,
    });
  });

  it('never takes the carrying amount below zero', () => {
    const previous = { ...AFTER_FIVE_YEARS, carryingAmountCents: 500_000 };
    expect(measureLayer({ ...REVISED_DOWN, previous })).toMatchObject({
      aroValueCents: -500_000,
      isLimited: true,
    });
    const exactlyEnough = { ...previous, carryingAmountCents: 703_124 };
    expect(measureLayer({ ...REVISED_DOWN, previous: exactlyEnough }).isLimited).toBe(false);
    const nothingLeft = { ...previous, carryingAmountCents: 0 };
    expect(measureLayer({ ...REVISED_DOWN, previous: nothingLeft }).aroValueCents).toBe(0);
    const belowZero = { ...previous, carryingAmountCents: -100 };
    expect(measureLayer({ ...REVISED_DOWN, previous: belowZero }).aroValueCents).toBe(0);
  });

  it('returns a layer of 0.00 if the estimate does not change', () => {
    const unchanged = { ...REVISED_UP, pAndACostCents: AFTER_FIVE_YEARS.totalEstimateCents };
    expect(measureLayer(unchanged)).toEqual({
      aroValueCents: 0,
      totalEstimateCents: 10_000_000,
      isLimited: false,
    });
  });

  it('refuses an additional layer with nothing before it', () => {
    expect(() => measureLayer({ ...REVISED_UP, previous: null })).toThrow(
      'Calculate the initial layer first',
    );
  });

  it.each<Partial<LayerMeasurementInput>>([
    { measurement: 'increment', previous: { totalEstimateCents: MAX_CENTS, carryingAmountCents: 0 } },
    { measurement: 'change', inflationRateBp: 99_999, wellLifespanYears: 200 },
    { measurement: 'remeasure', previous: { totalEstimateCents: 0, carryingAmountCents: 2 * MAX_CENTS } },
  ])('refuses figures beyond decimal(12,2): %j', (change) => {
    expect(() => measureLayer({ ...REVISED_UP, ...change })).toThrow(
      expect.objectContaining({ name: 'DomainError', field: 'pAndACost' }),
    );
  });

  it('leaves the well at the present value of the whole estimate under remeasure, and never below zero', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Measurement>('change', 'increment', 'remeasure'),
        anyCost,
        anyCost,
        fc.integer({ min: 0, max: 1_000_000_000 }),
        anyRateBp,
        anyLifespan,
        (measurement, pAndACostCents, totalEstimateCents, carryingAmountCents, discountRateBp, years) => {
          const terms = { inflationRateBp: 250, discountRateBp, wellLifespanYears: years };
          const previous = { totalEstimateCents, carryingAmountCents };
          const layer = measureLayer({
            layerType: 'additional',
            measurement,
            pAndACostCents,
            ...terms,
            previous,
          });
          const carriedAfter = carryingAmountCents + layer.aroValueCents;
          expect(carriedAfter).toBeGreaterThanOrEqual(0);
          if (measurement === 'remeasure')
            expect(carriedAfter).toBe(presentValue({ pAndACostCents, ...terms }));
        },
      ),
    );
  });
});

describe('inheritsRates', () => {
  it.each<[cost: number, years: number, inherits: boolean]>([
    [100, 25, true],
    [99, 26, true],
    [101, 25, false],
    [100, 24, false],
    [101, 24, false],
  ])('from 100 over 25 years to %d over %d years: %s', (pAndACostCents, wellLifespanYears, inherits) => {
    const previous = { calculationDate: '2020-01-01', pAndACostCents: 100, wellLifespanYears: 25 };
    expect(inheritsRates({ previous, next: { pAndACostCents, wellLifespanYears } })).toBe(inherits);
  });

  // A year later, fewer years remain until the same date; that alone does not shorten the life.
  it.each<[date: string, inherits: boolean]>([
    ['2045-01-01', true],
    ['2045-01-02', true],
    ['2044-12-31', false],
  ])('from a life ending 2045-01-01 to one ending %s: %s', (retirementDate, inherits) => {
    const previous = { calculationDate: '2020-01-01', pAndACostCents: 100, wellLifespanYears: 25 };
    const next = { pAndACostCents: 90, wellLifespanYears: 24, retirementDate };
    expect(inheritsRates({ previous, next })).toBe(inherits);
    const dated = { ...previous, calculationDate: '2020-06-15', retirementDate: '2045-01-01' };
    expect(inheritsRates({ previous: dated, next })).toBe(inherits);
  });
});

describe('latestLayer', () => {
  it('is the one with the most recent calculation date, then the highest number', () => {
    const first = { calculationDate: '2020-01-01', layerNumber: 1 };
    const second = { calculationDate: '2024-01-01', layerNumber: 2 };
    const third = { calculationDate: '2024-01-01', layerNumber: 3 };
    expect(latestLayer([])).toBeNull();
    expect(latestLayer([first])).toBe(first);
    expect(latestLayer([third, first, second])).toBe(third);
    expect(latestLayer([first, second, third])).toBe(third);
    expect(latestLayer([second, first])).toBe(second);
  });
});
