import type { Page } from '@playwright/test';

/**
 * Holds the browser on the page that is about to leave for an address, so that what it says last can be looked at however
 * slow the machine is. Call what is returned to let it go.
 */
export async function holdDeparture(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
