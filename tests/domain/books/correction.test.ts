import { describe, expect, it } from 'vitest';
import { type CorrectedLayer, filledIn, layersReversedIn } from '~/components/calculate/correction';
import type { MovementKind, PostingKind } from '~/domain/books/movement-kinds';
import type { ActPreview } from '~/schemas/books/posting';

const posting = (kind: PostingKind, ...movements: [aroLayerId: string, kind: MovementKind][]) => ({
  kind,
  movements: movements.map(([aroLayerId, movement]) => ({ aroLayerId, kind: movement })),
});

describe('the layers that a correction reverses', () => {
  it('are those whose recognition it reverses, not those that only accrete and depreciate again', () => {
    const postings = [
      posting('reversal', ['2', 'accreted'], ['1', 'accreted']),
      posting('reversal', ['2', 'depreciated'], ['1', 'depreciated']),
      posting('reversal', ['2', 'revised']),
      posting('depreciation', ['1', 'depreciated']),
    ];
    expect(layersReversedIn({ postings } as unknown as ActPreview)).toEqual(new Set(['2']));
    expect(layersReversedIn(null)).toEqual(new Set());
  });
});

describe('the form of a correction', () => {
  const layer = {
    layerNumber: 2,
    layerType: 'additional',
    measurement: 'change',
    pAndACost: '1925000.00',
    grossCost: null,
    wellLifespan: 15,
    retirementDate: null,
    discountRate: '8.00',
    inflationRate: '2.50',
    calculationDate: '2025-12-31',
    well: {
      id: 'w',
      wellCode: 'A-1',
      wellName: 'Well',
      field: 'NORTH',
      wellStatus: 'Active',
      activeDate: '2002-02-21',
    },
  } satisfies CorrectedLayer;

  it('has the layer’s date, or the first open day where its month is closed', () => {
    expect(filledIn(layer, undefined).typedDate).toBe('2025-12-31');
    expect(filledIn(layer, '2025-12-01').typedDate).toBe('2025-12-31');
    expect(filledIn(layer, '2026-01-01').typedDate).toBe('2026-01-01');
  });
});
