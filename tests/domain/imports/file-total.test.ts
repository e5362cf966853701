import { describe, expect, it } from 'vitest';
import { findFileTotal } from '~/domain/imports/file-total';

describe('the file’s own total of its balances', () => {
  it('equals the sum of the rows, or shows the difference', () => {
    expect(findFileTotal([{ row: 9, cents: 500n }], 500n)).toEqual({ row: 9, cents: 500n, difference: 0n });
    expect(findFileTotal([{ row: 9, cents: 700n }], 500n)).toEqual({ row: 9, cents: 700n, difference: 200n });
    expect(findFileTotal([{ row: 9, cents: 300n }], 500n)).toMatchObject({ difference: -200n });
  });

  it('is distinguished from subtotals, which are not compared', () => {
    const parts = [
      { row: 4, cents: 200n },
      { row: 8, cents: 300n },
    ];
    expect(findFileTotal([...parts, { row: 9, cents: 500n }], 500n)).toMatchObject({
      row: 9,
      difference: 0n,
    });
    expect(findFileTotal(parts, 500n)).toBeNull();
    expect(findFileTotal([], 500n)).toBeNull();
  });
});
