import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { COMPANY_ID, USER_ID } from './data';
import { measurePair, report } from './measure';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const WELLS = { wells: 50, withLayers: false };
const ROUNDS = 12;
const REQUESTS = 40;
const AT_A_TIME = 4;

/**
 * Server rendering of the page with 50 wells, compared with an Express 5 application that queries its database for the user and the wells
 * and renders the same markup with React. The same work as a Worker shows the share of workerd and D1, and as a Remix application the
 * overhead of the framework: neither has a session, its own components or data for the browser. All are called directly, and each has its
 * own process.
 */
export async function benchServerRender(bundle: Bundle): Promise<void> {
  const worker = await startWorker(bundle, WELLS);
  // As sent by a desktop browser.
  const headers = { ...worker.headers, 'Accept-Encoding': 'identity', 'Sec-CH-UA-Mobile': '?0' };
  const page = async (url: string) => {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.text();
  };
  const ours = await page(worker.url);
  const peer = await startPeer(ours);
  const bare = await startGiven(bundle, ours, new URL('server-render-worker.ts', import.meta.url));
  const remix = await startGiven(bundle, ours, new URL('server-render-remix.tsx', import.meta.url));
  try {
    // The pages must be equal for the work to be comparable.
    for (const url of [peer.url, bare.url, remix.url]) {
      if (markupOf(ours) !== markupOf(await page(url))) throw new Error('the pages differ');
    }
    const pair = await measurePair(
      { rounds: ROUNDS, warmUp: 3 },
      () => many(() => page(worker.url)),
      () => many(() => page(peer.url)),
    );
    report(
      `(h) The page with ${WELLS.wells} wells, ${REQUESTS} requests, ${AT_A_TIME} at a time, against Express 5 + React + node:sqlite`,
      pair,
      'aim: at most 2, half of its requests a second',
    );
    for (const [name, { url }, note] of [
      ['a Worker', bare, 'what workerd and D1 take alone'],
      ['an application of Remix', remix, 'what is taken before anything of ours'],
    ] as const) {
      report(
        `  The work of that peer as ${name}`,
        await measurePair(
          { rounds: ROUNDS, warmUp: 3 },
          () => many(() => page(url)),
          () => many(() => page(peer.url)),
        ),
        note,
        { ours: 'Worker', peers: 'peer' },
      );
    }
    for (const [side, times] of Object.entries(pair)) {
      console.log(
        `  ${side}: ${((1000 * REQUESTS) / Math.min(...times)).toFixed(0)} requests a second at best`,
      );
    }
  } finally {
    peer.stop();
    await remix.stop();
    await bare.stop();
    await worker.stop();
  }
}

async function many(call: () => Promise<unknown>): Promise<void> {
  let left = REQUESTS;
  const calls = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, calls));
}

/** Elements and texts, without the parts that change with each request, and without React's own markers. */
function markupOf(page: string): string {
  const [, body = ''] = page.split(/<body[^>]*>/);
  return body
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<([a-z0-9]+)[^>]*>/gi, '<$1>');
}

async function startPeer(page: string): Promise<{ url: string; stop: () => void }> {
  const peer = fork(fileURLToPath(new URL('server-render-peer.ts', import.meta.url)), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  peer.send({ page, data: WELLS });
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}/`, stop: () => peer.kill() };
}

/** Bundles a module of this folder with the page to render, and runs it as a Worker. */
async function startGiven({ root, statements }: Bundle, page: string, module: URL): Promise<BenchWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-given-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      define: { __GIVEN__: JSON.stringify({ page, userId: USER_ID, companyId: COMPANY_ID }) },
      ssr: { target: 'webworker', noExternal: true },
      build: {
        outDir: folder,
        emptyOutDir: true,
        ssr: fileURLToPath(module),
        rollupOptions: { output: { entryFileNames: 'app.js' } },
      },
    });
    return await startWorker({ folder, root, statements }, WELLS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
