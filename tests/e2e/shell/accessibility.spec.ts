import { expect, type Page } from '@playwright/test';
import { violations } from '../../support/e2e/axe';
import { SCREENS } from '../../support/e2e/screens';
import { test } from '../../support/e2e/test';

const COVERING = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Screens that together show every text color. */
const MORE_CONTRAST = ['wells', 'add well, refused', 'accretion'];

/** 1280 CSS pixels at 400% zoom. */
const ZOOMED = { width: 320, height: 640 };

/**
 * Removes rows with the same structure as an earlier row, content hidden in `details`, and the page below the elements that `within`
 * selects, while `look` runs: axe takes seconds for hundreds of elements, visible or not. All of it must be back before React renders
 * it again.
 */
async function withoutRepetitions(
  page: Page,
  within: string | null,
  look: () => Promise<void>,
): Promise<void> {
  const emptied = await page.evaluateHandle((within) => {
    const makeOf = (row: Element) =>
      [row, ...row.querySelectorAll('*')].map(({ tagName, className }) => `${tagName} ${className}`).join();
    const repeated = [...document.querySelectorAll('tbody, ul, ol')].flatMap((rows) => {
      const makes = new Set<string>();
      return [...rows.querySelectorAll<HTMLElement>(':scope > tr, :scope > li')].filter((row) => {
        const make = makeOf(row);
        return makes.has(make) || !makes.add(make);
      });
    });
    const closed = document.querySelectorAll<HTMLElement>('details:not([open]) > :not(summary)');
    const below = [...document.body.children].filter(
      (element): element is HTMLElement =>
        within !== null &&
        element instanceof HTMLElement &&
        !element.matches(within) &&
        !element.querySelector(within),
    );
    return [...repeated, ...closed, ...below].map((element) => {
      const children = [...element.childNodes];
      const { display } = element.style;
      element.replaceChildren();
      element.style.display = 'none';
      return { element, children, display };
    });
  }, within);
  await look();
  await emptied.evaluate((all) => {
    for (const { element, children, display } of all) {
      element.style.display = display;
      element.replaceChildren(...children);
    }
  });
}

/** Buttons of the open dialog placed before Close, Cancel or Back, which must come first. Left-aligned buttons are a separate group. */
function buttonsBeforeTheWayOut(page: Page): Promise<string[]> {
  return page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^(Close|Cancel|Back)$/ })
    .evaluateAll((exits) =>
      exits
        .filter(({ textContent }) => textContent !== '')
        .flatMap((exit) => {
          const buttons = [...exit.parentElement!.children].filter((it) => !it.matches('.mr-auto'));
          return buttons.slice(0, buttons.indexOf(exit)).map(({ textContent }) => textContent ?? '');
        }),
    );
}

test.describe('no accessibility violations in light and dark, exit buttons first, and nothing wider than a window at 400% zoom', () => {
  for (const { name, path, as, open } of SCREENS) {
    test(name, async ({ pageOf }) => {
      const page = await pageOf(as);
      // Content that is still fading in has less contrast than in its final state.
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      await page.goto(path, { waitUntil: 'networkidle' });
      await open?.(page);
      // A dialog or menu over the page is a screen of its own; the page below is out of reach.
      const within = (await page.locator(COVERING).count()) > 0 ? COVERING : null;
      expect(await buttonsBeforeTheWayOut(page)).toEqual([]);
      await withoutRepetitions(page, within, async () => {
        expect(await violations(page, { within }), 'light').toEqual([]);
        // Names, roles and order are the same in both themes; only colors differ.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violations(page, { within, rules: ['color-contrast'] }), 'dark').toEqual([]);
      });
      await page.setViewportSize(ZOOMED);
      // Tables scroll within their frames; the page itself does not.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        ZOOMED.width,
      );
      // A page that failed to render would be narrow, too.
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
    });
  }
});

test('text has a contrast of at least 7:1 if the system asks for more contrast', async ({ pageOf }) => {
  const looked = SCREENS.filter(({ name }) => MORE_CONTRAST.includes(name));
  expect(looked).toHaveLength(MORE_CONTRAST.length);
  for (const { name, path, as, open } of looked) {
    const page = await pageOf(as);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light', contrast: 'more' });
    await page.goto(path, { waitUntil: 'networkidle' });
    await open?.(page);
    const within = open ? COVERING : null;
    await withoutRepetitions(page, within, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await violations(page, { within, rules: ['color-contrast-enhanced'] });
        expect(found, `${name}, ${colorScheme}`).toEqual([]);
      }
    });
  }
});
