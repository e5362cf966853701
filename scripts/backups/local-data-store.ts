import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getPlatformProxy } from 'wrangler';
import { databaseFile } from '../local/database-file.mjs';
import { ROOT } from '../local/settings.mjs';
import type { Bucket, DataStore } from './data-store';
import { dumpSql } from './dump-sql';
import { countAllRows } from './facts';
import { writeSqlFile } from './sql-file';

/** The state of `npm start`: the folder `v3`. It can be read while the application is running. */
export function openLocalDataStore(folder: string, bindings: string[]): DataStore {
  let proxy: ReturnType<typeof getPlatformProxy<Record<string, unknown>>> | null = null;
  const getBinding = async <T>(binding: string) => {
    proxy ??= getPlatformProxy({
      configPath: join(ROOT, 'wrangler.toml'),
      // None, so a developer's .dev.vars or .env has no effect.
      envFiles: [],
      persist: { path: folder },
      remoteBindings: false,
    });
    return (await proxy).env[binding] as T;
  };
  const close = async () => {
    const opened = proxy;
    proxy = null;
    await (await opened)?.dispose();
  };
  return {
    name: `the local state in ${folder}`,
    buckets: bindings.map((binding) => localBucket(binding, () => getBinding<R2Bucket>(binding))),
    exportDatabase: async (file) => {
      const hasDatabase = await readDatabase(folder, async (database) => {
        await writeSqlFile(file, dumpSql(database));
        return true;
      });
      if (!hasDatabase) throw new Error(`There is no database in ${folder}. Run npm start first.`);
    },
    countRows: async () => (await readDatabase(folder, async (database) => countAllRows(database))) ?? {},
    replaceDatabase: async (statements) => {
      // Miniflare creates the file and closes it. Writing a large database through Miniflare would take a thousand requests, none of
      // which may fail.
      await (await getBinding<D1Database>('DB')).prepare('select 1').run();
      await close();
      const database = new DatabaseSync(databaseFile(folder)!);
      try {
        database.exec('begin');
        for (const statement of statements) database.exec(statement);
        database.exec('commit');
      } finally {
        database.close();
      }
    },
    close,
  };
}

/** Reads a consistent snapshot of the database, even while the application is writing. */
async function readDatabase<T>(
  folder: string,
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T | null> {
  const file = databaseFile(folder);
  if (!file) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('begin');
    return await use(database);
  } finally {
    database.close();
  }
}

function localBucket(binding: string, open: () => Promise<R2Bucket>): Bucket {
  return {
    binding,
    name: binding,
    list: async () => {
      const bucket = await open();
      const objects: R2Object[] = [];
      let cursor: string | undefined;
      do {
        const page: R2Objects = await bucket.list({ cursor });
        objects.push(...page.objects);
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor);
      return objects.map(({ key, size, etag }) => ({ key, size, md5: etag }));
    },
    get: async (key) => {
      const object = await (await open()).get(key);
      if (!object) throw new Error(`${key} is no longer in ${binding}.`);
      return {
        body: Buffer.from(await object.arrayBuffer()),
        contentType: object.httpMetadata?.contentType ?? null,
      };
    },
    put: async (key, { body, contentType }) => {
      await (await open()).put(key, body, contentType === null ? {} : { httpMetadata: { contentType } });
    },
  };
}
