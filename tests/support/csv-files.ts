import fc from 'fast-check';
import Papa from 'papaparse';
import { CsvFileError, type CsvRecord, readCsvRecords } from '~/csv-records';
import { readCsvCell } from '~/domain/files/csv-cell';
import { MAX_CSV_COLUMNS } from '~/domain/files/well-csv';

/** A file's bytes, split into chunks of the given lengths, repeated as needed. */
export type CutFile = { bytes: Uint8Array; cuts: number[] };

export const anyCuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

/** Text full of characters that are special to a CSV reader, in any order. */
export const anyText = fc.string({
  unit: fc.constantFrom(
    ',',
    '"',
    '\r',
    '\n',
    '\r\n',
    '""',
    ' ',
    ';',
    '\t',
    "'",
    '=',
    'a',
    'b',
    'Ø',
    '😀',
    '\uFEFF',
  ),
  maxLength: 200,
});

/** Bytes of all kinds: text, sometimes with invalid bytes. */
export const anyBytes = fc.oneof(
  { weight: 4, arbitrary: anyText.map((text) => new TextEncoder().encode(text)) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyText, fc.uint8Array({ maxLength: 4 }), anyText).map(([before, bytes, after]) => {
      const encoder = new TextEncoder();
      return new Uint8Array([...encoder.encode(before), ...bytes, ...encoder.encode(after)]);
    }),
  },
);

/** A well-formed file whose cells contain their row number, counted independently. */
export type NumberedFile = { text: string; rows: number[] };

const anyCell = fc.string({
  unit: fc.constantFrom('a', 'Ø', ',', '"', '\n', '\r\n', '\r', ' ', "'", '='),
  maxLength: 8,
});
const anyRecord = fc.oneof(
  { weight: 1, arbitrary: fc.constant('blank' as const) },
  { weight: 1, arbitrary: fc.constantFrom('commas' as const, 'spaces' as const) },
  { weight: 4, arbitrary: fc.array(anyCell, { maxLength: 5 }) },
);

/** Consecutive records with every kind of quoting, blank lines between them, and one kind of line break. */
export const anyNumberedFile: fc.Arbitrary<NumberedFile> = fc
  .record({
    records: fc.array(anyRecord, { maxLength: 40 }),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    hasMark: fc.boolean(),
    endsInLineBreak: fc.boolean(),
  })
  .map(({ records, lineBreak, hasMark, endsInLineBreak }) => {
    const rows: number[] = [];
    const lines = records.map((record, index) => {
      if (record === 'blank') return '';
      if (record === 'commas') return ',,';
      if (record === 'spaces') return ' ,"  "';
      rows.push(index + 1);
      return [`row ${index + 1}`, ...record].map(quoted).join(',');
    });
    const end = endsInLineBreak ? lineBreak : '';
    return { text: `${hasMark ? '\uFEFF' : ''}${lines.join(lineBreak)}${end}`, rows };
  });

/** Quotes a cell when necessary, and sometimes when not. */
function quoted(cell: string): string {
  const isPlain = !/[",\r\n]/.test(cell) && !cell.startsWith(' ') && cell.length % 3 !== 1;
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

async function* cutIntoPieces({ bytes, cuts }: CutFile): AsyncGenerator<Uint8Array> {
  for (let start = 0, next = 0; start < bytes.length; next += 1) {
    const end = start + cuts[next % cuts.length]!;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Reads a file with the CSV reader. Returns its records, or the message of its refusal. Other errors are rethrown. */
export async function readFile(file: CutFile): Promise<CsvRecord[] | string> {
  const records: CsvRecord[] = [];
  try {
    for await (const record of readCsvRecords(cutIntoPieces(file))) records.push(record);
    return records;
  } catch (error) {
    if (error instanceof CsvFileError) return error.message;
    throw error;
  }
}

/** Parses the whole file with papaparse. Returns the nonblank records, or null if papaparse finds an error. */
export function parseWhole(bytes: Uint8Array): CsvRecord[] | null {
  let text: string;
  try {
    // papaparse removes the byte order mark itself.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  if (text.includes('\0')) return null;
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
    delimiter: ',',
    newline: '\n',
  });
  if (errors.length > 0 || data.some((cells) => cells.length > MAX_CSV_COLUMNS)) return null;
  return data.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== '') ? [{ row: index + 1, cells: cells.map(readCsvCell) }] : [],
  );
}
