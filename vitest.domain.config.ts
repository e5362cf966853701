import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The accounting alone: plain Node, no Worker, no browser. Runs in a few seconds. */
export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: { environment: 'node', include: ['tests/domain/**/*.test.ts'] },
});
