import type { Page } from '@playwright/test';
import { keepIntercepting } from './interception';

export type Departure = {
  /** Resolves once the page has asked to leave. */
  asked: Promise<unknown>;
  /** Lets it go where it wanted to. */
  letGo: () => Promise<void>;
};

/**
 * Keeps the browser on the page when it leaves for a path, so that what it says last can be looked at however slow the
 * machine is: the navigation is answered 204, which leaves a browser where it is. (A navigation merely held back would
 * not do: while one is under way, Playwright waits for its end before it looks at the page.)
 */
export async function holdDeparture(page: Page, path: string): Promise<Departure> {
  const address = `**${path}*`;
  await keepIntercepting(page);
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  await page.route(address, async (route) => {
    await route.fulfill({ status: 204 });
    // No earlier: a test that lets the page go right away would send this request to the server, too.
    resolve(route.request().url());
  });
  return {
    asked,
    letGo: async () => {
      await page.unroute(address);
      // The identity provider may send the browser on before its own page has loaded, or even begun to.
      await page.goto(await asked, { waitUntil: 'commit' }).catch((error: Error) => {
        if (!error.message.includes('interrupted by another navigation')) throw error;
      });
    },
  };
}
