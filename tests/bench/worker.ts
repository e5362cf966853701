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

/** A Worker as deployed, bundled by wrangler, and the statements that create its database. */
export type Bundle = {
  /** Folder with the bundle's files. */
  folder: string;
  /** Checkout that the bundle was built from. */
  root: string;
  statements: (data: Data) => string[];
};

export type BenchWorker = {
  /** The Worker itself, or the server for the build's files in front of it. */
  url: string;
  /** Header with the session of a company admin. */
  headers: { Cookie: string };
  /** Returns the first row of a query. */
  query: <Row>(sql: string) => Promise<Row>;
  execute: (sql: string) => Promise<void>;
  /** Fires the cron trigger for the given time. */
  cron: (time: string) => Promise<void>;
  /** The process that runs the Worker and, locally, its database. */
  processId: number;
  /** D1's SQLite file, for data that D1 does not report. */
  databaseFile: string;
  stop: () => Promise<void>;
};

/** Built once for all benchmarks. */
export function bundleWorker(): Promise<Bundle> {
  return bundle(ROOT, (data) => [...migrationStatements(), ...dataStatements(data)]);
}

/** The Worker of another checkout, installed and built. Its own tests/bench defines its tables. */
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

/** Runs the bundle in workerd with real D1, KV, R2 and queues, like `npm start`, on a separate database. */
export async function startWorker(
  { folder, root, statements }: Bundle,
  data: Data,
  {
    entry,
    servesFiles = false,
  }: {
    /** A module of this folder to run in front of the Worker. */
    entry?: string;
    /** True to serve the build's files as well. Miniflare then puts three of its own workers in front of the Worker. */
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
        // Allows http, and requests faster than the rate limits for users.
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
  // Starts a new process, because the memory of the one that filled the database would reflect that work.
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

/** Creates the database and a session. @returns the session's id */
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

/** The newest workerd process started by this process. */
function workerdProcess(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const found = children
    .map(Number)
    .filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('workerd'));
  return found.at(-1) ?? Number.NaN;
}
