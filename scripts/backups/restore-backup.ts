import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { countInWords } from '~/domain/money/group-thousands';
import type { SignedSeal } from '~/services/audit/seal.server';
import type { Bucket, Place } from './data-store';
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
  current: Place;
  /** Where the backup is written: the same place, or a separate one. */
  staging: Place;
  /** Replaces the current place with the staging place. @returns the place that now has the backup */
  finish: () => Promise<Place>;
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
    throw new Error('Which key may the seals be signed with? Pass the public key as --key.');
  return withScratchDatabase(scratchFolder, async (wanted) => {
    await loadSql(wanted, join(directory, DATABASE_FILE));
    const { schemaVersion, rows, sealedThrough } = manifest;
    if (!isDeepStrictEqual(readFacts(wanted), { schemaVersion, rows, sealedThrough }))
      throw new Error(`${DATABASE_FILE} does not hold what the manifest says.`);
    say(`The backup of ${manifest.createdAt} is whole: ${sumUp(manifest)}.`);
    const migrations = applyNewerMigrations(wanted);
    if (migrations.length > 0) say(`Migrations that are newer than the backup: ${migrations.join(', ')}.`);
    const md5 = new Map<BackedUpObject, string>();
    for (const object of manifest.objects)
      md5.set(object, await hashFile(join(directory, objectFile(object)), 'md5'));
    const restored = await write({ directory, manifest, md5 }, wanted, target, options);
    if (!restored) return 'refused';
    try {
      const isGood = await check({ directory, manifest, md5 }, wanted, restored, options);
      return isGood ? 'restored' : 'different';
    } finally {
      await restored.close();
    }
  });
}

function sumUp({ rows, objects, schemaVersion }: Manifest): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return `${countInWords(count, 'row')} in ${Object.keys(rows).length} tables, ${countInWords(objects.length, 'object')}, schema ${schemaVersion}`;
}

/** @returns the place that has the backup, or null when other data is present that must not be replaced */
async function write(
  backup: Backup,
  wanted: DatabaseSync,
  { current, staging, finish, undo }: Target,
  { replace, scratchFolder, say }: Options,
): Promise<Place | null> {
  const rows = await current.countRows();
  const isThere = await hasDatabase(current, rows, wanted, scratchFolder);
  const obstacles = isThere ? [] : rowsInTheWay(rows);
  let missing = 0;
  for (const bucket of current.buckets) {
    const found = await compare(bucket, backup);
    missing += found.missing.length;
    if (found.different.length > 0)
      obstacles.push(`${bucket.name}: ${found.different.length} objects that differ from the backup's`);
    if (found.others.length > 0)
      obstacles.push(`${bucket.name}: ${found.others.length} objects that are not in the backup`);
  }
  if (obstacles.length > 0) {
    say(`This is in ${current.name}:`);
    for (const line of obstacles) say(`  ${line}`);
    if (!replace) {
      say('Nothing was changed. Run the same command with --replace to put the backup in its place.');
      return null;
    }
  } else if (isThere && missing === 0) {
    say('The backup is there already.');
    return current;
  }
  for (const bucket of staging.buckets) await putObjects(bucket, backup, say);
  if (!isThere || staging !== current) await staging.replaceDatabase(dumpSql(wanted));
  const restored = await finish();
  say(`Restored into ${restored.name}.`);
  if (obstacles.length > 0) say(undo);
  return restored;
}

/** True when the database already holds exactly the wanted rows, from an earlier run. */
async function hasDatabase(
  place: Place,
  rows: Record<string, number>,
  wanted: DatabaseSync,
  scratchFolder: string,
): Promise<boolean> {
  if (!isDeepStrictEqual(rows, countAllRows(wanted))) return false;
  return withExport(place, scratchFolder, async (database) => firstDifference(wanted, database) === null);
}

function rowsInTheWay(rows: Record<string, number>): string[] {
  return Object.entries(rows)
    .filter(([table, count]) => count > 0 && table !== 'd1_migrations')
    .map(([table, count]) => `${table}: ${count} rows`);
}

type Comparison = { missing: BackedUpObject[]; different: BackedUpObject[]; others: string[] };

async function compare(bucket: Bucket, { manifest, md5 }: Backup): Promise<Comparison> {
  const there = new Map((await bucket.list()).map((object) => [object.key, object]));
  const wanted = manifest.objects.filter((object) => object.bucket === bucket.binding);
  const isSame = (object: BackedUpObject) => {
    const found = there.get(object.key);
    return found?.size === object.size && found.md5 === md5.get(object);
  };
  const keys = new Set(wanted.map(({ key }) => key));
  return {
    missing: wanted.filter(({ key }) => !there.has(key)),
    different: wanted.filter((object) => there.has(object.key) && !isSame(object)),
    others: [...there.keys()].filter((key) => !keys.has(key)),
  };
}

async function putObjects(bucket: Bucket, backup: Backup, say: Say): Promise<void> {
  const { missing, different, others } = await compare(bucket, backup);
  if (bucket.binding === 'SEALS' && different.length > 0) {
    throw new Error(
      `${bucket.name} has another copy of ${different[0]!.key}: its seals are of another history, and copies are never replaced. Bind SEALS to a new bucket.`,
    );
  }
  await inParallel([...missing, ...different], async (object) => {
    const body = await readFile(join(backup.directory, objectFile(object)));
    await bucket.put(object.key, { body, contentType: object.contentType });
  });
  if (others.length > 0) say(`${bucket.name} keeps ${others.length} objects that are not in the backup.`);
}

async function check(
  backup: Backup,
  wanted: DatabaseSync,
  restored: Place,
  { keys, scratchFolder, say }: Options,
): Promise<boolean> {
  const copies = await readCopies(backup, restored);
  return withExport(restored, scratchFolder, async (database) => {
    const difference = firstDifference(wanted, database);
    say(
      difference === null
        ? 'Every row is as in the backup.'
        : `The restored database differs from the backup, first in: ${difference}.`,
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

/** Copies of seals in the restored place. Those that are in the backup are read from there. */
async function readCopies(backup: Backup, { buckets }: Place): Promise<SignedSeal[]> {
  const bucket = buckets.find(({ binding }) => binding === 'SEALS');
  if (!bucket) return [];
  const { missing, different, others } = await compare(bucket, backup);
  const absent = new Set([...missing, ...different]);
  const own = backup.manifest.objects.filter(
    (object) => object.bucket === bucket.binding && !absent.has(object),
  );
  const texts = [
    ...(await inParallel(own, (object) => readFile(join(backup.directory, objectFile(object)), 'utf8'))),
    ...(await inParallel([...different.map(({ key }) => key), ...others], async (key) =>
      (await bucket.get(key)).body.toString('utf8'),
    )),
  ];
  return texts.map((text) => JSON.parse(text) as SignedSeal);
}

/** Exports a place's database and loads it locally. */
async function withExport<T>(
  place: Place,
  scratchFolder: string,
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  return withScratchDatabase(scratchFolder, async (database) => {
    const file = join(dirname(database.location()!), DATABASE_FILE);
    await place.exportDatabase(file);
    await loadSql(database, file);
    await rm(file);
    return use(database);
  });
}
