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
import { awaitLife } from './alive';
import { clearPage, TestWindow } from './window';

export type Person = { email: string; givenName?: string; familyName?: string };

type Fixtures = {
  /** Signs the page's browser in; the page stays where it is. */
  signIn: (person: Person) => Promise<void>;
  /** A person nobody has seen before. */
  newPerson: () => Person;
};

type WorkerFixtures = {
  /** Cookies of the people of the demo data: signing in takes seven requests, and many tests do as the same person. */
  sessions: Map<string, Cookie[]>;
  /** The window of `page`. Options that a test file sets by test.use do not reach it. */
  testWindow: TestWindow;
  /** A person's window, blank, which tests that only look share: a new one would fetch, compile and sign in again for each. */
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
    // What has failed is looked at as it is, and its process ends.
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
        awaitLife(page);
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
        // A test may have signed them out.
        if ((await context.request.get('/api/auth/user')).ok()) return;
        for (const { name } of kept) await context.clearCookies({ name });
      }
      // What a test has brought along is not the next one's.
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
 * The whole way through the identity provider with a browser's cookies, but without its window: drawing four pages for every
 * test that only needs somebody signed in takes longer than most tests. It ends where the application sends who has a session:
 * the page there is left to the test. The pages of the way are tested in sign-in.spec.ts.
 */
export async function signInAs(request: APIRequestContext, person: Person): Promise<void> {
  // A connection kept from the test before may be closed at the very moment it is used again.
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

/** The identity provider's form, wherever the browser came from. */
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
