import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SortValue, sortRows } from '~/components/ui/use-sorted-rows';

type Row = { id: number; value: SortValue };

const rowsOf = (values: SortValue[]): Row[] => values.map((value, id) => ({ id, value }));
const order = (values: SortValue[], direction: 'ascending' | 'descending') =>
  sortRows(rowsOf(values), (row) => row.value, direction).map(({ id }) => id);

describe('sortRows', () => {
  it.each<[SortValue[], number[], number[]]>([
    [
      ['b', 'A', 'c'],
      [1, 0, 2],
      [2, 0, 1],
    ],
    // Equal ones keep their order, either way.
    [
      ['x', 'a', 'X'],
      [1, 0, 2],
      [0, 2, 1],
    ],
    // What is empty comes last, either way.
    [[null, 2, '', 1].map((value) => value || null), [3, 1, 0, 2], [1, 3, 0, 2]],
    [
      ['', 'b', null, 'a'],
      [3, 1, 0, 2],
      [1, 3, 0, 2],
    ],
    [
      [10n, 9n, -1n],
      [2, 1, 0],
      [0, 1, 2],
    ],
    [
      [true, false],
      [1, 0],
      [0, 1],
    ],
    // The same letter, composed and not.
    [
      ['é', 'e\u0301'],
      [0, 1],
      [0, 1],
    ],
  ])('%#', (values, ascending, descending) => {
    expect(order(values, 'ascending')).toEqual(ascending);
    expect(order(values, 'descending')).toEqual(descending);
  });

  it('leaves the rows as they are where no column is named, and never touches the list itself', () => {
    const rows = rowsOf([2, 1]);
    expect(sortRows(rows, undefined, 'descending')).toBe(rows);
    sortRows(rows, (row) => row.value, 'ascending');
    expect(rows.map(({ id }) => id)).toEqual([0, 1]);
  });

  it('has every row once, and no two neighbours the wrong way round', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), fc.boolean(), (values, isDown) => {
        const rows = sortRows(rowsOf(values), (row) => row.value, isDown ? 'descending' : 'ascending');
        expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(values.map((_, id) => id));
        const filled = rows.flatMap(({ value }) => (value === null ? [] : [Number(value)]));
        expect(rows.slice(filled.length).every(({ value }) => value === null)).toBe(true);
        for (const [index, value] of filled.slice(1).entries()) {
          expect((isDown ? -1 : 1) * (value - filled[index]!)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
