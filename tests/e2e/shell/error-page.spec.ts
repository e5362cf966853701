import { expect, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** Styles that a page without its style sheet would lose. */
function look(page: Page) {
  return page.locator('body').evaluate((body) => {
    const { backgroundColor, color, fontFamily, margin } = getComputedStyle(body);
    return { backgroundColor, color, fontFamily, margin };
  });
}

test('styles stand in the document, and are still there when a page fails and React makes it anew', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') files.push(request.url());
  });
  await signIn(newPerson());
  const { name } = await addToNewCompany(browser, page);
  const dark = { preferenceKey: 'theme', preferenceValue: 'dark' };
  expect((await page.request.post('/api/user/preferences', { data: dark })).ok()).toBe(true);
  await page.goto('/', { waitUntil: 'networkidle' });
  // The page switches to Inter once the font has loaded.
  await expect(page.locator('html[data-typeface]')).toBeAttached();
  const asItWas = await look(page);
  expect(asItWas.fontFamily).toMatch(/^Inter,/);
  expect(asItWas.margin).toBe('0px');

  await page.route('**/settings.data*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveAttribute('href', '/api/logout');
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('Something went wrong on our end.')).toBeVisible();
  await expect.poll(() => look(page)).toEqual(asItWas);
  // The error response had no user data, but the page still knows the user.
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();

  // The server has recovered.
  await page.unroute('**/settings.data*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await expect.poll(() => look(page)).toEqual(asItWas);
  expect(refused).toEqual([]);
  expect(files).toEqual([]);
});
