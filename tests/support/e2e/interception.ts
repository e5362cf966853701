import type { Page } from '@playwright/test';

/**
 * For a test that stops intercepting while the page may be sending requests. Playwright turns interception off when the last route is
 * removed, and Chromium then never answers a request that it has just paused. A permanent route keeps it on.
 */
export async function keepIntercepting(page: Page): Promise<void> {
  await page.route('**/asked-for-by-nothing', (route) => route.continue());
}
