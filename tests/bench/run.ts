import { rmSync } from 'node:fs';
import { benchFirstLoad } from './first-load';
import { benchPosting } from './posting';
import { benchWellList } from './well-list';
import { bundleWorker } from './worker';

/** All benchmarks, or those whose letters are given: `npm run bench -- a c`. Each measures itself against a peer in the same run. */
const benchmarks = { a: benchWellList, b: benchPosting, c: benchFirstLoad };
const chosen = process.argv.slice(2);

const bundle = await bundleWorker();
try {
  for (const [letter, benchmark] of Object.entries(benchmarks)) {
    if (chosen.length === 0 || chosen.includes(letter)) await benchmark(bundle);
  }
} finally {
  rmSync(bundle, { recursive: true, force: true });
}
