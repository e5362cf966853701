import { describe, expect, it } from 'vitest';
import { estimateLeft, estimatesLeft } from '~/domain/books/estimate-left';

/** Hundred-millionths of a percent. */
const percent = (share: number) => share * 100_000_000;

describe('estimateLeft', () => {
  it.each([
    ['nothing settled or sold', 11_000_000, [], 11_000_000],
    ['35,000 of the 98,000 that it carried', 11_000_000, [{ taken: 3_500_000, of: 9_800_000 }], 7_071_429],
    ['25 of 100 %', 14_000_000, [{ taken: percent(25), of: percent(100) }], 10_500_000],
    [
      'a third of the interest, then half of what was carried',
      14_000_000,
      [
        { taken: percent(25), of: percent(75) },
        { taken: 1, of: 2 },
      ],
      4_666_667,
    ],
    ['a final settlement', 14_000_000, [{ taken: 1, of: 1 }], 0],
    ['work on a well that carries nothing', 14_000_000, [{ taken: 0, of: 0 }], 14_000_000],
    ['a half cent goes up', 1, [{ taken: 1, of: 2 }], 1],
  ])('%s', (_, total, reliefs, left) => {
    expect(estimateLeft(total, reliefs)).toBe(left);
  });
});

describe('estimatesLeft', () => {
  it('reduces the newest layer recognized before each settlement', () => {
    const layers = [
      { totalEstimateCents: 100, recognizedBy: 1 },
      { totalEstimateCents: 200, recognizedBy: 4 },
    ];
    const reliefs = [
      { posting: 2, taken: 1, of: 2 },
      { posting: 3, taken: 1, of: 5 },
      { posting: 7, taken: 1, of: 4 },
    ];
    expect(estimatesLeft(layers, reliefs)).toEqual([40, 150]);
  });
});
