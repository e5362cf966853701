import { expect } from '@playwright/test';
import { APP_URL, IDP_URL } from '../../support/e2e/address';
import { joinNewCompany } from '../../support/e2e/company';
import { currentUser, signInAs, test } from '../../support/e2e/test';

test('a person sees their sessions and ends the others', async ({ page, browser, signIn, newPerson }) => {
  const person = newPerson();
  await signIn(person);
  await joinNewCompany(browser, page);
  const elsewhere = await browser.newPage({ baseURL: APP_URL });
  await signInAs(elsewhere, person);
  await page.goto('/settings');
  const list = page.getByRole('list', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This session')).toHaveCount(1);
  await expect(list.getByRole('listitem').first()).toContainText(/^Chrome on \w+This session/);
  await page.getByRole('button', { name: 'End Session on' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect((await currentUser(elsewhere)).status()).toBe(401);
  expect((await currentUser(page)).status()).toBe(200);
  await elsewhere.close();
});

test('signing in again ends the session of before', async ({
  page,
  playwright,
  context,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const before = await playwright.request.newContext({
    baseURL: APP_URL,
    storageState: await context.storageState(),
  });
  expect((await before.get('/api/auth/user')).status()).toBe(200);
  await page.goto('/api/login');
  await page.waitForURL('/');
  expect((await currentUser(page)).status()).toBe(200);
  expect((await before.get('/api/auth/user')).status()).toBe(401);
  await before.dispose();
});

test('a sign-out takes the other tabs along, and keeps the theme', async ({
  page,
  context,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await context.addCookies([{ name: 'aro_theme', value: 'dark', url: APP_URL }]);
  const other = await context.newPage();
  await other.goto('/settings', { waitUntil: 'networkidle' });
  await page.evaluate(() => localStorage.setItem('left-behind', 'something'));
  await page.goto('/api/logout');
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe('/');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await context.cookies()).some(({ name }) => name === 'aro_theme')).toBe(true);
});

test('a link on another site signs nobody out', async ({ page, context, signIn, newPerson }) => {
  await signIn(newPerson());
  const evil = 'http://evil.example/';
  await context.route(evil, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${APP_URL}/api/logout">Win a prize</a>` }),
  );
  await page.goto(evil);
  await page.getByRole('link', { name: 'Win a prize' }).click();
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  expect((await currentUser(page)).status()).toBe(200);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL(`${APP_URL}/`);
  expect((await currentUser(page)).status()).toBe(401);
});

test('who signs out at the provider is signed out here', async ({ page, signIn, newPerson }) => {
  await signIn(newPerson());
  expect((await currentUser(page)).status()).toBe(200);
  await page.goto(`${IDP_URL}/session/end`);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect.poll(async () => (await currentUser(page)).status()).toBe(401);
});

test('an account that is deleted is signed out at the provider too', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Permanently' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Permanently' }).click();
  await page.getByRole('link', { name: 'Login to Continue' }).waitFor();
  // Still signed in there, the provider would send them straight back.
  await page.goto('/api/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
});
