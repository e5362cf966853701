import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The accounting alone: plain Node, no Worker, no browser. Runs in a few seconds. */
export default defineConfig({
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  test: {
    environment: 'node',
    include: ['tests/domain/**/*.test.ts'],
    // Machines are slow at times, and the build runs beside these.
    testTimeout: 20_000,
    // A process goes from file to file, with the modules it has loaded: they keep no state.
    isolate: false,
    // Vitest would leave one core of two idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
