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
    // Equal values keep their order in both directions.
    [
      ['x', 'a', 'X'],
      [1, 0, 2],
      [0, 2, 1],
    ],
    // Blanks come last in both directions.
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
    // The same letter, composed and decomposed.
    [
      ['é', 'e\u0301'],
      [0, 1],
      [0, 1],
    ],
  ])('%#', (values, ascending, descending) => {
    expect(order(values, 'ascending')).toEqual(ascending);
    expect(order(values, 'descending')).toEqual(descending);
  });

  it('returns the same rows if no column is given, and never mutates the list', () => {
    const rows = rowsOf([2, 1]);
    expect(sortRows(rows, undefined, 'descending')).toBe(rows);
    sortRows(rows, (row) => row.value, 'ascending');
    expect(rows.map(({ id }) => id)).toEqual([0, 1]);
  });

  it('keeps every row once, in order', () => {
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
