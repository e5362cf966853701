import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';
export const DATABASE_FILE = 'database.sql';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();

const BackedUpObject = z.object({
  /** The binding in wrangler.toml, because the bucket may have another name where the backup is restored. */
  bucket: z.string().regex(/^\w+$/),
  key: z.string().min(1),
  contentType: z.string().nullable(),
  size,
  sha256,
});
export type BackedUpObject = z.infer<typeof BackedUpObject>;

const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Description of the data store that was backed up. */
  source: z.string(),
  /** The database's newest migration. */
  schemaVersion: z.string(),
  database: z.object({ size, sha256 }),
  /** Row count of each table. */
  rows: z.record(z.string(), size),
  /** The newest seal of each chain, by company, or `none` for records that belong to no company. */
  sealedThrough: z.record(z.string(), z.object({ number: size, createdAt: z.string(), hash: z.string() })),
  objects: z.array(BackedUpObject),
});
export type Manifest = z.infer<typeof Manifest>;

/** Path of an object in a backup: one folder per bucket, with the key as the path below it. */
export function objectFile({ bucket, key }: Pick<BackedUpObject, 'bucket' | 'key'>): string {
  const parts = key.split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || /[\\\p{Cc}]/u.test(part))) {
    throw new Error(`The object "${key}" of ${bucket} has a name that can't be a file name.`);
  }
  return join('objects', bucket, ...parts);
}

/**
 * Reads the manifest of a backup and checks every file against it.
 * @throws Error that names the first file that is missing, shorter, longer or changed
 */
export async function readBackup(directory: string): Promise<Manifest> {
  const path = join(directory, MANIFEST_FILE);
  if (!existsSync(path)) throw new Error(`${directory} is not a backup: it has no ${MANIFEST_FILE}.`);
  const manifest = parseManifest(await readFile(path, 'utf8'));
  await checkFile(directory, DATABASE_FILE, manifest.database);
  for (const object of manifest.objects) await checkFile(directory, objectFile(object), object);
  return manifest;
}

function parseManifest(text: string): Manifest {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below, like anything else that isn't a manifest.
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success)
    throw new Error(`${MANIFEST_FILE} is damaged, or of another version:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

type Expected = { size: number; sha256: string };

async function checkFile(directory: string, name: string, expected: Expected): Promise<void> {
  const path = join(directory, name);
  const info = await stat(path).catch(() => null);
  if (!info) throw new Error(`${name} is missing from the backup.`);
  if (info.size !== expected.size)
    throw new Error(`${name} has ${info.size} bytes, but had ${expected.size} when it was backed up.`);
  if ((await hashFile(path)) !== expected.sha256)
    throw new Error(`${name} was changed since it was backed up.`);
}

/** Hex digest of a file. */
export async function hashFile(path: string, algorithm: 'sha256' | 'md5' = 'sha256'): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
