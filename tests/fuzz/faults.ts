import { build, runWorkerTests } from './vitest';

const TEST_FILES = ['write-faults', 'job-faults'].map((name) => `tests/worker/platform/${name}.test.ts`);

/** Fails every call of every write and every job once, in each possible way. */
export async function fuzzFaults(): Promise<void> {
  const start = performance.now();
  await build();
  const said = await runWorkerTests(TEST_FILES, { FAULTS: 'all' });
  const combinations = [...said.matchAll(/combinations: (\d+)/g)].map(([, count]) => Number(count));
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const sum = combinations.reduce((left, count) => left + count, 0);
  console.log(`No fault found in ${sum} combinations of ${combinations.length} subjects (${minutes} min)`);
}
