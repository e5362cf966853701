import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvCell } from '~/domain/files/csv-cell';
import { type CsvValue, csvLine } from '~/domain/files/csv-line';

describe('csvLine', () => {
  it.each<[CsvValue[], string]>([
    [['A-1', 2, '-1104.11', null, undefined, ''], 'A-1,2,-1104.11,,,\r\n'],
    [['a, b', 'say "no"', ' blank', 'blank '], '"a, b","say ""no"""," blank","blank "\r\n'],
    [['=1+1', '-1', '-x', '@a', 'two\nlines'], "'=1+1,-1,'-x,'@a,two lines\r\n"],
    [['NO 15/9-A-001', 'HAVØRN', '+', 'x\t', '\uFEFF'], 'NO 15/9-A-001,HAVØRN,\'+,"x\t","\uFEFF"\r\n'],
    [['a;b', 'a\tb', ';', 'x;=1+1', '＝1;2'], '"a;b","a\tb",";","x;=1+1","\'＝1;2"\r\n'],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('matches a CSV library’s output for guarded cells, and can be read back', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'aZ0 ,;"\'=+-@＝＠.\t\r\n/()Ø\uFEFF') }),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.integer()), { minLength: 2, maxLength: 6 }), (cells) => {
        const guarded = cells.map(csvCell);
        // The library doesn't account for spreadsheets that split cells at semicolons or tabs.
        const quotes = guarded.map((cell) => /[;\t]/.test(cell));
        expect(csvLine(cells)).toBe(`${Papa.unparse([guarded], { newline: '\r\n', quotes })}\r\n`);
        expect(Papa.parse(csvLine(cells), { delimiter: ',', newline: '\r\n' }).data[0]).toEqual(guarded);
      }),
      { numRuns: 2000 },
    );
  });
});
