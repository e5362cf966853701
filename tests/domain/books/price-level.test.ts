import { describe, expect, it } from 'vitest';
import {
  createRepricing,
  type EstimatedLayer,
  repriceCost,
  repriceEstimate,
} from '~/domain/books/price-level';

const layer = (given: Partial<EstimatedLayer>): EstimatedLayer => ({
  measurement: null,
  calculationDate: '2020-01-01',
  wellLifespanYears: 25,
  inflationRateBp: 250,
  totalEstimateCents: 10_000_000,
  estimateLeftCents: given.totalEstimateCents ?? 10_000_000,
  repricedEstimateCents: null,
  ...given,
});
const INITIAL = layer({});
const CHANGED = layer({
  measurement: 'change',
  calculationDate: '2025-01-01',
  inflationRateBp: 300,
  totalEstimateCents: 12_000_000,
});

describe('an estimate at the prices of a day', () => {
  it.each<[string, string, EstimatedLayer[], number]>([
    ['of no layers', '2025-01-01', [], 0],
    ['on the day of its layer', '2020-01-01', [INITIAL], 10_000_000],
    ['with five years of inflation', '2025-01-01', [INITIAL], 11_314_082],
    ['part by part, each at its own inflation', '2030-01-01', [INITIAL, CHANGED], 15_119_394],
    [
      'through the end of a life, and no further',
      '2060-01-01',
      [layer({ wellLifespanYears: 5 })],
      11_314_082,
    ],
    [
      'of a decrease',
      '2030-01-01',
      [INITIAL, { ...CHANGED, totalEstimateCents: 8_000_000, estimateLeftCents: 8_000_000 }],
      12_800_845 - 2_318_548,
    ],
    [
      'starts over with a remeasurement',
      '2030-01-01',
      [INITIAL, { ...CHANGED, measurement: 'remeasure' }],
      13_911_289,
    ],
    ['adds an added cost', '2030-01-01', [INITIAL, { ...CHANGED, measurement: 'increment' }], 15_119_394],
    [
      'is the new one on the day of a layer that was compared this way',
      '2025-01-01',
      [INITIAL, { ...CHANGED, repricedEstimateCents: 11_314_082 }],
      12_000_000,
    ],
    [
      'loses the share that a settlement or sale took, of all parts before it',
      '2030-01-01',
      [INITIAL, { ...CHANGED, estimateLeftCents: 9_000_000 }],
      11_339_545,
    ],
    ['of which nothing is left', '2030-01-01', [{ ...INITIAL, estimateLeftCents: 0 }], 0],
  ])('%s', (_, day, layers, expected) => {
    expect(repriceEstimate(day, layers)).toBe(expected);
    expect(createRepricing()(day, layers)).toBe(expected);
  });

  it('matches that of a single cost, for a single layer', () => {
    const cost = { cents: 10_000_000, priceDate: '2020-01-01', inflationRateBp: 250 };
    expect(repriceEstimate('2022-07-15', [INITIAL])).toBe(repriceCost('2022-07-15', cost));
  });
});
