import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of half a minute and more. Begun late, one keeps a single core busy while the others wait for the end. */
const LONG = /(random-books|write-faults|authorization|long-ledgers)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * The built Worker in workerd with real D1, KV, R2 and queues. Routes come from `build/`, so build first
 * (`npm run test:worker` does).
 */
export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      main: './workers/app.ts',
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          ENVIRONMENT: 'test',
          // Nothing listens there: tests/support/identity-provider.ts makes providers for the tests that need one.
          OIDC_ISSUER: 'http://localhost:9',
          OIDC_CLIENT_ID: 'aro-system',
          OIDC_CLIENT_SECRET: 'worker-test-secret',
          UPLOAD_SIGNING_SECRET: 'worker-test-signing-secret',
          SYSTEM_ADMIN_EMAILS: 'admin@example.com',
          // Tests ask more often than people; those of the limits take them as deployed.
          RATE_LIMIT_FACTOR: '1000',
          SEAL_SIGNING_KEY: newSealKey(),
          TEST_MIGRATIONS: await readD1Migrations(here('./db/migrations')),
          // Tests run in workerd and cannot list the folder themselves.
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
    // A workerd goes from file to file, with the modules it has loaded; apply-migrations.ts empties its storage in between.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each is one thread, which at times waits for a timeout: one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // Security events: what tests provoke is refused and logged as it should be.
    onConsoleLog: (text) => !text.includes('"level":"info"'),
    deps: {
      optimizer: {
        // Remix's packages are CommonJS inside; workerd takes them only as one optimized module.
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
