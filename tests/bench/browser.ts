import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/ensure-chromium.mjs';

/** A mid-range office setup: a laptop half as fast as this machine, on a home connection. */
const ROUND_TRIP_MS = 40;
const MEGABITS_PER_SECOND = 10;
const CPU_SLOWDOWN = 2;
export const CONDITIONS = `${MEGABITS_PER_SECOND} Mbit/s, ${ROUND_TRIP_MS} ms, CPU slowed ${CPU_SLOWDOWN} times, nothing cached`;

/** Times in milliseconds since navigation start. */
export type Load = {
  firstByte: number;
  contentLoaded: number;
  firstRow: number;
  largestPaint: number;
  /** Time when the search responds to a key. */
  interactive: number;
};

/** A click or key press: its slowest event, in milliseconds from the press to the next paint. */
export type Interaction = { duration: number; name: string };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium()?.executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Runs in a new browser profile with an empty cache, as the user of the session. */
export async function visit<Result>(
  browser: Browser,
  session: { Cookie: string },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const [name = '', value = ''] = session.Cookie.split('=');
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
    const page = await context.newPage();
    await page.addInitScript({ path: fileURLToPath(new URL('page-vitals.js', import.meta.url)) });
    const protocol = await context.newCDPSession(page);
    const bytesPerSecond = (MEGABITS_PER_SECOND * 1_000_000) / 8;
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Opens a page with a search, and waits until it is interactive. */
export async function load(page: Page, url: string): Promise<Load> {
  await page.goto(url);
  return page.evaluate('pageVitals.loaded');
}

/** Clicks and key presses since the page was opened, slowest first; those below 16 ms are not recorded. */
export async function interactions(page: Page): Promise<Interaction[]> {
  const all = await page.evaluate<Interaction[]>('pageVitals.interactions()');
  return all.sort((a, b) => b.duration - a.duration);
}
