import { expect } from '@playwright/test';
import { test } from '../../support/e2e/test';

test('the landing page shows the product in the reader’s theme', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/product-')) fetched.push(new URL(request.url()).pathname);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('img', { name: /ARO Detail screen/ }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: /ARO Detail screen/ })).toHaveCount(1);
  await expect.poll(() => fetched).toEqual(['/product-dark.webp']);
  const width = await page
    .getByRole('img', { name: /ARO Detail screen/ })
    .evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(width).toBeGreaterThan(1000);
  await expect(page.getByRole('heading', { name: 'A month-end close under ASC 410-20' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Isolated and secured' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs');
});
