import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/ensure-chromium.mjs';

/** A middling office: a laptop half as fast as this machine, behind a home connection. */
const ROUND_TRIP_MS = 40;
const MEGABITS_PER_SECOND = 10;
const CPU_SLOWDOWN = 2;
export const CONDITIONS = `${MEGABITS_PER_SECOND} Mbit/s, ${ROUND_TRIP_MS} ms, CPU slowed ${CPU_SLOWDOWN} times, nothing cached`;

/** Times in milliseconds since the navigation began. */
export type Load = {
  firstByte: number;
  contentLoaded: number;
  firstRow: number;
  largestPaint: number;
  /** The search has answered a key. */
  interactive: number;
};

/** A click or a key: its slowest event, in milliseconds from the press to the next paint. */
export type Interaction = { duration: number; name: string };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium()?.executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Works in a new browser profile, whose cache is empty, as the person whose session it is. */
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

/** Opens a page with a search, and waits until it can be worked with. */
export async function load(page: Page, url: string): Promise<Load> {
  await page.goto(url);
  return page.evaluate('pageVitals.loaded');
}

/** Clicks and keys since the page was opened, slowest first; those below 16 ms are not among them. */
export async function interactions(page: Page): Promise<Interaction[]> {
  const all = await page.evaluate<Interaction[]>('pageVitals.interactions()');
  return all.sort((a, b) => b.duration - a.duration);
}
