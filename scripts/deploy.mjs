import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { NODE, WRANGLER } from './local/processes.mjs';
import { ROOT } from './local/settings.mjs';

/**
 * Last part of `npm run deploy`: migrates the database and uploads the build. Migrations run first, because the new version needs their
 * tables. Only the first deployment uploads first, because that creates the database.
 */
const config = join(ROOT, 'wrangler.toml');
const { database_name: database } = unstable_readConfig({ config }).d1_databases[0];

const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote'];
const upload = ['deploy', ...process.argv.slice(2)];
const databases = JSON.parse(wrangler(['d1', 'list', '--json'], 'pipe'));
const databaseExists = databases.some(({ name }) => name === database);
for (const step of databaseExists ? [migrate, upload] : [upload, migrate]) wrangler(step, 'inherit');

/** Exits with wrangler's exit code if it fails. */
function wrangler(args, stdout) {
  const { status, stdout: output } = spawnSync(
    NODE,
    ['--no-warnings', WRANGLER, ...args, '--config', config],
    {
      cwd: ROOT,
      stdio: ['inherit', stdout, 'inherit'],
      encoding: 'utf8',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  return output;
}
