import { describe, expect, it } from 'vitest';
import { csvCell } from '~/domain/csv-cell';

describe('csvCell', () => {
  it.each<[string | number, string]>([
    ['=1+1', "'=1+1"],
    ['+5', "'+5"],
    ['-5+cmd|calc', "'-5+cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
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
    ['two\r\nlines\nor\rthree', 'two lines or three'],
  ])('leaves the rest on one line: %j', (value, cell) => expect(csvCell(value)).toBe(cell));
});
