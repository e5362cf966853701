import { describe, expect, it } from 'vitest';
import {
  type BooksDifference,
  type CheckedLayer,
  type CheckedMovement,
  type CheckedPosting,
  type CheckedReversal,
  createBooksTally,
} from '~/domain/books/books-tally';

const [INCURRED, REVISED, ACCRETED, DEPRECIATED, SETTLED] = [2, 4, 5, 6, 7];
const NONE = [0, 0, 0] as const;
const NOT_DEPRECIATING = { depreciation: 'none', hasDepreciated: false } as const;

/** Layer 7 is recognized in posting 10 and layer 8 in posting 13. Layer 7 accretes in 11 and 12; 14 reverses 12. */
function books() {
  const layers: CheckedLayer[] = [
    [7, 101_00, 100_00, 0, 0, '2025-02-28', 0, 10, 14, null, 100_00, null, 1, '2025-01-31', 10, null],
    [8, -5_00, -5_00, 0, 0, null, 0, 13, 13, null, -5_00, null, 1, '2025-03-31', 10, null],
  ];
  const postings: CheckedPosting[] = [
    [10, '2025-01-31', 0, 0, null, 1, 0, 1],
    [11, '2025-02-28', 1, 0, null, 1, 0, 2],
    [12, '2025-03-31', 1, 0, null, 1, 0, 3],
    [13, '2025-03-31', 0, 0, null, 1, 0, 4],
    [14, '2025-03-31', 0, 1, 12, 1, 0, 5],
  ];
  const movements: CheckedMovement[] = [
    [0, 7, INCURRED, 100_00, 100_00, 0, 0, null, 0, null, null],
    [1, 7, ACCRETED, 1_00, ...NONE, 100_00, 1, null, null],
    [2, 7, ACCRETED, 1_01, ...NONE, 101_00, 1, null, null],
    [3, 8, REVISED, -5_00, -5_00, 0, 0, null, 0, null, null],
    [4, 7, ACCRETED, -1_01, ...NONE, null, 0, null, null],
  ];
  const reversals: CheckedReversal[] = [[0, 7, ACCRETED, -1_01, 1_01, 1]];
  return { layers, postings, movements, reversals };
}

type Books = ReturnType<typeof books>;

function check(
  { layers, postings, movements, reversals }: Books,
  company: Parameters<typeof createBooksTally>[2] = NOT_DEPRECIATING,
): BooksDifference[] {
  const tally = createBooksTally(layers, postings, company);
  const places = postings.map((_, place) => place);
  tally.addReversals(
    places.filter((place) => postings[place]![3] === 1),
    reversals,
  );
  // In two pages: rows are matched to the postings of their page only.
  for (const page of [places.slice(0, 2), places.slice(2)]) {
    const first = page[0]!;
    const rows = movements.filter(([place]) => page.includes(place));
    tally.addMovements(
      page,
      rows.map(([place, ...rest]): CheckedMovement => [place - first, ...rest]),
    );
  }
  return tally.differences(layers);
}

const layer = (id: number, expected: string | number | null, found: string | number | null) => ({
  layer: id,
  posting: null,
  expected,
  found,
});

