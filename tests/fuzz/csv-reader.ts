import fc from 'fast-check';
import { anyBytes, anyCuts, anyNumberedFile, parseWhole, readFile } from '../support/csv-files';

const BATCH = 10_000;

const tally = { read: 0, refused: 0, rows: 0 };

/**
 * Feeds files to the CSV reader, half of them arbitrary bytes and half well-formed. Each file must be read like papaparse reads the whole
 * of it, with the row numbers counted independently, or be refused with a message.
 */
export async function fuzzCsvReader(count = 1_000_000, seed = Date.now() % 2 ** 31): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < count; done += BATCH) {
    const numRuns = Math.ceil(Math.min(BATCH, count - done) / 2);
    const parameters = { numRuns, seed: seed + done };
    await fc.assert(fc.asyncProperty(anyBytes, anyCuts, isReadAsWhole), parameters);
    await fc.assert(fc.asyncProperty(anyNumberedFile, anyCuts, isNumberedAsCounted), parameters);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(`\r${Math.min(done + BATCH, count)} files in ${seconds} s`);
  }
  const { read, refused, rows } = tally;
  console.log(
    `\nNo fault found: ${read} files with ${rows} rows read, ${refused} refused in words (seed ${seed})`,
  );
}

async function isReadAsWhole(bytes: Uint8Array, cuts: number[]): Promise<boolean> {
  const records = await readFile({ bytes, cuts });
  const whole = parseWhole(bytes);
  if (typeof records === 'string') {
    tally.refused += 1;
    return whole === null && /^(The|A|In|Row) .+\.$/.test(records);
  }
  tally.read += 1;
  tally.rows += records.length;
  return JSON.stringify(records) === JSON.stringify(whole);
}

async function isNumberedAsCounted(
  { text, rows }: { text: string; rows: number[] },
  cuts: number[],
): Promise<boolean> {
  const records = await readFile({ bytes: new TextEncoder().encode(text), cuts });
  if (typeof records === 'string') return false;
  tally.read += 1;
  tally.rows += records.length;
  const isCounted = rows.every((row, index) => {
    const record = records[index];
    return record?.row === row && record.cells[0] === `row ${row}`;
  });
  return isCounted && records.length === rows.length;
}
