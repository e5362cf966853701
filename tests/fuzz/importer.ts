import fc from 'fast-check';
import { anyCell, anyFile, anyTarget, isMapped, isNeverGuessed } from '../support/importer-fuzz';

const BATCH = 10_000;

/** Feeds cells to the importer, and files with arbitrary mappings: it must not crash, or guess the meaning of an ambiguous cell. */
export async function fuzzImporter(count = 1_000_000, seed = Date.now() % 2 ** 31): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < count; done += BATCH) {
    const numRuns = Math.min(BATCH, count - done);
    fc.assert(fc.property(anyTarget, anyCell, isNeverGuessed), { numRuns, seed: seed + done });
    fc.assert(fc.property(anyFile, isMapped), { numRuns: Math.ceil(numRuns / 10), seed: seed + done });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(`\r${done + numRuns} cells in ${seconds} s`);
  }
  console.log(`\nNo fault found: ${count} cells and ${Math.ceil(count / 10)} files (seed ${seed})`);
}
