import type { Page } from '@playwright/test';

/**
 * For a test that stops intercepting while the page may be asking for something. Playwright turns interception off with the last
 * route that goes, and Chromium then never answers a request that it has just held back. A route that stays keeps it on.
 */
export async function keepIntercepting(page: Page): Promise<void> {
  await page.route('**/asked-for-by-nothing', (route) => route.continue());
}
