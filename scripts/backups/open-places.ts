import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { ROOT, type readSettings } from '../local/settings.mjs';
import { openDeployedPlace, readS3Settings } from './deployed-place';
import { openLocalPlace } from './local-place';
import type { Place } from './place';
import type { Target } from './restore-backup';

type Settings = ReturnType<typeof readSettings>;

/** Of wrangler.toml, what holds data. */
type Bindings = {
  d1_databases: { database_name: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
};

/** The place that is backed up: this machine's state, or with `--remote` the deployment. */
export function openPlace(
  settings: Settings,
  isRemote: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Place {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }) as Bindings;
  const { d1_databases, r2_buckets } = config;
  if (!isRemote) {
    return openLocalPlace(
      join(settings.stateDir, 'v3'),
      r2_buckets.map(({ binding }) => binding),
    );
  }
  return openDeployedPlace({
    databaseName: d1_databases[0]!.database_name,
    buckets: r2_buckets.map(({ binding, bucket_name }) => ({ binding, name: bucket_name })),
    s3: readS3Settings(env),
    env,
    scratchFolder: settings.localDir,
    localDir: settings.localDir,
  });
}

/**
 * Where a backup is restored. On this machine it goes into a state of its own first, which takes the place of the old one when it
 * is whole; the old one stays beside it. D1 takes a file as a whole or not at all, and objects of the same content can be
 * put twice.
 */
export function openTarget(
  settings: Settings,
  isRemote: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Target {
  const current = openPlace(settings, isRemote, env);
  if (isRemote) {
    const undo = `What was in the database is in its Time Travel: npx wrangler d1 time-travel restore DB --timestamp=${new Date().toISOString()}`;
    return { current, staging: current, finish: async () => current, undo };
  }
  const folder = join(settings.stateDir, 'v3');
  const aside = join(settings.localDir, 'restore/v3');
  const replaced = join(settings.localDir, 'replaced/v3');
  rmSync(aside, { recursive: true, force: true });
  const bindings = current.buckets.map(({ binding }) => binding);
  const staging = openLocalPlace(aside, bindings);
  return {
    current,
    staging,
    finish: async () => {
      await Promise.all([current.close(), staging.close()]);
      // npm start would write the demo data into a database that has no companies.
      writeFileSync(join(aside, 'demo-data-offered'), '');
      if (existsSync(folder)) {
        rmSync(replaced, { recursive: true, force: true });
        mkdirSync(join(replaced, '..'), { recursive: true });
        renameSync(folder, replaced);
      }
      renameSync(aside, folder);
      return openLocalPlace(folder, bindings);
    },
    undo: `What was there is kept in ${replaced} until the next restore.`,
  };
}
