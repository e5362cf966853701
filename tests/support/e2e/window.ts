import type { Browser, BrowserContext, Page } from '@playwright/test';
import { awaitLife } from './alive';

/** A text of the application. In its place nothing of the page before runs, and the process stays, with what it has compiled. */
const NEUTRAL = '/.well-known/security.txt';

/** What a page or its browser keeps for good, or for longer than a test. */
const LASTING = [
  'on',
  'once',
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'setExtraHTTPHeaders',
  'setOffline',
  'grantPermissions',
] as const;

/**
 * A window for one test after another. A page in a new one, with its process, its cache and its compiler to begin with, takes the
 * processor twice as long as one in a window that has been there. Where a test has done what can't be taken back, the next one gets
 * a new window.
 */
export class TestWindow {
  #page: Page | null = null;
  #size = { width: 0, height: 0 };
  #isUsedUp = false;

  constructor(private readonly browser: Browser) {}

  /** The window as a new one would be, with nobody signed in. */
  async take(): Promise<Page> {
    if (this.#page) return this.#page;
    const context = await this.browser.newContext();
    const page = await context.newPage();
    awaitLife(page);
    this.#page = page;
    this.#size = page.viewportSize()!;
    this.#isUsedUp = false;
    this.#watch(page);
    this.#watch(context);
    this.#watch(page.clock);
    return page;
  }

  /** Takes out what the test has left: nothing of it may be there for the next. */
  async clean(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    if (this.#isUsedUp || page.isClosed()) return this.close();
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await clearPage(page, this.#size);
    await context.clearCookies();
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    const session = await context.newCDPSession(page);
    await session.send('Page.resetNavigationHistory');
    await session.detach();
  }

  async close(): Promise<void> {
    const page = this.#page;
    this.#page = null;
    await page?.context().close();
  }

  /** Notices what lasts. */
  #watch(target: Page | BrowserContext | Page['clock']): void {
    const methods = target as unknown as Record<string, (...given: unknown[]) => unknown>;
    const isClock = !('on' in target);
    const names = isClock ? Object.getOwnPropertyNames(Object.getPrototypeOf(target)) : LASTING;
    for (const name of names) {
      const method = methods[name];
      if (typeof method !== 'function' || name === 'constructor') continue;
      methods[name] = (...given) => {
        this.#isUsedUp = true;
        return method.apply(target, given);
      };
    }
  }
}

/** Leaves nothing of what is shown. First the page: it would be drawn again for each change of what it is looked at with. */
export async function clearPage(page: Page, size: { width: number; height: number }): Promise<void> {
  // Answers may have been held back.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(NEUTRAL);
  await page.mouse.move(0, 0);
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  await page.setViewportSize(size);
}
