import { describe, expect, it } from 'vitest';
import { findMissingAccretion } from '~/components/calculate/layer-preview';
import type { WellLayerView } from '~/schemas/books/layer-views';

const LAYER = {
  calculationDate: '2020-01-01',
  accretedThrough: '2021-12-31',
  wellLifespan: 25,
  status: 'current',
  well: { wellStatus: 'Active' },
} as WellLayerView;

describe('missingAccretion', () => {
  it.each<
    [string, Partial<WellLayerView>[], string, { postedThrough: string | null; openThrough: string } | null]
  >([
    ['posted to the day', [{}], '2021-12-31', null],
    ['within the month after', [{}], '2022-01-31', null],
    [
      'more than a month behind',
      [{}],
      '2022-02-01',
      { postedThrough: '2021-12-31', openThrough: '2022-01-31' },
    ],
    [
      'never posted',
      [{ accretedThrough: null }],
      '2022-01-31',
      { postedThrough: null, openThrough: '2022-01-31' },
    ],
    [
      'one layer never posted',
      [{}, { accretedThrough: null }],
      '2022-06-30',
      { postedThrough: null, openThrough: '2022-06-30' },
    ],
    [
      'a layer of the day itself',
      [{ calculationDate: '2022-06-30', accretedThrough: null }],
      '2022-06-30',
      null,
    ],
    ['past its life', [{ wellLifespan: 1, accretedThrough: '2021-01-01' }], '2022-06-30', null],
    ['settled down to zero', [{ status: 'historical' }], '2022-06-30', null],
    ['a plugged well', [{ well: { ...LAYER.well, wellStatus: 'Plugged' } }], '2022-06-30', null],
  ])('%s', (_, layers, asOf, expected) => {
    const given = layers.map((layer) => ({ ...LAYER, ...layer }));
    expect(findMissingAccretion(given, asOf, null)).toEqual(expected);
  });

  it.each([
    ['closed through the month before', '2022-06-30', null],
    ['a month since is open', '2022-05-31', '2022-06-30'],
  ])('names only a month-end that can still be posted: %s', (_, closedThrough, openThrough) => {
    expect(findMissingAccretion([LAYER], '2022-07-01', closedThrough)).toEqual({
      postedThrough: '2021-12-31',
      openThrough,
    });
  });
});
