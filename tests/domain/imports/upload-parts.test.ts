import { expect, test } from 'vitest';
import { splitIntoParts } from '~/domain/imports/upload-parts';
import { readFile } from '../../support/csv-files';

const TITLES = ['wellCode', 'wellName'];
const HEAD = 'wellCode,wellName\r\n';

function rowsOf(...codes: string[]) {
  return codes.map((code, index) => ({ row: index + 2, cells: [code, 'Ålesund'] }));
}

test('a part holds the rows that fit, each on its line in the file', () => {
  const rows = [
    { row: 4, cells: ['W-1', 'One'] },
    { row: 7, cells: ['W-2', 'Two'] },
  ];
  expect(splitIntoParts(TITLES, rows, { headerRow: 3, maxBytes: 1000 })).toEqual([
    `\n\n${HEAD}W-1,One\r\n\n\nW-2,Two\r\n`,
  ]);
  expect(splitIntoParts(TITLES, [], { headerRow: 1, maxBytes: 1000 })).toEqual([HEAD]);
});

test('cells arrive as reviewed, with their line breaks', async () => {
  const rows = [
    { row: 2, cells: ['W-1', 'One\n "of" two\n=x'] },
    { row: 4, cells: ['W-2', '=Two\nthree'] },
  ];
  const [text = ''] = splitIntoParts(TITLES, rows, { headerRow: 1, maxBytes: 1000 });
  const bytes = new TextEncoder().encode(text);
  expect(await readFile({ bytes, cuts: [bytes.length] })).toEqual([{ row: 1, cells: TITLES }, ...rows]);
});

test('a part ends before it would be too large, and every row is in exactly one part', () => {
  const rows = rowsOf(...Array.from({ length: 50 }, (_, index) => `W-${index}`));
  const parts = splitIntoParts(TITLES, rows, { headerRow: 1, maxBytes: 200 });
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(200);
  const lines = parts.flatMap((part) =>
    part.split('\n').flatMap((line, index) => (index > 0 && line ? [[index + 1, line]] : [])),
  );
  expect(lines).toEqual(rows.map(({ row, cells }) => [row, `${cells.join(',')}\r`]));
});

test('consecutive rows of a well stay together', () => {
  const row = 'A,Ålesund\r\n'.length + 1;
  // Leaves room for the blank lines that replace the rows of earlier parts.
  const maxBytes = HEAD.length + 3 * row + 4;
  const parts = splitIntoParts(TITLES, rowsOf('A', 'B', 'b', 'B', 'C'), { headerRow: 1, maxBytes });
  expect(
    parts.map((part) =>
      part
        .trim()
        .split(/\s+/)
        .slice(1)
        .map((line) => line.split(',')[0]?.toUpperCase()),
    ),
  ).toEqual([['A'], ['B', 'B', 'B'], ['C']]);
});

test('a well with more rows than fit in one part is split', () => {
  const parts = splitIntoParts(TITLES, rowsOf(...Array(20).fill('A')), { headerRow: 1, maxBytes: 100 });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('').match(/A,/g)).toHaveLength(20);
});
