import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { NODE, WRANGLER, wranglerEnv } from '../local/processes.mjs';
import { ROOT } from '../local/settings.mjs';
import type { DataStore } from './data-store';
import { quoteName, tableNames } from './dump-sql';
import { correctLineBreaks } from './line-breaks';
import { openS3Bucket, type S3Settings } from './s3-bucket';
import { withScratchFolder } from './scratch';
import { writeSqlFile } from './sql-file';

const run = promisify(execFile);

type Options = {
  databaseName: string;
  buckets: { binding: string; name: string }[];
  s3: S3Settings;
  /** Environment in which wrangler is signed in. */
  env: NodeJS.ProcessEnv;
  /** For the uploaded file, which is as large as the database. */
  scratchFolder: string;
  localDir: string;
};

type Named = { type: string; name: string; sql: string };
const SCHEMA =
  "select type, name, sql from sqlite_schema where type in ('table', 'trigger') and name not glob 'sqlite_*' and name not glob '_cf_*' order by name";

/** The deployment in wrangler.toml: its database through wrangler, its buckets through R2's S3 API. */
export function openDeployedDataStore({
  databaseName,
  buckets,
  s3,
  env,
  scratchFolder,
  localDir,
}: Options): DataStore {
  const wrangler = async (...args: string[]) => {
    try {
      const command = ['--no-warnings', WRANGLER, ...args, '--config', join(ROOT, 'wrangler.toml')];
      return (
        await run(NODE, command, {
          cwd: ROOT,
          env: { ...env, ...wranglerEnv({ localDir }) },
          maxBuffer: 64 * 1024 * 1024,
        })
      ).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`wrangler ${args.slice(0, 2).join(' ')} failed:\n${`${stdout}${stderr}`.trim()}`);
    }
  };
  const queryAll = async <Row>(queries: string[]): Promise<Row[][]> => {
    const sql = queries.join('; ');
    const output = await wrangler('d1', 'execute', 'DB', '--remote', '--json', '--command', sql);
    return (JSON.parse(output) as { results: Row[] }[]).map(({ results }) => results);
  };
  const query = async <Row>(sql: string): Promise<Row[]> => (await queryAll<Row>([sql]))[0]!;
  /** Cached until it is replaced, because each query starts wrangler again. If it were stale, D1 would reject the whole file. */
  let schema: Promise<Named[]> | null = null;
  const readSchema = () => {
    schema ??= query<Named>(SCHEMA);
    return schema;
  };
  return {
    name: `the deployment (database ${databaseName})`,
    buckets: buckets.map(({ binding, name }) => openS3Bucket(binding, name, s3)),
    exportDatabase: async (file) => {
      await wrangler('d1', 'export', 'DB', '--remote', '--skip-confirmation', '--output', file);
      await correctLineBreaks(file, queryAll, scratchFolder);
    },
    countRows: async () => {
      const tables = (await readSchema()).filter(({ type }) => type === 'table');
      if (tables.length === 0) return {};
      const counts = tables.map(
        ({ name }) => `(select count(*) from ${quoteName(name)}) as ${quoteName(name)}`,
      );
      const [row] = await query<Record<string, number>>(`select ${counts.join(', ')}`);
      return row!;
    },
    replaceDatabase: async (statements) => {
      const existing = await readSchema();
      schema = null;
      const triggers = existing.filter(({ type }) => type === 'trigger').map(({ name }) => name);
      const tables = sortTables(existing.filter(({ type }) => type === 'table').map(({ sql }) => sql));
      const allStatements = function* () {
        yield 'PRAGMA defer_foreign_keys=TRUE';
        // Triggers refuse to delete rows, and dropping a table deletes its rows and those that refer to them.
        for (const name of triggers) yield `DROP TRIGGER ${quoteName(name)}`;
        for (const name of tables.reverse()) yield `DROP TABLE ${quoteName(name)}`;
        yield* statements;
      };
      // D1 runs the file atomically.
      await withScratchFolder(scratchFolder, async (folder) => {
        const file = join(folder, 'import.sql');
        await writeSqlFile(file, allStatements());
        await wrangler('d1', 'execute', 'DB', '--remote', '--yes', '--file', file);
      });
    },
    close: async () => {},
  };
}

/** Names of the tables these statements create, each after those it refers to. */
function sortTables(tables: string[]): string[] {
  const model = new DatabaseSync(':memory:');
  try {
    for (const sql of tables) model.exec(sql);
    return tableNames(model);
  } finally {
    model.close();
  }
}

/**
 * Endpoint and keys of R2's S3 API, from the environment.
 * @throws Error with the missing variables
 */
export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings {
  const required = ['CLOUDFLARE_ACCOUNT_ID', 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'] as const;
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(', ')}: see docs/operations.md, Backups and restore.`);
  return {
    // Buckets with a jurisdiction have their own endpoint.
    endpoint: env.R2_ENDPOINT || `https://${env.CLOUDFLARE_ACCOUNT_ID}.r2.cloudflarestorage.com`,
    accessKeyId: env.R2_ACCESS_KEY_ID!,
    secretAccessKey: env.R2_SECRET_ACCESS_KEY!,
  };
}
