import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE, WRANGLER, wranglerEnv } from '../local/processes.mjs';
import { ROOT } from '../local/settings.mjs';
import { quoteName } from './dump-sql';
import { correctLineBreaks } from './line-breaks';
import type { Place } from './place';
import { openS3Bucket, type S3Settings } from './s3-bucket';
import { writeSqlFile } from './sql-file';

const run = promisify(execFile);

type Options = {
  databaseName: string;
  buckets: { binding: string; name: string }[];
  s3: S3Settings;
  /** Who wrangler is signed in as. */
  env: NodeJS.ProcessEnv;
  /** For the file that is uploaded, which is as large as the database. */
  scratchFolder: string;
  localDir: string;
};

/** The deployment that wrangler.toml names: its database through wrangler, its buckets through R2's S3 interface. */
export function openDeployedPlace({
  databaseName,
  buckets,
  s3,
  env,
  scratchFolder,
  localDir,
}: Options): Place {
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
  const namesOf = async (...types: string[]) => {
    const rows = await query<{ type: string; name: string }>(
      "select type, name from sqlite_schema where name not glob 'sqlite_*' and name not glob '_cf_*' order by name",
    );
    return types.map((type) => rows.filter((row) => row.type === type).map(({ name }) => name));
  };
  return {
    name: `the deployment (database ${databaseName})`,
    buckets: buckets.map(({ binding, name }) => openS3Bucket(binding, name, s3)),
    exportDatabase: async (file) => {
      await wrangler('d1', 'export', 'DB', '--remote', '--skip-confirmation', '--output', file);
      await correctLineBreaks(file, queryAll, scratchFolder);
    },
    countRows: async () => {
      const [tables = []] = await namesOf('table');
      if (tables.length === 0) return {};
      const counts = tables.map((name) => `(select count(*) from ${quoteName(name)}) as ${quoteName(name)}`);
      const [row] = await query<Record<string, number>>(`select ${counts.join(', ')}`);
      return row!;
    },
    replaceDatabase: async (statements) => {
      // Triggers first: they refuse what deleting rows does. D1 runs the file as a whole or not at all.
      const [triggers = [], tables = []] = await namesOf('trigger', 'table');
      const all = function* () {
        yield 'PRAGMA defer_foreign_keys=TRUE';
        for (const name of triggers) yield `DROP TRIGGER ${quoteName(name)}`;
        for (const name of tables) yield `DROP TABLE ${quoteName(name)}`;
        yield* statements;
      };
      const folder = await mkdtemp(join(scratchFolder, 'aro-import-'));
      try {
        const file = join(folder, 'import.sql');
        await writeSqlFile(file, all());
        await wrangler('d1', 'execute', 'DB', '--remote', '--yes', '--file', file);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: async () => {},
  };
}

/**
 * Where R2's S3 interface is and with which keys, from the environment.
 * @throws Error that says what is missing
 */
export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings {
  const needed = ['CLOUDFLARE_ACCOUNT_ID', 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(', ')}: see docs/operations.md, Backups and restore.`);
  return {
    // Buckets with a jurisdiction have an endpoint of their own.
    endpoint: env.R2_ENDPOINT || `https://${env.CLOUDFLARE_ACCOUNT_ID}.r2.cloudflarestorage.com`,
    accessKeyId: env.R2_ACCESS_KEY_ID!,
    secretAccessKey: env.R2_SECRET_ACCESS_KEY!,
  };
}
