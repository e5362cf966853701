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
      await page.emulateMedia({ colorScheme: 'light' });
      const axe = await axeOf(page);
      expect(await violations(axe()), 'light').toEqual([]);
      // Names, roles and order are the same in both themes; colors are what differs.
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(axe().withRules(['color-contrast'])), 'dark').toEqual([]);
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
  await signInAs(page.request, { email });
  cookiesOf.set(email, await page.context().cookies());
}

const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Looks at what is open over the page, where something is: the page below is out of reach, and a screen of its own. */
async function axeOf(page: Page): Promise<() => AxeBuilder> {
  const isCovered = (await page.locator(COVERING).count()) > 0;
  return () => {
    const axe = new AxeBuilder({ page }).options(OPTIONS);
    return isCovered ? axe.include(COVERING) : axe;
  };
}

/** Of what passes nothing is told in detail, and style sheets are not fetched again for a rule that is not among these. */
const OPTIONS = { resultTypes: ['violations' as const], preload: false };

async function violations(axe: AxeBuilder): Promise<string[]> {
  // Without frames there is nothing that a window of its own would have to put together.
  const found = await axe.setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
