import { availableParallelism } from 'node:os';
import { build, runWorkerTests } from './vitest';

/** Sequences per vitest run: each run starts with an empty database, and a full one is slower. */
const SHARD = 500;
const TEST_FILE = 'tests/worker/books/random-books.test.ts';

/**
 * Runs random sequences of requests against the model of the books, in parallel vitest runs, one per core. Each run has its own seed: the
 * given one plus its number. The first fault stops the fuzzing, with vitest's report and the seed to reproduce it.
 */
export async function fuzzBooks(count = 20_000, seed = Date.now() % 2 ** 31): Promise<void> {
  const start = performance.now();
  await build();
  let taken = 0;
  let done = 0;
  const worker = async () => {
    while (taken < count) {
      const sequences = Math.min(SHARD, count - taken);
      const shard = taken / SHARD;
      taken += sequences;
      await runWorkerTests([TEST_FILE], { RANDOM_BOOKS: `${sequences}:${seed + shard}` });
      done += sequences;
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${done} sequences in ${seconds} s`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  console.log(`No fault found in ${count} sequences (seed ${seed})`);
}
