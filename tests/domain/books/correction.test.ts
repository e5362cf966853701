import { describe, expect, it } from 'vitest';
import { layersReversedIn } from '~/components/calculate/correction';
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
