import AxeBuilder from '@axe-core/playwright';
import { type Cookie, expect, type Page } from '@playwright/test';
import { SCREENS } from '../../support/e2e/screens';
import { signInAs, test } from '../../support/e2e/test';

/** 1280 CSS pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 640 };

test.describe('no accessibility violation in light and dark, and nothing wider than a window zoomed to 400 %', () => {
  for (const { name, path, as, open } of SCREENS) {
    test(name, async ({ page }) => {
      // What is still fading in has less contrast than it will have.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (as) await signInOnce(page, as);
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

/** The way through the identity provider is tested elsewhere: here each person goes it once, and keeps the cookies. */
const cookiesOf = new Map<string, Cookie[]>();

async function signInOnce(page: Page, email: string): Promise<void> {
  const cookies = cookiesOf.get(email);
  if (cookies) return page.context().addCookies(cookies);
  await signInAs(page, { email });
  cookiesOf.set(email, await page.context().cookies());
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
