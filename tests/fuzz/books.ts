import { availableParallelism } from 'node:os';
import { build, runWorkerTests } from './vitest';

/** Sequences in one run of vitest: a run begins with an empty database, and a full one is slower. */
const SHARD = 500;
const TEST_FILE = 'tests/worker/books/random-books.test.ts';

/**
 * Runs random sequences of calls against the model of the books, in runs of vitest, as many side by side as the machine has
 * cores. Each has a seed of its own, the one given plus its number. The first fault ends it, with vitest's report and the
 * seed to repeat it with.
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
