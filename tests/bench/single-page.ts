import type { Browser, Page } from '@playwright/test';
import { CONDITIONS, interactions, type Load, launchBrowser, load, visit } from './browser';
import { median, type Pair, report } from './measure';
import { startSinglePagePeer } from './single-page-peer';
import { type Bundle, startWorker } from './worker';

const WELLS = 50;
const ROUNDS = 7;
const WARM_UP = 1;

/** Loading and using the list of 50 wells, compared with a single-page application that shows the same wells. */
export async function benchSinglePage(bundle: Bundle): Promise<void> {
  const worker = await startWorker(bundle, { wells: WELLS, withLayers: false }, { servesFiles: true });
  const peer = await startSinglePagePeer(worker.url);
  const browser = await launchBrowser();
  const loads = { ours: [] as Load[], peers: [] as Load[] };
  const slowest: Pair = { ours: [], peers: [] };
  try {
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [side, url] of [['ours', worker.url] as const, ['peers', peer.url] as const]) {
        const measured = await measure(browser, worker.headers, url);
        if (round < 0) continue;
        loads[side].push(measured.load);
        slowest[side].push(measured.slowest);
      }
    }
  } finally {
    await browser.close();
    peer.stop();
    await worker.stop();
  }
  const pairOf = (part: keyof Load): Pair => ({
    ours: loads.ours.map((times) => times[part]),
    peers: loads.peers.map((times) => times[part]),
  });
  console.log(
    `(e) First load of / with ${WELLS} wells, against a Vite + React single-page application (${CONDITIONS})`,
  );
  report('  Largest Contentful Paint', pairOf('largestPaint'), 'aim: at most 1');
  report('  Interaction to Next Paint', slowest, 'aim: at most 1');
  report(
    '  Rows that can be searched',
    { ours: loads.ours.map(workable), peers: loads.peers.map(workable) },
    'aim: at most 1.5',
  );
  for (const part of ['firstByte', 'contentLoaded', 'firstRow', 'interactive'] as const) {
    const { ours, peers } = pairOf(part);
    console.log(`  ${part}: ours ${median(ours).toFixed(0)} ms, peer ${median(peers).toFixed(0)} ms`);
  }
}

/**
 * Time when the search responds and has rows to search: the peer's search responds before it has rows, ours has rows before it responds.
 */
function workable({ firstRow, interactive }: Load): number {
  return Math.max(firstRow, interactive);
}

async function measure(browser: Browser, session: { Cookie: string }, url: string) {
  return visit(browser, session, async (page) => {
    const loaded = await load(page, url);
    await workWithList(page);
    const [first] = await interactions(page);
    // An empty list means that everything was faster than the browser reports.
    return { load: loaded, slowest: first?.duration ?? 16 };
  });
}

/** Typical use of a list: search, clear the search, sort, and navigate by keyboard. */
async function workWithList(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(500);
  await page.getByRole('searchbox', { name: 'Search wells' }).click();
  await page.keyboard.type('number 1', { delay: 80 });
  await pause();
  for (let key = 0; key < 8; key += 1) await page.keyboard.press('Backspace', { delay: 40 });
  await pause();
  for (const column of ['Well Name', 'Well Name', 'Field']) {
    await page.getByRole('button', { name: column, exact: true }).click();
    await pause();
  }
  for (const key of ['Tab', 'Tab', 'PageDown', 'PageUp', 'End']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  await pause();
}