describe('a check of the books', () => {
  it('finds nothing when every cached balance is the sum of its movements', () => {
    expect(check(books())).toEqual([]);
  });

  it('accepts a company without layers', () => {
    expect(check({ layers: [], postings: [], movements: [], reversals: [] })).toEqual([]);
  });

  const cases: [name: string, change: (books: Books) => void, differences: Partial<BooksDifference>[]][] = [
    [
      'a carrying amount',
      ({ layers }) => {
        layers[0]![1] += 1;
      },
      [{ check: 'liability', ...layer(7, 101_00, 101_01) }],
    ],
    [
      'a cost',
      ({ layers }) => {
        layers[1]![2] = 0;
      },
      [{ check: 'arcCost', ...layer(8, -5_00, 0) }],
    ],
    [
      'an accumulated depreciation',
      ({ layers }) => {
        layers[1]![3] = -1;
      },
      [{ check: 'arcAccumulated', ...layer(8, 0, -1) }],
    ],
    [
      'a settled amount',
      ({ layers }) => {
        layers[1]![4] = -1;
      },
      [{ check: 'settled', ...layer(8, 0, -1) }],
    ],
    [
      'a settlement that moves the asset',
      ({ layers, movements, postings }) => {
        postings.push([15, '2025-03-31', 0, 0, null, 1, 0, 6]);
        movements.push([5, 8, SETTLED, 1_00, 1, 0, -1_00, null, 0, null, null]);
        layers[1]!.splice(1, 4, -4_00, -4_99, 0, 1_00);
        layers[1]![10] = -4_99;
        layers[1]![8] = 15;
      },
      [{ check: 'settlements', layer: 8, posting: 15, expected: 0, found: 1 }],
    ],
    [
      'a date accreted through, though a later accretion is reversed',
      ({ layers }) => {
        layers[0]![5] = '2025-03-31';
      },
      [{ check: 'accretedThrough', ...layer(7, '2025-02-28', '2025-03-31') }],
    ],
    [
      'a layer that says it is reversed',
      ({ layers }) => {
        layers[1]![6] = 1;
      },
      [{ check: 'isReversed', ...layer(8, 0, 1) }],
    ],
    [
      'a recognition that is not where the layer says',
      ({ layers }) => {
        layers[1]![7] = 10;
      },
      [{ check: 'recognized', ...layer(8, 10, 13) }],
    ],
    [
      'a newest posting',
      ({ layers }) => {
        layers[1]![8] = 14;
      },
      [{ check: 'newest', ...layer(8, 13, 14) }],
    ],
    [
      'a starting balance',
      ({ movements }) => {
        movements[2]![7] = 100_99;
      },
      [{ check: 'base', layer: 7, posting: 12, expected: 101_00, found: 100_99 }],
    ],
    [
      'an accretion without a starting balance',
      ({ movements }) => {
        movements[1]![7] = null;
      },
      [{ check: 'accretions', layer: 7, posting: 11 }],
    ],
    [
      'an accretion without its time',
      ({ movements }) => {
        movements[1]![8] = 0;
      },
      [{ check: 'accretions', layer: 7, posting: 11 }],
    ],
    [
      'an accretion that moves cash',
      ({ movements }) => {
        movements[1]![6] = 3;
      },
      [{ check: 'accretions', layer: 7, posting: 11, expected: 0, found: 3 }],
    ],
    [
      'a change that capitalizes another amount',
      ({ layers, movements }) => {
        movements[3]![4] = -4_00;
        layers[1]![2] = -4_00;
        layers[1]![10] = -4_00;
      },
      [{ check: 'changes', layer: 8, posting: 13, expected: -5_00, found: -4_00 }],
    ],
    [
      'a movement on a layer of somebody else',
      ({ movements, postings }) => {
        movements.push([3, 9, REVISED, 1, 1, 0, 0, null, 0, null, null]);
        postings[3]![5] = 2;
      },
      [{ check: 'foreign', layer: 9, posting: 13 }],
    ],
    [
      'a number that was left out',
      ({ postings }) => {
        for (const posting of postings.slice(2)) posting[7] += 1;
      },
      [{ check: 'number', layer: null, posting: 12, expected: 3, found: 4 }],
    ],
    [
      'numbers in another order than the postings',
      ({ postings }) => {
        [postings[3]![7], postings[4]![7]] = [5, 4];
      },
      [
        { check: 'number', layer: null, posting: 13, expected: 4, found: 5 },
        { check: 'number', layer: null, posting: 14, expected: 6, found: 4 },
      ],
    ],
    [
      'a posting with another number of movements',
      ({ postings }) => {
        postings[1]![5] = 2;
      },
      [{ check: 'sealed', layer: null, posting: 11, expected: 1, found: 2 }],
    ],
    [
      'a posting that is not sealed',
      ({ postings }) => {
        postings[1]![5] = null;
      },
      [{ check: 'sealed', layer: null, posting: 11, expected: 1, found: null }],
    ],
    [
      'a reversal of another amount',
      ({ layers, movements, reversals }) => {
        reversals[0] = [0, 7, ACCRETED, -1_00, 1_01, 0];
        movements[4]![3] = -1_00;
        layers[0]![1] = 101_01;
      },
      [{ check: 'reversals', layer: 7, posting: 14, expected: -1_01, found: -1_00 }],
    ],
    [
      'a reversal of nothing',
      ({ layers, movements, reversals, postings }) => {
        postings[4]![4] = null;
        movements[4]![3] = 0;
        reversals[0] = [0, 7, ACCRETED, 0, null, 0];
        layers[0]![1] = 102_01;
        layers[0]![5] = '2025-03-31';
      },
      [{ check: 'reversals', layer: 7, posting: 14, expected: 0, found: 0 }],
    ],
    [
      'a second reversal of the same movement',
      ({ layers, movements, reversals, postings }) => {
        postings.push([15, '2025-03-31', 0, 1, 12, 1, 0, 6]);
        movements.push([5, 7, ACCRETED, -1_01, ...NONE, null, 0, null, null]);
        reversals.push([1, 7, ACCRETED, -1_01, 1_01, 1]);
        layers[0]![1] = 99_99;
        layers[0]![8] = 15;
      },
      [{ check: 'reversedTwice', layer: 7, posting: 12, expected: 1, found: 2 }],
    ],
  ];
  it.each(cases)('reports %s, and nothing else', (_, change, differences) => {
    const changed = books();
    change(changed);
    expect(check(changed)).toMatchObject(differences);
    expect(check(changed)).toHaveLength(differences.length);
  });

  it('recognizes a layer whose recognition is reversed', () => {
    const given = books();
    given.postings.push([15, '2025-03-31', 0, 1, 13, 1, 0, 6]);
    given.movements.push([5, 8, REVISED, 5_00, 5_00, 0, 0, null, 0, null, null]);
    given.reversals.push([1, 8, REVISED, 5_00, -5_00, 1]);
    given.layers[1] = [8, 0, 0, 0, 0, null, 1, 13, 15, null, 0, null, 1, '2025-03-31', 10, null];
    expect(check(given)).toEqual([]);
    given.layers[1]![6] = 0;
    expect(check(given)).toMatchObject([{ check: 'isReversed', ...layer(8, 1, 0) }]);
  });

  describe('of a company that depreciates', () => {
    const STRAIGHT_LINE = { depreciation: 'straight-line', hasDepreciated: true } as const;

    /** Layer 7, with ten years, is depreciated for January and February; layer 8 ends later, from the end of March. */
    function depreciated(): Books {
      const given = books();
      given.postings = [
        [10, '2025-01-31', 0, 0, null, 1, 0, 1],
        [11, '2025-02-28', 0, 0, null, 1, 0, 2],
        [12, '2025-03-31', 0, 0, null, 1, 0, 3],
        [13, '2025-03-31', 0, 0, null, 1, 0, 4],
      ];
      given.movements = [
        [0, 7, INCURRED, 100_00, 100_00, 0, 0, null, 0, null, null],
        [1, 7, DEPRECIATED, 0, 0, -83, 0, 100_00, 1, 1, 120],
        [2, 7, DEPRECIATED, 0, 0, -84, 0, 100_00, 1, 1, 60],
        [3, 8, REVISED, 5_00, 5_00, 0, 0, null, 0, null, null],
      ];
      given.reversals = [];
      given.layers = [
        [
          7,
          100_00,
          100_00,
          -1_67,
          0,
          null,
          0,
          10,
          12,
          '2025-03-31',
          98_33,
          '2025-03-31',
          1,
          '2025-01-31',
          10,
          null,
        ],
        [8, 5_00, 5_00, 0, 0, null, 0, 13, 13, null, 5_00, null, 1, '2025-03-31', 10, null],
      ];
      return given;
    }

    it('accepts caches that match their movements', () => {
      expect(check(depreciated(), STRAIGHT_LINE)).toEqual([]);
    });

    const cases: [name: string, change: (books: Books) => void, differences: Partial<BooksDifference>[]][] = [
      [
        'how far a layer is depreciated',
        ({ layers }) => {
          layers[0]![9] = '2025-02-28';
        },
        [{ check: 'depreciatedThrough', ...layer(7, '2025-03-31', '2025-02-28') }],
      ],
      [
        'what depreciation is counted from',
        ({ layers }) => {
          layers[0]![10] = 100_00;
        },
        [{ check: 'arcBase', ...layer(7, 98_33, 100_00) }],
      ],
      [
        'the day it is counted from',
        ({ layers }) => {
          layers[0]![11] = null;
        },
        [{ check: 'arcBaseDay', ...layer(7, '2025-03-31', null) }],
      ],
      [
        'a charge that its time does not say',
        ({ movements }) => {
          movements[2]![9] = 2;
        },
        [{ check: 'depreciations', layer: 7, posting: 12, expected: -2_50, found: -84 }],
      ],
      [
        'a depreciation that moves the liability',
        ({ layers, movements }) => {
          movements[2]![3] = 1;
          layers[0]![1] = 100_01;
        },
        [{ check: 'depreciations', layer: 7, posting: 12, expected: 0, found: 1 }],
      ],
      [
        'a revision that capitalizes more than it is',
        ({ layers, movements }) => {
          movements[3]![3] = 4_00;
          layers[1]![1] = 4_00;
        },
        [{ check: 'changes', layer: 8, posting: 13, expected: 4_00, found: 5_00 }],
      ],
    ];
    it.each(cases)('reports %s, and nothing else', (_, change, differences) => {
      const changed = depreciated();
      change(changed);
      expect(check(changed, STRAIGHT_LINE)).toMatchObject(differences);
      expect(check(changed, STRAIGHT_LINE)).toHaveLength(differences.length);
    });

    it('accepts a partly expensed revision if assets are depreciated', () => {
      const given = depreciated();
      given.movements[3]![3] = 8_00;
      given.layers[1]![1] = 8_00;
      expect(check(given, STRAIGHT_LINE)).toEqual([]);
      expect(check(given)).toMatchObject([{ check: 'changes' }]);
    });
  });

  it('reports at most fifty differences of a kind', () => {
    const layers = Array.from(
      { length: 60 },
      (_, id): CheckedLayer => [
        ...([id, 1, 1, 0, 0] as const),
        null,
        0,
        1,
        1,
        null,
        2,
        null,
        id,
        '2025-01-31',
        10,
        null,
      ],
    );
    const movements = layers.map(
      ([id]): CheckedMovement => [0, id, INCURRED, 2, 2, 0, 0, null, 0, null, null],
    );
    const postings: CheckedPosting[] = [[1, '2025-01-31', 0, 0, null, 60, 0, 1]];
    const tally = createBooksTally(layers, postings, NOT_DEPRECIATING);
    tally.addMovements([0], movements);
    const found = tally.differences(layers);
    expect(found.filter(({ check }) => check === 'liability')).toHaveLength(50);
    expect(found.filter(({ check }) => check === 'arcCost')).toHaveLength(50);
  });
});
