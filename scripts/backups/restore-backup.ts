import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { formatCount } from '~/domain/money/group-thousands';
import type { SignedSeal } from '~/services/audit/seal.server';
import type { Bucket, DataStore } from './data-store';
import { dumpSql, firstDifference } from './dump-sql';
import { applyNewerMigrations, countAllRows, readFacts, requireKnownSchema } from './facts';
import { inParallel } from './in-parallel';
import { loadSql, withScratchDatabase } from './load-sql';
import {
  type BackedUpObject,
  DATABASE_FILE,
  hashFile,
  type Manifest,
  objectFile,
  readBackup,
} from './manifest';
import { reportBooks, reportSeals, type Say } from './report';

export type Target = {
  /** The data to be replaced. */
  current: DataStore;
  /** Where the backup is written: the same store, or a separate one. */
  staging: DataStore;
  /** Replaces the current store with the staging store. @returns the store that now has the backup */
  finish: () => Promise<DataStore>;
  /** How to get back the replaced data. */
  undo: string;
};

type Options = {
  /** True to replace a target that has data. */
  replace: boolean;
  /** Public keys trusted for seals. */
  keys: string[];
  scratchFolder: string;
  say: Say;
};

type Backup = { directory: string; manifest: Manifest; md5: Map<BackedUpObject, string> };

/**
 * Restores a backup and checks the result: every row against the backup, the seals, the books. An interrupted restore can be run again
 * and recognizes what it has already written.
 *
 * @returns `refused` when other data is present that must not be replaced, and nothing was changed; `different` when the
 * checks found something
 * @throws Error when the backup is damaged, has a newer schema, or can't be written
 */
export async function restoreBackup(
  directory: string,
  target: Target,
  options: Options,
): Promise<'restored' | 'refused' | 'different'> {
  const { keys, scratchFolder, say } = options;
  const manifest = await readBackup(directory);
  requireKnownSchema(manifest.schemaVersion);
  if (keys.length === 0 && Object.keys(manifest.sealedThrough).length > 0)
    throw new Error('No trusted seal key. Pass the public key with --key.');
  return withScratchDatabase(scratchFolder, async (expected) => {
    await loadSql(expected, join(directory, DATABASE_FILE));
    const { schemaVersion, rows, sealedThrough } = manifest;
    if (!isDeepStrictEqual(readFacts(expected), { schemaVersion, rows, sealedThrough }))
      throw new Error(`${DATABASE_FILE} doesn't match the manifest.`);
    say(`The backup from ${manifest.createdAt} is complete: ${summarize(manifest)}.`);
    const migrations = applyNewerMigrations(expected);
    if (migrations.length > 0) say(`Migrations that are newer than the backup: ${migrations.join(', ')}.`);
    const md5 = new Map<BackedUpObject, string>();
    for (const object of manifest.objects)
      md5.set(object, await hashFile(join(directory, objectFile(object)), 'md5'));
    const restored = await write({ directory, manifest, md5 }, expected, target, options);
    if (!restored) return 'refused';
    try {
      const isValid = await check({ directory, manifest, md5 }, expected, restored, options);
      return isValid ? 'restored' : 'different';
    } finally {
      await restored.close();
    }
  });
}

function summarize({ rows, objects, schemaVersion }: Manifest): string {
  const count = Object.values(rows).reduce((sum, rowCount) => sum + rowCount, 0);
  return `${formatCount(count, 'row')} in ${Object.keys(rows).length} tables, ${formatCount(objects.length, 'object')}, schema ${schemaVersion}`;
}

/** @returns the store that has the backup, or null when other data is present that must not be replaced */
async function write(
  backup: Backup,
  expected: DatabaseSync,
  { current, staging, finish, undo }: Target,
  { replace, scratchFolder, say }: Options,
): Promise<DataStore | null> {
  const rows = await current.countRows();
  const hasSameRows = await hasDatabase(current, rows, expected, scratchFolder);
  const obstacles = hasSameRows ? [] : listExistingRows(rows);
  let missing = 0;
  for (const bucket of current.buckets) {
    const comparison = await compare(bucket, backup);
    missing += comparison.missing.length;
    if (comparison.different.length > 0)
      obstacles.push(`${bucket.name}: ${comparison.different.length} objects that differ from the backup's`);
    if (comparison.extra.length > 0)
      obstacles.push(`${bucket.name}: ${comparison.extra.length} objects that are not in the backup`);
  }
  if (obstacles.length > 0) {
    say(`${current.name} already contains:`);
    for (const line of obstacles) say(`  ${line}`);
    if (!replace) {
      say('Nothing was changed. Run the same command with --replace to put the backup in its place.');
      return null;
    }
  } else if (hasSameRows && missing === 0) {
    say('The target already has this backup.');
    return current;
  }
  for (const bucket of staging.buckets) await putObjects(bucket, backup, say);
  if (!hasSameRows || staging !== current) await staging.replaceDatabase(dumpSql(expected));
  const restored = await finish();
  say(`Restored into ${restored.name}.`);
  if (obstacles.length > 0) say(undo);
  return restored;
}

