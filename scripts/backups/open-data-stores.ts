import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { ROOT, type readSettings } from '../local/settings.mjs';
import type { DataStore } from './data-store';
import { openDeployedDataStore, readS3Settings } from './deployed-data-store';
import { openLocalDataStore } from './local-data-store';
import type { Target } from './restore-backup';

type Settings = ReturnType<typeof readSettings>;

/** The bindings in wrangler.toml that hold data. */
type Bindings = {
  d1_databases: { database_name: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
};

/** Opens the data store to back up: this machine's state, or the deployment with `--remote`. */
export function openDataStore(
  settings: Settings,
  isRemote: boolean,
  env: NodeJS.ProcessEnv = process.env,
): DataStore {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }) as Bindings;
  const { d1_databases, r2_buckets } = config;
  if (!isRemote) {
    return openLocalDataStore(
      join(settings.stateDir, 'v3'),
      r2_buckets.map(({ binding }) => binding),
    );
  }
  return openDeployedDataStore({
    databaseName: d1_databases[0]!.database_name,
    buckets: r2_buckets.map(({ binding, bucket_name }) => ({ binding, name: bucket_name })),
    s3: readS3Settings(env),
    env,
    scratchFolder: settings.localDir,
    localDir: settings.localDir,
  });
}

/**
 * Opens the target of a restore. On this machine, the backup first goes into a separate state, which replaces the old one when complete.
 * The old one is kept. D1 imports a file atomically, and objects with the same content can be written twice.
 */
export function openRestoreTarget(
  settings: Settings,
  isRemote: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const current = openDataStore(settings, isRemote, env);
  if (isRemote) {
    const undo = `To go back to the previous data, use Time Travel: npx wrangler d1 time-travel restore DB --timestamp=${new Date().toISOString()}`;
    return { current, staging: current, finish: async () => current, undo };
  }
  const folder = join(settings.stateDir, 'v3');
  const stagingFolder = join(settings.localDir, 'restore/v3');
  const replaced = join(settings.localDir, 'replaced/v3');
  rmSync(stagingFolder, { recursive: true, force: true });
  const bindings = current.buckets.map(({ binding }) => binding);
  const staging = openLocalDataStore(stagingFolder, bindings);
  return {
    current,
    staging,
    finish: async () => {
      await Promise.all([current.close(), staging.close()]);
      // npm start would write the demo data into a database without companies.
      writeFileSync(join(stagingFolder, 'demo-data-offered'), '');
      if (existsSync(folder)) {
        rmSync(replaced, { recursive: true, force: true });
        mkdirSync(join(replaced, '..'), { recursive: true });
        renameSync(folder, replaced);
      }
      renameSync(stagingFolder, folder);
      return openLocalDataStore(folder, bindings);
    },
    undo: `The previous data is kept in ${replaced} until the next restore.`,
  };
}
