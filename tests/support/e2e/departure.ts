import type { Page } from '@playwright/test';
import { keepIntercepting } from './interception';

export type Departure = {
  /** Resolves once the page has tried to leave. */
  asked: Promise<unknown>;
  /** Lets the navigation proceed. */
  letGo: () => Promise<void>;
};

/**
 * Keeps the browser on the page when it leaves for a path, so that the page's last message can be checked on a machine of any speed:
 * the navigation gets a 204, which leaves a browser where it is. (Delaying the navigation would not work: while one is pending,
 * Playwright waits for it to end before it inspects the page.)
 */
export async function holdDeparture(page: Page, path: string): Promise<Departure> {
  const address = `**${path}*`;
  await keepIntercepting(page);
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  await page.route(address, async (route) => {
    await route.fulfill({ status: 204 });
    // Not before fulfilling: a test that lets the page go right away would otherwise send this request to the server, too.
    resolve(route.request().url());
  });
  return {
    asked,
    letGo: async () => {
      await page.unroute(address);
      // The identity provider may redirect before its own page has loaded, or even started to.
      await page.goto(await asked, { waitUntil: 'commit' }).catch((error: Error) => {
        if (!error.message.includes('interrupted by another navigation')) throw error;
      });
    },
  };
}
