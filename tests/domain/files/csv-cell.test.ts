import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, readCsvCell } from '~/domain/files/csv-cell';

describe('csvCell', () => {
  it.each<[string | number, string]>([
    ['=1+1', "'=1+1"],
    ['+5', "'+5"],
    ['-5+cmd|calc', "'-5+cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋5', "'＋5"],
    [' －x', "' －x"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['－5', "'－5"],
    ["'＝1", "''＝1"],
    ['\tx', "'\tx"],
    ['\r=x', "' =x"],
    ['\n=cmd()', "' =cmd()"],
    ['\r\n\r\n@x', "'  @x"],
    [' =x', "' =x"],
    ['-', "'-"],
    ['--5', "'--5"],
    ['-5e3', "'-5e3"],
    ['-1,000', "'-1,000"],
    ['-5\n', "'-5 "],
    // Text that already looks disarmed, so that only one apostrophe is ours.
    ["'=1+1", "''=1+1"],
    ["''@x", "'''@x"],
  ])('disarms %j', (value, cell) => expect(csvCell(value)).toBe(cell));

  it.each<[string | number, string]>([
    ['-1104.11', '-1104.11'],
    ['27070.90', '27070.90'],
    [-5, '-5'],
    [0, '0'],
    ['', ''],
    ['1/3-A-1 H', '1/3-A-1 H'],
    ['Ekofisk, "A"', 'Ekofisk, "A"'],
    ['ØST é', 'ØST é'],
    ['a=b', 'a=b'],
    ["'", "'"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ["'-5", "'-5"],
    ['two\r\nlines\nor\rthree', 'two lines or three'],
  ])('leaves other text unchanged, on one line: %j', (value, cell) => expect(csvCell(value)).toBe(cell));
});

describe('readCsvCell', () => {
  it.each([
    ["'=1+1", '=1+1'],
    ["'＝1+1", '＝1+1'],
    ["'-", '-'],
    ["''=1+1", "'=1+1"],
    ['-5', '-5'],
    ["'-5", "'-5"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ["'", "'"],
    ['', ''],
    ['=1+1', '=1+1'],
  ])('reads %j', (cell, text) => expect(readCsvCell(cell)).toBe(text));

  it('reads back any text on one line that csvCell wrote', () => {
    const text = fc.string({ unit: fc.constantFrom(...'\'=-@＝＋－＠\t 1a,;"') });
    fc.assert(
      fc.property(text, (value) => {
        expect(readCsvCell(csvCell(value))).toBe(value);
      }),
      { numRuns: 5_000 },
    );
  });
});
