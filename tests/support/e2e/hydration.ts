import type { Page } from '@playwright/test';

/**
 * Waits until the page has hydrated, as a person who reads first would. Before that, links and fields behave as plain HTML, and
 * what is typed or clicked can be lost.
 */
export async function comeToLife(page: Page): Promise<void> {
  // React adds a property to every element it hydrates.
  await page.waitForFunction(() => {
    if (!('__remixContext' in window)) return true;
    const isHydrated = (control: Element) =>
      Object.keys(control).some((key) => key.startsWith('__reactProps'));
    return [...document.querySelectorAll('button, input')].every(isHydrated);
  });
}

/** Makes `goto` wait until the page has hydrated. */
export function awaitLife(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    // A test that asks for less than a loaded page means to act before hydration.
    if (options?.waitUntil !== 'commit') await comeToLife(page);
    return response;
  };
}
