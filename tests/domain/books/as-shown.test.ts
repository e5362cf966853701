import { describe, expect, it } from 'vitest';
import { isAsShown, type PreviewInput } from '~/components/calculate/layer-preview';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';

/** Inflated and discounted at the same rate, a layer is worth its cost. */
const INITIAL: PreviewInput = {
  layerType: 'initial',
  measurement: 'change',
  pAndACost: '100000',
  expectedCost: null,
  wellLifespan: 25,
  retirementDate: null,
  discountRate: '8',
  exactDiscountRate: null,
  inflationRate: '8',
  calculationDate: '2024-01-01',
  layers: [],
  changeBasis: 'stated',
};
const LAYERS = [
  {
    layerNumber: 1,
    calculationDate: '2024-01-01',
    wellLifespan: 25,
    retirementDate: null,
    estimateLeft: '100000.00',
    currentAroValue: '100000.00',
  },
] as WellLayerView[];
const ADDED: PreviewInput = {
  ...INITIAL,
  layerType: 'additional',
  measurement: 'increment',
  pAndACost: '5000',
  layers: LAYERS,
};

/** A calculation that posts one layer. */
const posting = (liability: string, { layerNumber = 1, asset = liability } = {}) =>
  ({
    kind: 'calculation',
    totals: { liability, asset },
    movements: [{ layerNumber }],
  }) as ActPreview['postings'][number];

describe('isAsShown', () => {
  it.each<[string, boolean, ActPreview['postings'], PreviewInput, number | null]>([
    ['an initial layer', true, [posting('100000.00')], INITIAL, null],
    ['one of another value', false, [posting('99999.99')], INITIAL, null],
    ['an added cost', true, [posting('5000.00', { layerNumber: 2 })], ADDED, 1],
    [
      'an added cost that someone else added meanwhile',
      false,
      [posting('5000.00', { layerNumber: 3 })],
      ADDED,
      1,
    ],
    [
      'an added cost after a layer that was reversed',
      true,
      [posting('5000.00', { layerNumber: 3 })],
      ADDED,
      2,
    ],
    [
      'an added cost that is expensed, for the well is plugged',
      false,
      [posting('5000.00', { layerNumber: 2, asset: '0.00' })],
      ADDED,
      1,
    ],
    ['a layer with accretion', false, [posting('100000.00'), posting('10.00')], INITIAL, null],
    ['nothing', false, [], INITIAL, null],
    ['what the form could not value', false, [posting('5000.00')], { ...ADDED, layers: [] }, 0],
  ])('%s: %s', (_, expected, postings, input, newest) => {
    expect(isAsShown({ postings }, input, newest)).toBe(expected);
  });
});
