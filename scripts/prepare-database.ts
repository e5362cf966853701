import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_splitSqlQuery as splitSql, unstable_startWorker } from 'wrangler';
import { ROOT } from './local/settings.mjs';

/**
 * Applies missing migrations to the local database in the given state directory. On request, also writes the demo data if the database
 * has no companies. `wrangler d1 migrations apply`, which deployments use, restarts workerd for each migration.
 */
const [stateDir, seed] = process.argv.slice(2);
if (!stateDir) throw new Error('Usage: tsx scripts/prepare-database.ts <state directory> [demo]');

const folder = join(ROOT, 'db/migrations');
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, statements: splitSql(readFileSync(join(folder, name), 'utf8')) }));

const worker = await unstable_startWorker({
  config: 'wrangler.toml',
  entrypoint: 'db/seed/worker.ts',
  // None, so a developer's .dev.vars or .env can't affect the demo data.
  envFiles: [],
  dev: {
    persist: stateDir,
    remote: false,
    watch: false,
    server: { hostname: '127.0.0.1', port: 0 },
    inspector: false,
    logLevel: 'error',
  },
});
try {
  await worker.ready;
  const response = await worker.fetch('http://localhost/', {
    method: 'POST',
    body: JSON.stringify({ migrations, isDemo: seed === 'demo' }),
  });
  if (!response.ok) throw new Error(`The database was not prepared: ${await response.text()}`);
} finally {
  await worker.dispose();
}