/** True when the database already holds exactly the wanted rows, from an earlier run. */
async function hasDatabase(
  store: DataStore,
  rows: Record<string, number>,
  expected: DatabaseSync,
  scratchFolder: string,
): Promise<boolean> {
  if (!isDeepStrictEqual(rows, countAllRows(expected))) return false;
  return withExport(store, scratchFolder, async (database) => firstDifference(expected, database) === null);
}

function listExistingRows(rows: Record<string, number>): string[] {
  return Object.entries(rows)
    .filter(([table, count]) => count > 0 && table !== 'd1_migrations')
    .map(([table, count]) => `${table}: ${count} rows`);
}

type Comparison = { missing: BackedUpObject[]; different: BackedUpObject[]; extra: string[] };

async function compare(bucket: Bucket, { manifest, md5 }: Backup): Promise<Comparison> {
  const existing = new Map((await bucket.list()).map((object) => [object.key, object]));
  const backedUp = manifest.objects.filter((object) => object.bucket === bucket.binding);
  const isSame = (object: BackedUpObject) => {
    const stored = existing.get(object.key);
    return stored?.size === object.size && stored.md5 === md5.get(object);
  };
  const keys = new Set(backedUp.map(({ key }) => key));
  return {
    missing: backedUp.filter(({ key }) => !existing.has(key)),
    different: backedUp.filter((object) => existing.has(object.key) && !isSame(object)),
    extra: [...existing.keys()].filter((key) => !keys.has(key)),
  };
}

async function putObjects(bucket: Bucket, backup: Backup, say: Say): Promise<void> {
  const { missing, different, extra } = await compare(bucket, backup);
  if (bucket.binding === 'SEALS' && different.length > 0) {
    throw new Error(
      `${bucket.name} has another copy of ${different[0]!.key}: its seals belong to a different history, and copies are never replaced. Bind SEALS to a new bucket.`,
    );
  }
  await inParallel([...missing, ...different], async (object) => {
    const body = await readFile(join(backup.directory, objectFile(object)));
    await bucket.put(object.key, { body, contentType: object.contentType });
  });
  if (extra.length > 0) say(`${bucket.name} keeps ${extra.length} objects that are not in the backup.`);
}

async function check(
  backup: Backup,
  expected: DatabaseSync,
  restored: DataStore,
  { keys, scratchFolder, say }: Options,
): Promise<boolean> {
  const copies = await readCopies(backup, restored);
  return withExport(restored, scratchFolder, async (database) => {
    const difference = firstDifference(expected, database);
    say(
      difference === null
        ? 'Every row matches the backup.'
        : `The restored database differs from the backup. First difference: ${difference}.`,
    );
    say('Seals:');
    const isSealed = await reportSeals(
      database,
      { keys, copiesOf: (id) => copies.filter(({ companyId }) => companyId === id) },
      (line) => say(`  ${line}`),
    );
    say('Books:');
    const isBalanced = await reportBooks(database, (line) => say(`  ${line}`));
    return difference === null && isSealed && isBalanced;
  });
}

/** Copies of seals in the restored store. Those that are in the backup are read from there. */
async function readCopies(backup: Backup, { buckets }: DataStore): Promise<SignedSeal[]> {
  const bucket = buckets.find(({ binding }) => binding === 'SEALS');
  if (!bucket) return [];
  const { missing, different, extra } = await compare(bucket, backup);
  const unusable = new Set([...missing, ...different]);
  const unchanged = backup.manifest.objects.filter(
    (object) => object.bucket === bucket.binding && !unusable.has(object),
  );
  const texts = [
    ...(await inParallel(unchanged, (object) =>
      readFile(join(backup.directory, objectFile(object)), 'utf8'),
    )),
    ...(await inParallel([...different.map(({ key }) => key), ...extra], async (key) =>
      (await bucket.get(key)).body.toString('utf8'),
    )),
  ];
  return texts.map((text) => JSON.parse(text) as SignedSeal);
}

/** Exports a store's database and loads it locally. */
async function withExport<T>(
  store: DataStore,
  scratchFolder: string,
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  return withScratchDatabase(scratchFolder, async (database) => {
    const file = join(dirname(database.location()!), DATABASE_FILE);
    await store.exportDatabase(file);
    await loadSql(database, file);
    await rm(file);
    return use(database);
  });
}
