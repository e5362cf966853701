import type { Browser, Disposable, Page } from '@playwright/test';
import { waitForHydrationOnGoto } from './hydration';

/**
 * A plain-text URL of the application. There, nothing of the previous page runs, and the renderer process stays alive with its
 * compiled code.
 */
const NEUTRAL = '/.well-known/security.txt';

type Methods = Record<string, (...given: unknown[]) => unknown>;

type Undo = (target: Methods, given: unknown[], made: unknown) => unknown;

const stopListening: Undo = (target, [event, listener]) => target.off!(event, listener);
const dispose: Undo = async (_target, _given, made) => ((await made) as Disposable).dispose();

/** Changes that outlast a test, and how to undo each. */
const LASTING: Record<string, Undo> = {
  on: stopListening,
  once: stopListening,
  addInitScript: dispose,
  exposeFunction: dispose,
  exposeBinding: dispose,
  setOffline: (context) => context.setOffline!(false),
  setExtraHTTPHeaders: (page) => page.setExtraHTTPHeaders!({}),
};

/**
 * A window shared by consecutive tests. A page in a new window, with an empty process, cache and compiler, takes twice the CPU time
 * of one in a used window. After a test that did something that can't be undone, the next one gets a new window.
 */
export class TestWindow {
  #page: Page | null = null;
  #size = { width: 0, height: 0 };
  #isUsedUp = false;
  #undo: (() => unknown)[] = [];

  constructor(private readonly browser: Browser) {}

  /** The window in the state of a new one, with nobody signed in. */
  async take(): Promise<Page> {
    if (this.#page) return this.#page;
    const context = await this.browser.newContext();
    const page = await context.newPage();
    waitForHydrationOnGoto(page);
    this.#page = page;
    this.#size = page.viewportSize()!;
    this.#isUsedUp = false;
    this.#undo = [];
    for (const target of [page, context]) this.#watch(target as unknown as Methods);
    // Clearing the headers that a test has set would also clear those the context started with.
    this.#spendBy(context, ['grantPermissions', 'setExtraHTTPHeaders']);
    this.#spendBy(page.clock, Object.getOwnPropertyNames(Object.getPrototypeOf(page.clock)));
    return page;
  }

  /** Removes everything the test left behind. */
  async clean(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    if (this.#isUsedUp || page.isClosed()) return this.close();
    const context = page.context();
    // Before leaving the page: it can't be left while offline, and a listener may refuse to leave.
    for (const undo of this.#undo.toReversed()) await undo();
    this.#undo = [];
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

  /** Records how to undo lasting changes. */
  #watch(target: Methods): void {
    for (const [name, undo] of Object.entries(LASTING)) {
      const method = target[name];
      if (!method) continue;
      target[name] = (...given) => {
        const made = method.apply(target, given);
        this.#undo.push(() => undo(target, given, made));
        return made;
      };
    }
  }

  /** Marks the window as used up by changes that can't be undone. */
  #spendBy(target: object, names: string[]): void {
    const methods = target as Methods;
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

/** Clears everything on display. Leaves the page first, which would otherwise rerender for each change of media or size. */
export async function clearPage(page: Page, size: { width: number; height: number }): Promise<void> {
  // Some responses may still be held back.
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
