import type { Browser, Disposable, Page } from '@playwright/test';
import { awaitLife } from './alive';

/** A text of the application. In its place nothing of the page before runs, and the process stays, with what it has compiled. */
const NEUTRAL = '/.well-known/security.txt';

type Methods = Record<string, (...given: unknown[]) => unknown>;

type Undo = (target: Methods, given: unknown[], made: unknown) => unknown;

const stopListening: Undo = (target, [event, listener]) => target.off!(event, listener);
const dispose: Undo = async (_target, _given, made) => ((await made) as Disposable).dispose();

/** What lasts longer than a test, and how it is taken back. */
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
 * A window for one test after another. A page in a new one, with its process, its cache and its compiler to begin with, takes the
 * processor twice as long as one in a window that has been there. Where a test has done what can't be taken back, the next one gets
 * a new window.
 */
export class TestWindow {
  #page: Page | null = null;
  #size = { width: 0, height: 0 };
  #isUsedUp = false;
  #undo: (() => unknown)[] = [];

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
    this.#undo = [];
    for (const target of [page, context]) this.#watch(target as unknown as Methods);
    // A context without the headers of a test would be without those that it began with, too.
    this.#spendBy(context, ['grantPermissions', 'setExtraHTTPHeaders']);
    this.#spendBy(page.clock, Object.getOwnPropertyNames(Object.getPrototypeOf(page.clock)));
    return page;
  }

  /** Takes out what the test has left: nothing of it may be there for the next. */
  async clean(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    if (this.#isUsedUp || page.isClosed()) return this.close();
    const context = page.context();
    // Before the page is left: offline it could not be, and a listener may answer that it is not to be.
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

  /** Remembers how to take back what lasts. */
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

  /** Notices what can't be taken back. */
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
