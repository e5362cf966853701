import { build, runWorkerTests } from './vitest';

/** Sequences in one run of vitest: a run begins with an empty database, and a full one is slower. */
const SHARD = 500;
const TEST_FILE = 'tests/worker/books/random-books.test.ts';

/**
 * Runs random sequences of calls against the model of the books, in runs of vitest one after the other. Each has a seed of its
 * own, the one given plus its number. The first fault ends it, with vitest's report and the seed to repeat it with.
 */
export async function fuzzBooks(count = 20_000, seed = Date.now() % 2 ** 31): Promise<void> {
  const start = performance.now();
  build();
  for (let done = 0, shard = 0; done < count; done += SHARD, shard += 1) {
    const sequences = `${Math.min(SHARD, count - done)}:${seed + shard}`;
    runWorkerTests([TEST_FILE], { RANDOM_BOOKS: sequences });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`${Math.min(done + SHARD, count)} sequences in ${seconds} s`);
  }
  console.log(`No fault found in ${count} sequences (seed ${seed})`);
}
