import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { currentUser, fillSignInForm, signInAs, test } from '../../support/e2e/test';

test('signs in through the identity provider', async ({ page, newPerson }) => {
  const person = newPerson();
  await page.goto('/api/login');
  // The browser’s own validation would block this address before it is sent.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await fillSignInForm(page, { email: 'nobody' });
  await expect(page.getByRole('alert')).toContainText('Enter an email address');
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

test('recognizes the demo users', async ({ request }) => {
  await signInAs(request, { email: 'Accountant@Example.com' });
  expect(await (await request.get('/api/auth/user')).json()).toMatchObject({
    email: 'accountant@example.com',
    firstName: 'Alex',
    userCompanies: [
      { code: 'NSP', role: 'admin' },
      { code: 'PRE', role: 'admin' },
    ],
  });
});

test('makes a listed address a system administrator', async ({ request }) => {
  await signInAs(request, { email: 'admin@example.com' });
  expect(await (await request.get('/api/auth/user')).json()).toMatchObject({
    isAdmin: true,
    userCompanies: [],
  });
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

test('people can sign in and out without scripts', async ({ browser, newPerson }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await signInAs(page.request, newPerson());
  expect((await currentUser(page)).status()).toBe(200);
  await page.goto('/api/logout');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('/');
  expect((await currentUser(page)).status()).toBe(401);
  await page.close();
});

test('an invalid callback shows the reason, offers a retry, and does not redirect in a loop', async ({
  page,
  playwright,
  newPerson,
}) => {
  const changed: [string, (search: URLSearchParams) => void][] = [
    ['with another state', (search) => search.set('state', 'x'.repeat(43))],
    ['with another code', (search) => search.set('code', 'not-the-code')],
    [
      'denied by the provider',
      (search) => {
        search.delete('code');
        search.set('error', 'access_denied');
      },
    ],
  ];
  /** A separate cookie jar is all it takes, since the provider doesn't ask users it recognizes. */
  const newBrowser = () => playwright.request.newContext({ baseURL: APP_URL });
  for (const [what, change] of changed) {
    await test.step(what, async () => {
      const one = await newBrowser();
      const callback = new URL(await obtainCallback(one, newPerson().email));
      change(callback.searchParams);
      const problem = await expectProblem(one, callback.href);
      if (what === 'denied by the provider') expect(problem).toContain('The sign-in was canceled.');
      expect((await one.get('/api/auth/user')).status()).toBe(401);
      await one.dispose();
    });
  }
  const one = await newBrowser();
  await test.step('without state', async () => {
    await expectProblem(one, '/api/auth/callback?code=anything');
    await expectProblem(one, '/api/auth/callback');
  });
  const callback = await obtainCallback(one, newPerson().email);
  await test.step('in a different browser than the one that started', async () => {
    const other = await newBrowser();
    await expectProblem(other, callback);
    expect((await other.get('/api/auth/user')).status()).toBe(401);
    await other.dispose();
  });
  await test.step('used a second time', async () => {
    expect((await one.get(callback)).url()).toBe(`${APP_URL}/`);
    await expectProblem(one, callback);
    // The session from the first use is still valid.
    expect((await one.get('/api/auth/user')).status()).toBe(200);
  });
  await one.dispose();

  const address = '/api/auth/callback?code=anything&state=anything';
  expect((await page.goto(address))?.status()).toBe(400);
  await expect(page).toHaveURL(address);
  await page.getByRole('link', { name: 'Try again' }).click();
  await fillSignInForm(page, newPerson());
  await page.waitForURL('/');
  expect((await currentUser(page)).status()).toBe(200);
});

/** Signs in up to the provider's callback, which is not sent to the application. @returns the callback's URL */
async function obtainCallback(request: APIRequestContext, email: string): Promise<string> {
  // One request at a time: a browser would follow the last redirect too.
  const begin = await request.get('/api/login', { maxRedirects: 0 });
  const form = await stopBefore(begin, request, '/sign-in/');
  const sent = await request.post(form, { form: { email }, maxRedirects: 0 });
  return stopBefore(sent, request, '/api/auth/callback');
}

/** Follows redirects up to the one to the given path. @returns its target */
async function stopBefore(response: APIResponse, request: APIRequestContext, path: string): Promise<string> {
  const location = response.headers().location;
  expect(location, `a redirect on the way to ${path}`).toBeTruthy();
  const target = new URL(location ?? '', response.url());
  if (target.pathname.startsWith(path)) return target.href;
  return stopBefore(await request.get(target.href, { maxRedirects: 0 }), request, path);
}

/** @returns the error page */
async function expectProblem(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address, { maxRedirects: 0 });
  expect(response.status()).toBe(400);
  const text = await response.text();
  expect(/<a [^>]*href="\/api\/login"[^>]*>Try Again<\/a>/.test(text), 'a way to try again').toBe(true);
  return text;
}
