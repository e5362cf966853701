import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The accounting alone: plain Node, no Worker, no browser. Runs in a few seconds. */
export default defineConfig({
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  test: { environment: 'node', include: ['tests/domain/**/*.test.ts'] },
});
