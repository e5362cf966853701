import { describe, expect, it } from 'vitest';
import { fileError, readWellFile } from '~/components/imports/well-file';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';

const TITLES = 'wellCode;wellName;wellStatus;field;activeDate';
const csvFile = (name: string, content: BlobPart) => new File([content], name, { type: 'text/csv' });

const readWithCommas = (lines: string) => readWellFile(csvFile('wells.csv', lines), [], { usesCommas: true });

describe('a file with semicolons, parsed as separators', () => {
  it('has one row per line, whatever the line endings', async () => {
    const { rows, problem } = await readWithCommas(
      `${TITLES}\r\nA-1;"One; two";Active;North;2020-01-01\nA-2;Two;Active;North;2020-01-01\rA-3;Three;Active;North;2020-01-01`,
    );
    expect(problem).toBeNull();
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['A-1', 'One; two'],
      ['A-2', 'Two'],
      ['A-3', 'Three'],
    ]);
  });

  it('is refused if an unpaired quotation mark would swallow the rows below', async () => {
    const read = readWithCommas(
      `${TITLES}\nA-1;"North" field;Active;North;2020-01-01\nA-2;Two;Active;North;2020-01-01\n`,
    );
    await expect(read).rejects.toThrow('Row 2 has an unmatched quotation mark. Correct it in the file.');
  });
});

describe('a chosen file', () => {
  it('is refused where it is empty or too large', () => {
    expect(fileError([csvFile('nothing.csv', '')])).toBe('"nothing.csv" is empty.');
    const most = csvFile('most.csv', 'x'.repeat(5_242_880));
    expect(fileError([most])).toBeNull();
    expect(fileError([csvFile('large.csv', 'x'.repeat(5_242_881))])).toBe(
      '"large.csv" is 5.1 MB. The limit is 5 MB. Split it into smaller files.',
    );
  });

  it.each<[string, Buffer<ArrayBuffer>, string]>([
    ['UTF-16', Buffer.from(`\uFEFF${TITLES}`, 'utf16le'), 'The file is encoded as UTF-16.'],
    [
      'Windows’ own encoding',
      Buffer.from(`${TITLES}\nØ;Ø;Active;Ø;2024-01-01`, 'latin1'),
      'The file isn’t UTF-8 (see row 2).',
    ],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'The file isn’t UTF-8 (see row 1).'],
  ])('is refused if it is not text: %s', async (_, content, reason) => {
    await expect(readWellFile(csvFile('wells.csv', content), [])).rejects.toThrow(reason);
  });

  it('from Excel on Windows keeps the row numbers shown there', async () => {
    const { header, rows, problem } = await readWellFile(
      csvFile(
        'excel.csv',
        [
          `\uFEFF${TITLES.replaceAll(';', ',')}`,
          'X-1,"Åsgard, Øst",Active,ÅSGARD,2024-01-01',
          ',,,,',
          'X-2,"A ""quoted"" name",Plugged,ÅSGARD,2024-13-01',
          'X-3,"Åsgard\r\nVest",Active,ÅSGARD,2024-01-01',
          '',
        ].join('\r\n'),
      ),
      [],
    );
    expect(problem).toBeNull();
    expect(rows.map(({ row, cells }) => [row, cells[1]])).toEqual([
      [2, 'Åsgard, Øst'],
      [4, 'A "quoted" name'],
      [5, 'Åsgard\nVest'],
    ]);
    const readRow = createWellCsvRowReader(header);
    expect(rows.map(({ cells }) => readRow(cells))).toMatchObject([
      { ok: true },
      { wellCode: 'X-2', error: 'Active date must be a valid date (YYYY-MM-DD), not "2024-13-01"' },
      {
        wellCode: 'X-3',
        error: 'Well name must not contain line breaks, control characters or direction marks',
      },
    ]);
  });
});
