import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of half a minute and more. If one started late, it would keep a single core busy while the others wait for it. */
const LONG = /(random-books|write-faults|authorization|long-ledgers)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Runs the built Worker in workerd with real D1, KV, R2 and queues. Routes come from `build/`, so build first (`npm run test:worker`
 * does).
 */
export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      main: './workers/app.ts',
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          ENVIRONMENT: 'test',
          // Nothing listens here. tests/support/identity-provider.ts creates providers for the tests that need one.
          OIDC_ISSUER: 'http://localhost:9',
          OIDC_CLIENT_ID: 'aro-system',
          OIDC_CLIENT_SECRET: 'worker-test-secret',
          UPLOAD_SIGNING_SECRET: 'worker-test-signing-secret',
          SYSTEM_ADMIN_EMAILS: 'admin@example.com',
          // Tests send requests faster than users. Tests of the limits use the deployed values.
          RATE_LIMIT_FACTOR: '1000',
          SEAL_SIGNING_KEY: newSealKey(),
          TEST_MIGRATIONS: await readD1Migrations(here('./db/migrations')),
          // Tests run in workerd and can't list the folder themselves.
          TEST_NEWEST_MIGRATION: newestMigration(),
          RANDOM_BOOKS: process.env.RANDOM_BOOKS ?? '',
          FAULTS: process.env.FAULTS ?? '',
        },
      },
    })),
  ],
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  test: {
    include: ['tests/worker/**/*.test.ts'],
    globalSetup: ['./tests/support/scripted-server.ts', './tests/support/real-provider.ts'],
    setupFiles: ['./tests/support/apply-migrations.ts'],
    testTimeout: 20_000,
    // A workerd reuses its loaded modules from file to file. apply-migrations.ts empties its storage in between.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each worker is one thread that sometimes waits for a timeout. One more than the number of cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // Hides security events, because the requests that tests provoke are refused and logged as expected.
    onConsoleLog: (text) => !text.includes('"level":"info"'),
    deps: {
      optimizer: {
        // Remix's packages are CommonJS inside, and workerd accepts them only as one optimized module.
        ssr: { enabled: true, include: ['@remix-run/cloudflare', '@remix-run/server-runtime'] },
      },
    },
  },
});

function newestMigration(): string {
  return readdirSync(here('./db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) as string;
}

function newSealKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url');
}
