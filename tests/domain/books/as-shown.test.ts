import { describe, expect, it } from 'vitest';
import { matchesPreview, type PreviewInput, previewLayer } from '~/components/calculate/layer-preview';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';

/** With equal inflation and discount rates, a layer is worth its cost. */
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

/** A calculation posting with one layer. */
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
    expect(matchesPreview({ postings }, input, newest)).toBe(expected);
  });
});

describe('a change in estimate in the form', () => {
  const [layer] = LAYERS;
  const input: PreviewInput = {
    ...ADDED,
    measurement: 'change',
    pAndACost: '120000',
    layers: [{ ...layer!, repricedEstimate: '108000.00' }],
  };

  it('is compared with the previous estimate as stated, and shows that estimate at the prices of the date', () => {
    expect(previewLayer(input)).toMatchObject({ aroValueCents: 2_000_000, atPricesCents: 10_800_000 });
    const same = [{ ...layer!, repricedEstimate: '100000.00' }];
    expect(previewLayer({ ...input, layers: same })).toMatchObject({ atPricesCents: null });
    expect(previewLayer({ ...input, measurement: 'increment' })).toMatchObject({ atPricesCents: null });
  });

  it('is compared at the prices of the date if the company is set to do so', () => {
    const changeBasis = 'repriced';
    expect(previewLayer({ ...input, changeBasis })).toMatchObject({
      aroValueCents: 1_200_000,
      valuedCents: 1_200_000,
      totalEstimateCents: 12_000_000,
    });
    const decrease = previewLayer({ ...input, changeBasis, pAndACost: '105000' });
    expect(decrease).toMatchObject({ aroValueCents: -300_000 });
  });
});
