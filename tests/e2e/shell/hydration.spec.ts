import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';

/** A past month that the demo data leaves open. */
const RECENT_MONTH = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);

test('a key pressed during hydration does not break the page', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      listen.apply(document, args);
      // React is listening, but has not rendered yet.
      if (args[0] === 'keydown') {
        queueMicrotask(() =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })),
        );
      }
    };
  });
  // A click before the scripts load would do nothing.
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a click before the scripts load takes effect once they do', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Theme' }).click();
  release();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
});

test.describe('input and clicks before hydration are kept, and so is the server-rendered page', () => {
  /** Each screen with a code file of its own, and the Theme menu, which every page has. */
  type Screen = {
    path: string;
    field?: string;
    text?: string;
    /** URL that the input navigates to. */
    leadsTo?: RegExp;
    button: string;
    opens: 'dialog' | 'menu';
  };
  const THEME = { button: 'Theme', opens: 'menu' } as const;
  const SCREENS: Screen[] = [
    {
      path: '/',
      field: 'Search wells',
      text: '15/9',
      leadsTo: /search=15%2F9/,
      button: 'Add Well',
      opens: 'dialog',
    },
    { path: '/?view=fields', button: 'Add Custom Field', opens: 'dialog' },
    { path: '/?view=import', ...THEME },
    { path: '/?tab=calculate', field: 'Discount Rate (%)', text: '8.25', ...THEME },
    { path: '/?tab=accretion', field: 'Period End Date', text: '2024-03-31', ...THEME },
    { path: `/?tab=accretion&month=${RECENT_MONTH}`, ...THEME },
    { path: '/?tab=detail', field: 'Status', text: 'current', leadsTo: /status=current/, ...THEME },
    { path: '/?tab=company&view=members', ...THEME },
  ];
  for (const { path, field, text = '', leadsTo, button, opens } of SCREENS) {
    test(path.replace(RECENT_MONTH, 'recent'), async ({ page, signIn }) => {
      const errors = errorsOf(page);
      await signIn({ email: 'accountant@example.com' });
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      const main = await page.locator('#main > *').last().elementHandle();
      const input = field ? page.locator('#main').getByLabel(field).first() : null;
      if (input) {
        const kind = await input.evaluate((it: HTMLInputElement) => `${it.localName} ${it.type}`);
        if (kind.startsWith('select')) await input.selectOption(text);
        else if (kind === 'input text' || kind === 'input search') await input.pressSequentially(text);
        else await input.fill(text);
      }
      await page.getByRole('button', { name: button, exact: true }).first().click();
      release();
      await expect(page.getByRole(opens)).toBeVisible();
      // Closing the dialog while the list is still being read would abort that, which Remix reports as an error.
      if (leadsTo) await expect(page).toHaveURL(leadsTo);
      if (input) {
        // React's state holds the input: it survives rendering with the menu and with later updates.
        await page.keyboard.press('Escape');
        await page.waitForLoadState('networkidle');
        await expect(input).toHaveValue(text);
      }
      // React hydrated the server’s HTML instead of rendering the page again.
      expect(await main?.evaluate((it) => it.isConnected)).toBe(true);
      expect(errors).toEqual([]);
    });
  }
});

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Errors on the page and in its console, where React reports a failed hydration. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}
