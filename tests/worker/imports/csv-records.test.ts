import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readCsvCell } from '~/domain/files/csv-cell';
import { anyBytes, anyCuts, anyNumberedFile, anyText, parseWhole, readFile } from '../../support/csv-files';

const encode = (text: string) => new TextEncoder().encode(text);
const CUTS = [7];

function read(content: string | Uint8Array) {
  return readFile({ bytes: typeof content === 'string' ? encode(content) : content, cuts: CUTS });
}

function utf16(text: string, mark: number[]): Uint8Array {
  const codes = Uint16Array.from(text, (character) => character.charCodeAt(0));
  return new Uint8Array([...mark, ...new Uint8Array(codes.buffer)]);
}

describe('reading a CSV file', () => {
  it('numbers rows like a spreadsheet', async () => {
    expect(await read('a,b\r\n1,"x\ny\r\nz"\r\n\r\n , \r\n2,"say ""hi"""\r\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', 'x\ny\nz'] },
      { row: 5, cells: ['2', 'say "hi"'] },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('ends rows at %j', async (lineBreak) => {
    const records = [
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', '2'] },
      { row: 4, cells: ['3', '4'] },
    ];
    expect(await read(['a,b', '1,2', '', '3,4'].join(lineBreak))).toEqual(records);
    expect(await read(['a,b', '1,2', '', '3,4', ''].join(lineBreak))).toEqual(records);
  });

  it('accepts mixed line breaks, as in concatenated files', async () => {
    expect(await read('a\r\n1\n2\r3')).toEqual(
      ['a', '1', '2', '3'].map((cell, index) => ({ row: index + 1, cells: [cell] })),
    );
  });

  it('skips the byte order mark and blank lines before the titles', async () => {
    expect(await read('\uFEFF\n\nØ,é\n')).toEqual([{ row: 3, cells: ['Ø', 'é'] }]);
  });

  it('removes the guard from formulas', async () => {
    expect(await read("a\n'=1+1\n'-5\n-5\n")).toMatchObject(
      ['a', '=1+1', "'-5", '-5'].map((cell) => ({ cells: [cell] })),
    );
  });

  it('reads nothing from an empty file', async () => expect(await read('')).toEqual([]));

  it.each<[string, string | Uint8Array, string]>([
    ['UTF-16, little end first', utf16('a,b\n1,2\n', [0xff, 0xfe]), 'The file is encoded as UTF-16.'],
    ['UTF-16, big end first', new Uint8Array([0xfe, 0xff, 0, 97, 0, 10]), 'The file is encoded as UTF-16.'],
    ['UTF-16 without a mark', utf16('a,b\n1,2\n', []), 'The file isn’t plain text (see row 1).'],
    ['NUL characters', 'a,b\n1,2\r\n3,\0\n', 'The file isn’t plain text (see row 3).'],
    [
      'Windows’ own encoding',
      new Uint8Array([...encode('a,b\r\n1,2\r\n\r\n'), 0xd8, 0x53, 0x54]),
      'The file isn’t UTF-8 (see row 4).',
    ],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      'The file isn’t UTF-8 (see row 1).',
    ],
    ['a character cut off', encode('a,b\nØ').subarray(0, -1), 'The file isn’t UTF-8 (see row 2).'],
    ['an open quote', 'a,b\n1,2\n3,"4\n5,6\n', 'Row 3 has an opening quotation mark with no closing one.'],
    [
      'text after a quote',
      'a,b\n\n1,"North" Field\n',
      'Row 3 has text after a closing quotation mark. To include a quotation mark in a value, double it.',
    ],
    [
      'quoted titles between semicolons',
      '"wellCode";"wellName";"field"\n"1";"2";"3"\n',
      'Columns are separated by semicolons.',
    ],
    ['a row that is too wide', `a,b\n1${',2'.repeat(200)}\n`, 'Row 2 has 201 columns. The limit is 200.'],
  ])('rejects %s', async (_, content, message) => {
    expect(await read(content)).toEqual(expect.stringContaining(message));
  });

  it('tolerates quotation marks within a value', async () => {
    expect(await read('a\n9 5/8" casing\n')).toMatchObject([
      { row: 1 },
      { row: 2, cells: ['9 5/8" casing'] },
    ]);
  });
});

describe('a file of 5 MB', () => {
  const size = 5_242_880;
  const cuts = [65_536];
  it.each<[string, string, string]>([
    ['of commas', ',', 'Row 1 is longer than 200,000 characters.'],
    [
      'of quotation marks',
      '"',
      'Row 1 is longer than 200,000 characters. Check for a missing closing quotation mark.',
    ],
    ['of open quotes and blanks', `"a"${' '.repeat(50_000)}`, 'Row 1 is longer than 200,000 characters.'],
    ['of one letter', 'x', 'Row 1 is longer than 200,000 characters.'],
  ])('%s is rejected after its first chunk', async (_, unit, message) => {
    const bytes = encode(unit.repeat(size / unit.length));
    expect(await readFile({ bytes, cuts })).toEqual(expect.stringContaining(message));
  });

  it('of line breaks has no rows', async () => {
    expect(await readFile({ bytes: encode('\n'.repeat(size)), cuts })).toEqual([]);
  });

  it('is streamed from R2', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `row ${index + 1},"1,2"`);
    await env.UPLOADS.put('test', lines.join('\r\n'));
    const object = await env.UPLOADS.get('test');
    let count = 0;
    const { readCsvRecords } = await import('~/csv-records');
    for await (const { row, cells } of readCsvRecords(object!.body as unknown as AsyncIterable<Uint8Array>)) {
      count += 1;
      if (cells[0] !== `row ${row}` || cells[1] !== '1,2') throw new Error(`row ${row} is ${cells}`);
    }
    expect(count).toBe(200_000);
  });
});

describe('any file, split into arbitrary chunks', () => {
  it('is read as papaparse reads the whole file, or rejected with a message if papaparse reports an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyCuts, async (bytes, cuts) => {
        const whole = parseWhole(bytes);
        const records = await readFile({ bytes, cuts });
        if (whole === null) expect(records).toEqual(expect.stringMatching(/^(The|A|In|Row) .*\.$/));
        else expect(records).toEqual(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  it('matches papaparse’s output when its line breaks are consistent', async () => {
    await fc.assert(
      fc.asyncProperty(anyNumberedFile, anyCuts, async ({ text }, cuts) => {
        const { data } = Papa.parse<string[]>(text, { delimiter: ',' });
        const expected = data
          .map((cells) => cells.map((cell) => readCsvCell(cell.replace(/\r\n?/g, '\n'))))
          .filter((cells) => cells.some((cell) => cell.trim() !== ''));
        const records = await readFile({ bytes: encode(text), cuts });
        expect(Array.isArray(records) ? records.map(({ cells }) => cells) : records).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('gets the expected row numbers', async () => {
    await fc.assert(
      fc.asyncProperty(anyNumberedFile, anyCuts, async ({ text, rows }, cuts) => {
        const records = await readFile({ bytes: encode(text), cuts });
        if (!Array.isArray(records)) throw new Error(records);
        expect(records.map(({ row }) => row)).toEqual(rows);
        expect(records.map(({ cells }) => cells[0])).toEqual(rows.map((row) => `row ${row}`));
      }),
      { numRuns: 500 },
    );
  });

  it('reads the same wherever it is split', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyCuts, async (text, cuts) => {
        const bytes = encode(text);
        expect(await readFile({ bytes, cuts })).toEqual(await readFile({ bytes, cuts: [bytes.length + 1] }));
      }),
      { numRuns: 500 },
    );
  });
});
