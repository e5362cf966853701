import type { Locator } from '@playwright/test';

/** All of the page is there, what it fetches included. */
export const READY = { waitUntil: 'networkidle' } as const;

/** By how much it scrolls sideways, in pixels. */
export function sideways(scrolling: Locator): Promise<number> {
  return scrolling.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
