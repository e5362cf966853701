import type { Page } from '@playwright/test';

/**
 * Waits until the page has hydrated, as a user who reads first would. Before that, links and fields behave as plain HTML, and input
 * or clicks can be lost.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // React adds a property to every element it hydrates.
  await page.waitForFunction(() => {
    if (!('__remixContext' in window)) return true;
    const isHydrated = (control: Element) =>
      Object.keys(control).some((key) => key.startsWith('__reactProps'));
    return [...document.querySelectorAll('button, input')].every(isHydrated);
  });
}

/** Makes `goto` wait until the page has hydrated. */
export function waitForHydrationOnGoto(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    // A test that doesn't wait for a loaded page wants to act before hydration.
    if (options?.waitUntil !== 'commit') await waitForHydration(page);
    return response;
  };
}
