import { expect, test } from '@playwright/test';

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

test('a click before the scripts are there is carried out once they are', async ({ page }) => {
  let release = () => {};
  const clicked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await clicked;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Theme' }).click();
  release();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
});
