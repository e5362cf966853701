import {
  type APIRequestContext,
  type APIResponse,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test';
import { DEMO_PEOPLE } from '../../../scripts/local-idp/people.mjs';
import { APP_URL, IDP_URL } from './address';
import { waitForHydrationOnGoto } from './hydration';
import { clearPage, TestWindow } from './window';

export type Person = { email: string; givenName?: string; familyName?: string };

type Fixtures = {
  /** Signs the page's browser in, without navigating the page. */
  signIn: (person: Person) => Promise<void>;
  /** A new user. */
  newPerson: () => Person;
};

type WorkerFixtures = {
  /** Cookies of the demo users: signing in takes seven requests, and many tests use the same person. */
  sessions: Map<string, Cookie[]>;
  /** Window of `page`. Options that a test file sets with test.use don't reach it. */
  testWindow: TestWindow;
  /** A user's blank window, shared by read-only tests: a new one would fetch, compile and sign in again for each. */
  pageOf: (email: string | null) => Promise<Page>;
};

const DEMO_EMAILS = Object.values(DEMO_PEOPLE).map(({ email }) => email);

export const test = base.extend<Fixtures, WorkerFixtures>({
  testWindow: [
    async ({ browser }, use) => {
      const testWindow = new TestWindow(browser);
      await use(testWindow);
      await testWindow.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ testWindow }, use, info) => {
    await use(await testWindow.take());
    // Leave the page of a failed test as it is, for inspection; its process ends.
    if (info.status === info.expectedStatus) await testWindow.clean();
  },
  context: async ({ page }, use) => use(page.context()),
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string | null, { page: Page; size: { width: number; height: number } }>();
      await use(async (email) => {
        const known = pages.get(email);
        if (known) {
          await clearPage(known.page, known.size);
          return known.page;
        }
        const page = await browser.newPage();
        waitForHydrationOnGoto(page);
        pages.set(email, { page, size: page.viewportSize()! });
        if (email) await signInAs(page.request, { email });
        return page;
      });
      for (const { page } of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  sessions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that the fixture needs no other.
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  signIn: async ({ page, sessions }, use) => {
    const context = page.context();
    await use(async (person) => {
      if (!DEMO_EMAILS.includes(person.email)) return signInAs(context.request, person);
      const kept = sessions.get(person.email);
      if (kept) {
        await context.addCookies(kept);
        // An earlier test may have signed this user out.
        if ((await context.request.get('/api/auth/user')).ok()) return;
        for (const { name } of kept) await context.clearCookies({ name });
      }
      // Only cache cookies from an empty jar: a test's own cookies must not reach the next test.
      const isBlank = (await context.cookies()).length === 0;
      await signInAs(context.request, person);
      if (isBlank) sessions.set(person.email, await context.cookies());
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that the fixture needs no other.
  newPerson: async ({}, use) => {
    await use(() => ({
      email: `e2e-${crypto.randomUUID()}@example.com`,
      givenName: 'Edda',
      familyName: 'Endtoend',
    }));
  },
});

/**
 * Completes the whole identity provider flow with a browser's cookies, but without its window: rendering four pages takes longer than
 * most tests that only need a signed-in user. Stops at the application's redirect for signed-in users, and leaves the page there to
 * the test. The pages of the flow are tested in sign-in.spec.ts.
 */
export async function signInAs(request: APIRequestContext, person: Person): Promise<void> {
  // A connection kept from the previous test may close just as it is reused.
  const form = await request.get('/api/login', { maxRetries: 2 });
  const { email, givenName = '', familyName = '' } = person;
  const stay = { maxRedirects: 0 };
  let answer = await request.post(form.url(), {
    ...stay,
    form: { email, given_name: givenName, family_name: familyName },
  });
  const next = () => new URL(answer.headers().location!, answer.url()).href;
  while (new URL(answer.url()).origin !== APP_URL) answer = await request.get(next(), stay);
  expect(next()).toBe(new URL('/', APP_URL).href);
}

/** Fills in the identity provider's form, wherever the browser came from. */
export async function fillSignInForm(page: Page, { email, givenName, familyName }: Person): Promise<void> {
  await page.waitForURL(`${IDP_URL}/sign-in/*`);
  await page.getByLabel('Email').fill(email);
  if (givenName) await page.getByLabel('First name').fill(givenName);
  if (familyName) await page.getByLabel('Last name').fill(familyName);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** GET /api/auth/user with the page's cookies. */
export function currentUser(page: Page): Promise<APIResponse> {
  return page.request.get('/api/auth/user');
}
