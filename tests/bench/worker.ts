import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Miniflare } from 'miniflare';
import { databaseFile } from '../../scripts/local/database-file.mjs';
import { ROOT } from '../../scripts/local/settings.mjs';
import { writeBundle } from '../../scripts/local/stack.mjs';
import { workerOptions } from '../../scripts/local/worker-options.mjs';
import { type Data, dataStatements, migrationStatements, USER_ID } from './data';

/** A Worker as it would be deployed, bundled by wrangler, and the statements that make a database for it. */
export type Bundle = {
  /** The folder of the bundle's files. */
  folder: string;
  /** The checkout that it is of. */
  root: string;
  statements: (data: Data) => string[];
};

export type BenchWorker = {
  /** The Worker itself, or what serves the files of the build in front of it. */
  url: string;
  /** Header with the session of a company admin. */
  headers: { Cookie: string };
  /** The only row that a query finds. */
  query: <Row>(sql: string) => Promise<Row>;
  execute: (sql: string) => Promise<void>;
  /** The cron trigger goes off, for that time. */
  cron: (time: string) => Promise<void>;
  /** The process that runs the Worker and, locally, its database. */
  processId: number;
  /** The SQLite file of D1, for what D1 itself does not tell. */
  databaseFile: string;
  stop: () => Promise<void>;
};

/** Made once for all benchmarks. */
export function bundleWorker(): Promise<Bundle> {
  return bundle(ROOT, (data) => [...migrationStatements(), ...dataStatements(data)]);
}

/** The Worker of another checkout, which is installed and built. Its own tests/bench knows what its tables are like. */
export async function bundleCheckout(root: string): Promise<Bundle> {
  const own = (await import(
    pathToFileURL(join(root, 'tests/bench/data.ts')).href
  )) as typeof import('./data');
  return bundle(root, (data) => [...own.migrationStatements(), ...own.dataStatements(data)]);
}

async function bundle(root: string, statements: Bundle['statements']): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bundle-'));
  await writeBundle(root, folder);
  return { folder, root, statements };
}

/**
 * Runs the bundle in workerd with real D1, KV, R2 and queues, as `npm start` does, on a database of its own.
 */
export async function startWorker(
  { folder, root, statements }: Bundle,
  data: Data,
  {
    entry,
    servesFiles = false,
  }: {
    /** A module of this folder that stands before the Worker. */
    entry?: string;
    /** Whether the build's files are served too. Miniflare then puts three workers of its own in front of the Worker. */
    servesFiles?: boolean;
  } = {},
): Promise<BenchWorker> {
  const state = mkdtempSync(join(tmpdir(), 'aro-bench-'));
  const options = {
    ...workerOptions({
      root,
      bundle: folder,
      entry: entry ? fileURLToPath(new URL(entry, import.meta.url)) : undefined,
      bindings: {
        // Over http, and faster than any person may be.
        ENVIRONMENT: 'test',
        RATE_LIMIT_FACTOR: '1000000',
        UPLOAD_SIGNING_SECRET: 'bench',
      },
      name: 'bench',
      host: '127.0.0.1',
      port: 0,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      ...(!servesFiles && { assets: undefined }),
    }),
    resourcePersistencePath: state,
  };
  const miniflare = new Miniflare(options);
  const sessionId = await fill(miniflare, statements(data));
  // A new process: the memory of the one that was filled tells how it was filled.
  await miniflare.setOptions(options);
  const ready = await miniflare.ready;
  const address = servesFiles ? ready : await miniflare.unsafeGetDirectURL('bench');
  const url = String(address).replace(/\/$/, '');
  const db = await miniflare.getD1Database('DB');
  return {
    url,
    headers: { Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(sessionId)))}` },
    query: async <Row>(sql: string) => {
      const row = await db.prepare(sql).first<Row>();
      if (!row) throw new Error(`nothing found by ${sql}`);
      return row;
    },
    databaseFile: databaseFile(state) ?? '',
    execute: async (sql) => {
      await db.prepare(sql).run();
    },
    cron: async (time) => {
      const worker = await miniflare.getWorker('bench');
      await worker.scheduled({ scheduledTime: new Date(time), cron: '0 2 1 * *' });
    },
    processId: workerdProcess(),
    stop: async () => {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Makes the database and a session. @returns the session's id */
async function fill(miniflare: Miniflare, statements: string[]): Promise<string> {
  const db = await miniflare.getD1Database('DB');
  for (const statement of statements) await db.prepare(statement).run();
  const sessionId = 'bench-session';
  const sessions = await miniflare.getKVNamespace('SESSIONS');
  const hash = createHash('sha256').update(sessionId).digest('hex');
  const at = new Date().toISOString();
  await sessions.put(
    `session:${hash}`,
    JSON.stringify({
      userId: USER_ID,
      signedInAt: at,
      lastSeenAt: at,
      ip: null,
      device: 'Benchmark',
    }),
  );
  return sessionId;
}

/** The newest workerd that this process has started. */
function workerdProcess(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const found = children
    .map(Number)
    .filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('workerd'));
  return found.at(-1) ?? Number.NaN;
}
