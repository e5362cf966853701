import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';

test('a key pressed while the page comes to life does not leave it dead', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      listen.apply(document, args);
      // React has begun to listen, and has not rendered yet.
      if (args[0] === 'keydown') {
        queueMicrotask(() =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })),
        );
      }
    };
  });
  // A click before the scripts are there would do nothing.
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('what is clicked and typed before the scripts are there is taken once they are', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('searchbox').first().fill('A-008');
  await page.getByRole('button', { name: 'Theme' }).click();
  release();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  await expect(page).toHaveURL(/search=A-008/);
  await expect(page.getByRole('searchbox').first()).toHaveValue('A-008');
});

/** Keeps the page's scripts back until the result is called. */
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
