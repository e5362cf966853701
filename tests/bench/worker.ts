import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { run, WRANGLER } from '../../scripts/local/processes.mjs';
import { dataStatements, migrationStatements, USER_ID } from './data';

export type BenchWorker = {
  /** With the files of the build in front of the Worker. */
  url: string;
  /** The Worker itself, without the workers that Miniflare puts before it. */
  directUrl: string;
  /** Header with the session of a company admin. */
  headers: Record<string, string>;
  /** The only row that a query finds. */
  query: <Row>(sql: string) => Promise<Row>;
  stop: () => Promise<void>;
};

/** The Worker as it would be deployed, bundled by wrangler. Made once for all benchmarks. */
export async function bundleWorker(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bundle-'));
  await run('Bundling the Worker', [WRANGLER, 'deploy', '--dry-run', '--outdir', folder]);
  return folder;
}

/**
 * Runs the bundle in workerd with real D1, KV and R2 and nothing in front of it: `wrangler dev`, which `npm start` uses,
 * puts a proxy before the Worker that production does not have.
 */
export async function startWorker(
  bundle: string,
  data: { wells: number; withLayers: boolean },
): Promise<BenchWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions('wrangler.toml');
  const state = mkdtempSync(join(tmpdir(), 'aro-bench-'));
  const modules = readdirSync(bundle)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      type: 'ESModule' as const,
      path: join(bundle, name),
      contents: readFileSync(join(bundle, name), 'utf8'),
    }));
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...workerOptions,
      name: 'bench',
      modulesRoot: bundle,
      modules,
      host: '127.0.0.1',
      port: 0,
      cf: false,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
    resourcePersistencePath: state,
  });
  const url = String(await miniflare.ready).replace(/\/$/, '');
  const directUrl = String(await miniflare.unsafeGetDirectURL('bench')).replace(/\/$/, '');
  const db = await miniflare.getD1Database('DB');
  for (const statement of [...migrationStatements(), ...dataStatements(data)])
    await db.prepare(statement).run();
  const sessionId = 'bench-session';
  const sessions = await miniflare.getKVNamespace('SESSIONS');
  const hash = createHash('sha256').update(sessionId).digest('hex');
  await sessions.put(`session:${hash}`, JSON.stringify({ userId: USER_ID, idToken: null }));
  return {
    url,
    directUrl,
    headers: { Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(sessionId)))}` },
    query: async <Row>(sql: string) => {
      const row = await db.prepare(sql).first<Row>();
      if (!row) throw new Error(`nothing found by ${sql}`);
      return row;
    },
    stop: async () => {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
