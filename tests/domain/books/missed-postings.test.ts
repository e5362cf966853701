import { describe, expect, it } from 'vitest';
import { missedPostings } from '~/components/books/missed-postings';
import type { LayerView } from '~/schemas/books/layer-views';

const LAYER = {
  calculationDate: '2026-08-31',
  accretedThrough: null,
  wellLifespan: 25,
  discountRate: '12.00',
  exactRate: '12.0000000000',
  currentAroValue: '100000.00',
  status: 'current',
  well: { wellStatus: 'Active' },
} as LayerView;

const PERIOD_ENDS = ['2026-10-31', '2026-09-30', '2026-08-31'];

describe('missedPostings', () => {
  it('adds the layer to each period end that was posted without it, oldest first, and compounds', () => {
    expect(missedPostings([LAYER], { method: 'simple', periodEnds: PERIOD_ENDS })).toEqual([
      { periodEnd: '2026-09-30', layers: 1, totalCents: 100_000n },
      { periodEnd: '2026-10-31', layers: 1, totalCents: 101_000n },
    ]);
  });

  it('leaves out what is posted, reversed, plugged, without a balance, or later', () => {
    const layers = [
      { ...LAYER, accretedThrough: '2026-10-31' },
      { ...LAYER, status: 'historical' as const },
      { ...LAYER, well: { ...LAYER.well, wellStatus: 'Plugged' as const } },
      { ...LAYER, currentAroValue: '0.00' },
      { ...LAYER, calculationDate: '2026-11-15' },
    ];
    expect(missedPostings(layers, { method: 'simple', periodEnds: PERIOD_ENDS })).toEqual([]);
    expect(missedPostings([LAYER], { method: 'simple', periodEnds: [] })).toEqual([]);
  });

  it('sums the layers of a period end, negative ones too', () => {
    const layers = [
      { ...LAYER, accretedThrough: '2026-09-30' },
      { ...LAYER, calculationDate: '2026-09-30', currentAroValue: '-40000.00' },
    ];
    expect(missedPostings(layers, { method: 'simple', periodEnds: PERIOD_ENDS })).toEqual([
      { periodEnd: '2026-10-31', layers: 2, totalCents: 60_000n },
    ]);
  });
});
