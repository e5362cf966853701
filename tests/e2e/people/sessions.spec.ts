import { devices, expect, type Page } from '@playwright/test';
import { APP_URL, IDP_URL } from '../../support/e2e/address';
import { addToNewCompany } from '../../support/e2e/company';
import { followLinkElsewhere } from '../../support/e2e/people-screens';
import { currentUser, fillSignInForm, signInAs, test } from '../../support/e2e/test';

/** Refuses the first request to end sessions, as the server does when the sign-in is too old. */
async function refuseFirst(page: Page, address: string): Promise<void> {
  const message = 'This requires a sign-in within the last ten minutes. Sign in again.';
  let isRefused = false;
  await page.route(address, (route) => {
    if (isRefused || route.request().method() !== 'DELETE') return route.continue();
    isRefused = true;
    return route.fulfill({ status: 403, json: { message, errors: { signIn: [message] } } });
  });
}

test('a user sees their sessions and ends the others', async ({
  page,
  playwright,
  browser,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  await signIn(person);
  await addToNewCompany(browser, page);
  const { userAgent } = devices['Desktop Chrome']!;
  const elsewhere = await playwright.request.newContext({ baseURL: APP_URL, userAgent });
  await signInAs(elsewhere, person);
  await page.goto('/settings');
  const list = page.getByRole('list', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This session')).toHaveCount(1);
  await expect(list.getByRole('listitem').first()).toContainText(/^Chrome on \w+This session/);
  await page.getByRole('button', { name: 'End Session on' }).click();
  const asking = page.getByRole('alertdialog', { name: 'End Session' });
  await expect(asking).toContainText(/Sign out of Chrome on \w+/);
  await asking.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByText('Session Ended', { exact: true })).toBeVisible();
  await expect(asking).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(401);
  expect((await currentUser(page)).status()).toBe(200);
  await elsewhere.dispose();
});

test('a user with an old sign-in signs in again to end sessions, by keyboard, and returns to the dialog', async ({
  page,
  playwright,
  browser,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  await signIn(person);
  await addToNewCompany(browser, page);
  const elsewhere = await playwright.request.newContext({ baseURL: APP_URL });
  await signInAs(elsewhere, person);
  await refuseFirst(page, '**/api/user/sessions');
  await page.goto('/settings', { waitUntil: 'networkidle' });
  const endOthers = page.getByRole('button', { name: 'End All Other Sessions' });
  await endOthers.focus();
  await page.keyboard.press('Enter');
  const asking = page.getByRole('alertdialog', { name: 'End All Other Sessions' });
  await asking.getByRole('button', { name: 'End All Other Sessions' }).focus();
  await page.keyboard.press('Enter');
  const again = page.getByRole('alertdialog', { name: 'Sign In Again First' });
  await expect(again).toContainText('you must have signed in within the last ten minutes');
  await expect(again.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(200);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  // The provider still has a session for them, but asks anyway.
  await fillSignInForm(page, person);
  await page.waitForURL('/settings?dialog=end-other-sessions');
  await expect(asking).toBeVisible();
  await asking.getByRole('button', { name: 'End All Other Sessions' }).click();
  await expect(page.getByText('Sessions Ended', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL('/settings');
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(401);
  await elsewhere.dispose();
});

test('a system administrator returns to the user whose sessions they are ending', async ({
  page,
  playwright,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  const theirs = await playwright.request.newContext({ baseURL: APP_URL });
  await signInAs(theirs, person);
  await signIn({ email: 'admin@example.com' });
  await refuseFirst(page, '**/api/admin/users/*/sessions');
  await page.goto(`/admin?search=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: 'End all sessions of Edda Endtoend' }).click();
  const asking = page.getByRole('alertdialog', { name: 'End All Sessions' });
  await asking.getByRole('button', { name: 'End All Sessions' }).click();
  await page.getByRole('button', { name: 'Sign In Again' }).click();
  await fillSignInForm(page, { email: 'admin@example.com' });
  await page.waitForURL('/admin?*');
  await expect(asking).toContainText('Sign Edda Endtoend out of every browser?');
  await asking.getByRole('button', { name: 'End All Sessions' }).click();
  await expect(page.getByText('Edda Endtoend is signed out everywhere', { exact: true })).toBeVisible();
  await expect(asking).toBeHidden();
  expect((await theirs.get('/api/auth/user')).status()).toBe(401);
  await theirs.dispose();
});

test('a link on another site signs nobody in or out', async ({ page, context, signIn, newPerson }) => {
  const person = newPerson();
  await signIn(person);
  await context.clearCookies({ name: 'aro_session' });
  await page.goto('/');
  await followLinkElsewhere(page, '/api/login');
  await expect(page.getByRole('heading', { name: 'Sign in?' })).toBeVisible();
  expect((await currentUser(page)).status()).toBe(401);
  // The provider still has their session and doesn't ask again, so this page is where they decide.
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL(`${APP_URL}/`);
  expect((await currentUser(page)).status()).toBe(200);

  await followLinkElsewhere(page, '/api/logout');
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  expect((await currentUser(page)).status()).toBe(200);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL(`${APP_URL}/`);
  expect((await currentUser(page)).status()).toBe(401);
});

test('a page without user activity signs nobody in again', async ({ page, context, signIn, newPerson }) => {
  await signIn(newPerson());
  await context.clearCookies({ name: 'aro_session' });
  // Not with evaluate(), which counts as user activation, as does inspecting the page before it navigates.
  await page.addInitScript(() => {
    if (window.location.pathname === '/nowhere') setTimeout(() => window.location.assign('/api/login'), 100);
  });
  const left = page.waitForRequest('**/api/login');
  await page.goto('/nowhere', { waitUntil: 'commit' });
  await left;
  await expect(page.getByText('You are signed out of the ARO System.')).toBeVisible();
  expect((await currentUser(page)).status()).toBe(401);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL(`${APP_URL}/`);
  expect((await currentUser(page)).status()).toBe(200);
});

test('signing in again ends the previous session', async ({
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
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'aro_session');
  const first = await cookie();
  await page.goto('/api/login');
  await page.waitForURL('/');
  expect(await cookie()).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect((await cookie())?.value).not.toBe(first?.value);
  expect((await currentUser(page)).status()).toBe(200);
  expect((await before.get('/api/auth/user')).status()).toBe(401);
  await before.dispose();
});

test('signing out also signs out the other tabs, and keeps the theme', async ({
  page,
  context,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await page.goto('/');
  await context.addCookies([{ name: 'aro_theme', value: 'dark', url: APP_URL }]);
  const other = await context.newPage();
  await other.goto('/settings', { waitUntil: 'networkidle' });
  await page.evaluate(() => localStorage.setItem('left-behind', 'something'));
  await page.goto('/api/logout');
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe('/');
  expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect((await context.cookies()).some(({ name }) => name === 'aro_theme')).toBe(true);
});

test('signing out at the provider ends the session here', async ({ page, signIn, newPerson }) => {
  await signIn(newPerson());
  expect((await currentUser(page)).status()).toBe(200);
  await page.goto(`${IDP_URL}/session/end`);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect.poll(async () => (await currentUser(page)).status()).toBe(401);
});
