import { describe, expect, it } from 'vitest';
import {
  estimateAfterRow,
  isValidDepreciation,
  lowersEstimate,
  measurementOf,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';

const layer = (given: Partial<UploadedLayer>): UploadedLayer => ({
  layerType: 'additional',
  discountRateBp: 800,
  inflationRateBp: 250,
  pAndACostCents: 100,
  grossCostCents: null,
  wellLifespanYears: 25,
  calculationDate: '2020-01-01',
  aroValueCents: null,
  currentAroCents: null,
  measurement: null,
  arcCostCents: null,
  arcAccumulatedCents: null,
  retirementDate: null,
  ...given,
});

describe('the meaning of an additional layer’s cost', () => {
  it.each<[string, Partial<UploadedLayer>, Parameters<typeof measurementOf>[1], string | null]>([
    ['what the row says', { measurement: 'remeasure' }, 'added', 'remeasure'],
    [
      'what the row says, also of a negative value',
      { measurement: 'remeasure', aroValueCents: -1 },
      null,
      'remeasure',
    ],
    [
      'a revised total where the value is negative',
      { aroValueCents: -1, currentAroCents: 5 },
      'added',
      'change',
    ],
    ['a revised total where the balance is negative', { currentAroCents: -1 }, null, 'change'],
    [
      'a change where the cost is negative',
      { pAndACostCents: -1, measurement: 'increment' },
      'added',
      'change',
    ],
    ['what the upload says: added', {}, 'added', 'increment'],
    ['what the upload says: total', { aroValueCents: 1 }, 'total', 'change'],
    ['nothing, where nothing says', { aroValueCents: 1, currentAroCents: 1 }, null, null],
  ])('is %s', (_, given, additionalCost, expected) => {
    expect(measurementOf(layer(given), additionalCost)).toBe(expected);
  });
});

describe('the estimate after an additional-layer row', () => {
  const costs = (pAndACostCents: number, grossCostCents: number | null = null) => ({
    pAndACostCents,
    grossCostCents,
  });

  it('is reduced by a negative cost, whether the company’s or all owners’', () => {
    expect(lowersEstimate(costs(-1))).toBe(true);
    expect(lowersEstimate(costs(0, -1))).toBe(true);
    expect(lowersEstimate(costs(1, -1))).toBe(false);
    expect(lowersEstimate(costs(0))).toBe(false);
  });

  it.each([
    ['the revised total', costs(40), 'change', 40],
    ['the revised total of a remeasurement', costs(40), 'remeasure', 40],
    ['what was there with the added cost', costs(40), 'increment', 140],
    ['what a negative cost leaves', costs(-40), 'change', 60],
    ['the revised total where nothing says', costs(40), null, 40],
  ] as const)('is %s', (_, given, measurement, expected) => {
    expect(estimateAfterRow(100, given, measurement)).toBe(expected);
  });
});

describe('accumulated depreciation', () => {
  it.each([
    [100, 0, true],
    [100, 100, true],
    [100, 101, false],
    [100, -1, false],
    // A decrease has a negative cost, and its depreciation is negative, too.
    [-100, -100, true],
    [-100, -101, false],
    [-100, 1, false],
    [0, 0, true],
  ])('on a cost of %s may be %s: %s', (costCents, accumulatedCents, expected) => {
    expect(isValidDepreciation(costCents, accumulatedCents)).toBe(expected);
  });
});
