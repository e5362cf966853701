import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bucket, DataStore } from './data-store';
import { type Facts, readFacts } from './facts';
import { inParallel } from './in-parallel';
import { loadSql, withScratchDatabase } from './load-sql';
import {
  type BackedUpObject,
  DATABASE_FILE,
  hashFile,
  MANIFEST_FILE,
  type Manifest,
  objectFile,
} from './manifest';
import { withFolder } from './scratch';

/**
 * Writes everything stored in a data store into a new folder under `folder`, which gets its final name when complete.
 * @returns the backup's folder and its manifest
 * @throws Error when the export is not a complete database
 */
export async function makeBackup(
  store: DataStore,
  { folder, now }: { folder: string; now: Date },
): Promise<{ directory: string; manifest: Manifest }> {
  const directory = join(folder, `aro-system-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  if (existsSync(directory)) throw new Error(`${directory} already exists.`);
  const partial = `${directory}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  return withFolder(partial, async () => {
    // The database first: every object that its rows refer to was stored before them.
    const file = join(partial, DATABASE_FILE);
    await store.exportDatabase(file);
    const facts = await withScratchDatabase(partial, async (database) => {
      await loadSql(database, file);
      return readFacts(database);
    });
    const objects: BackedUpObject[] = [];
    for (const bucket of store.buckets) objects.push(...(await copyObjects(bucket, partial, facts)));
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      source: store.name,
      database: { size: (await stat(file)).size, sha256: await hashFile(file) },
      ...facts,
      objects,
    };
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(partial, directory);
    return { directory, manifest };
  });
}

async function copyObjects(bucket: Bucket, directory: string, facts: Facts): Promise<BackedUpObject[]> {
  const storedObjects = await bucket.list();
  const objects = storedObjects.filter(({ key }) => bucket.binding !== 'SEALS' || isSealed(key, facts));
  return inParallel(objects, async ({ key }) => {
    const { body, contentType } = await bucket.get(key);
    const path = join(directory, objectFile({ bucket: bucket.binding, key }));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, body, { mode: 0o600 });
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { bucket: bucket.binding, key, contentType, size: body.length, sha256 };
  });
}

/** True for the copy of a seal that is in the exported database. With newer copies, seals would seem to have been removed. */
function isSealed(key: string, { sealedThrough }: Facts): boolean {
  const [chain = '', file = ''] = key.split('/');
  return Number.parseInt(file, 10) <= (sealedThrough[chain]?.number ?? 0);
}
