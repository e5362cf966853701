import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of the accounting alone: plain Node, no Worker, no browser. They run in a few seconds. */
export default defineConfig({
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  test: {
    environment: 'node',
    include: ['tests/domain/**/*.test.ts'],
    // Machines are sometimes slow, and the build runs in parallel.
    testTimeout: 20_000,
    // A process reuses its loaded modules from file to file, because they keep no state.
    isolate: false,
    // Vitest would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
