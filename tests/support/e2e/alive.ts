import type { Page } from '@playwright/test';

/**
 * Waits until the whole page answers, as a person does who reads first. Links and fields in a page of ours that React has not
 * taken over yet are the browser's own: what is done to them then is lost, or done anew when React begins again.
 */
export async function comeToLife(page: Page): Promise<void> {
  // React leaves its mark on each element that it has taken over from the server.
  await page.waitForFunction(() => {
    if (!('__remixContext' in window)) return true;
    const isTaken = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps'));
    return [...document.querySelectorAll('button, input')].every(isTaken);
  });
}
