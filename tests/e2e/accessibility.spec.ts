import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { SCREENS } from '../support/e2e/screens';
import { test } from '../support/e2e/test';

/** 1280 CSS pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 640 };

test.describe('no accessibility violation in light and dark, and nothing wider than a window zoomed to 400 %', () => {
  for (const { name, path, as, open } of SCREENS) {
    test(name, async ({ page, signIn }) => {
      if (as) await signIn({ email: as });
      await page.goto(path, { waitUntil: 'networkidle' });
      await open?.(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
      }
      await page.setViewportSize(ZOOMED);
      // Tables scroll within their frames; the page itself does not.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        ZOOMED.width,
      );
    });
  }
});

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
