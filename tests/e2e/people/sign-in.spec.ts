import { type APIResponse, expect, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { currentUser, fillSignInForm, test } from '../../support/e2e/test';

test('signs in through the identity provider', async ({ page, newPerson }) => {
  const person = newPerson();
  await page.goto('/api/login');
  await fillSignInForm(page, person);
  await page.waitForURL('/');
  const response = await currentUser(page);
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: person.email,
    emailVerified: true,
    firstName: person.givenName,
    lastName: person.familyName,
    isAdmin: false,
    userCompanies: [],
    needsCompanySelection: true,
  });
});

test('knows the people of the demo data', async ({ page, signIn }) => {
  await signIn({ email: 'Accountant@Example.com' });
  expect(await (await currentUser(page)).json()).toMatchObject({
    email: 'accountant@example.com',
    firstName: 'Alex',
    userCompanies: [
      { code: 'NSP', role: 'admin' },
      { code: 'PRE', role: 'admin' },
    ],
  });
});

test('makes a listed address system administrator', async ({ page, signIn }) => {
  await signIn({ email: 'admin@example.com' });
  expect(await (await currentUser(page)).json()).toMatchObject({ isAdmin: true, userCompanies: [] });
});

test('asks for an email address again when it is none', async ({ page }) => {
  await page.goto('/api/login');
  // The browser would refuse this one by itself.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await fillSignInForm(page, { email: 'nobody' });
  await expect(page.getByRole('alert')).toContainText('Enter an email address');
  await fillSignInForm(page, { email: 'somebody@example.com' });
  await page.waitForURL('/');
});

test('a sign-out ends the session everywhere at once, and the provider asks again', async ({
  page,
  context,
  playwright,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const thief = await playwright.request.newContext({
    baseURL: APP_URL,
    storageState: await context.storageState(),
  });
  expect((await thief.get('/api/auth/user')).status()).toBe(200);

  await page.goto('/api/logout');
  await page.waitForURL('/');
  expect((await currentUser(page)).status()).toBe(401);
  const refused = await thief.get('/api/auth/user');
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ message: 'Unauthorized' });
  await thief.dispose();

  await page.goto('/api/login');
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('each sign-in gets a session of its own', async ({ page, context, signIn, newPerson }) => {
  const person = newPerson();
  await signIn(person);
  const first = await sessionCookieOf(page);
  await page.goto('/api/login');
  await page.waitForURL('/');
  const second = await sessionCookieOf(page);
  expect(second).not.toBe(first);
  expect((await context.cookies()).find(({ name }) => name === 'aro_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in and out', async ({ page, signIn, newPerson }) => {
    await signIn(newPerson());
    expect((await currentUser(page)).status()).toBe(200);
    await page.goto('/api/logout');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('/');
    expect((await currentUser(page)).status()).toBe(401);
  });
});

test.describe('a callback that is not right shows why, offers to try again, and does not go round', () => {
  test('used a second time', async ({ page, newPerson }) => {
    const callback = await obtainCallback(page, newPerson().email);
    await page.goto(callback);
    await page.waitForURL('/');
    await expectProblem(page, callback);
    // The session made by the first use is still good.
    expect((await currentUser(page)).status()).toBe(200);
  });

  test('with another state', async ({ page, newPerson }) => {
    const callback = new URL(await obtainCallback(page, newPerson().email));
    callback.searchParams.set('state', 'x'.repeat(43));
    await expectProblem(page, callback.href);
    expect((await currentUser(page)).status()).toBe(401);
  });

  test('in another browser than the one that began', async ({ page, browser, newPerson }) => {
    const callback = await obtainCallback(page, newPerson().email);
    const elsewhere = await browser.newPage({ baseURL: APP_URL });
    await expectProblem(elsewhere, callback);
    expect((await currentUser(elsewhere)).status()).toBe(401);
    await elsewhere.close();
  });

  test('with another code', async ({ page, newPerson }) => {
    const callback = new URL(await obtainCallback(page, newPerson().email));
    callback.searchParams.set('code', 'not-the-code');
    await expectProblem(page, callback.href);
    expect((await currentUser(page)).status()).toBe(401);
  });

  test('without state', async ({ page }) => {
    await expectProblem(page, '/api/auth/callback?code=anything');
    await expectProblem(page, '/api/auth/callback');
  });

  test('denied by the provider', async ({ page, newPerson }) => {
    const callback = new URL(await obtainCallback(page, newPerson().email));
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    await expectProblem(page, callback.href);
    await expect(page.getByText('The sign-in was canceled.')).toBeVisible();
  });

  test('and trying again works', async ({ page, newPerson }) => {
    await expectProblem(page, '/api/auth/callback?code=anything&state=anything');
    await page.getByRole('link', { name: 'Try again' }).click();
    await fillSignInForm(page, newPerson());
    await page.waitForURL('/');
    expect((await currentUser(page)).status()).toBe(200);
  });
});

/** Signs in as far as the provider's answer, which the application does not get to see. @returns the answer's address */
async function obtainCallback(page: Page, email: string): Promise<string> {
  // Requests by hand, with the browser's cookies: a browser would follow the last redirect too.
  const form = await stopBefore(await page.request.get('/api/login', { maxRedirects: 0 }), page, '/sign-in/');
  const sent = await page.request.post(form, { form: { email }, maxRedirects: 0 });
  return stopBefore(sent, page, '/api/auth/callback');
}

/** Follows redirects up to the one that leads to the given path. @returns where that one leads */
async function stopBefore(response: APIResponse, page: Page, path: string): Promise<string> {
  const location = response.headers().location;
  expect(location, `a redirect on the way to ${path}`).toBeTruthy();
  const target = new URL(location ?? '', response.url());
  if (target.pathname.startsWith(path)) return target.href;
  return stopBefore(await page.request.get(target.href, { maxRedirects: 0 }), page, path);
}

async function expectProblem(page: Page, address: string): Promise<void> {
  const response = await page.goto(address);
  expect(response?.status()).toBe(400);
  expect(new URL(page.url()).pathname).toBe('/api/auth/callback');
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
}

async function sessionCookieOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === 'aro_session')?.value;
}
