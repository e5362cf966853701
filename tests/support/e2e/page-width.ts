import type { Locator } from '@playwright/test';

/** Waits for the whole page, including the code and data that it lazy-loads. */
export const READY = { waitUntil: 'networkidle' } as const;

/** Horizontal overflow, in pixels. */
export function horizontalOverflow(scrolling: Locator): Promise<number> {
  return scrolling.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
