import { type APIRequestContext, type APIResponse, test as base, expect, type Page } from '@playwright/test';
import { APP_URL, IDP_URL } from './address';
import { comeToLife } from './alive';

export type Person = { email: string; givenName?: string; familyName?: string };

type Fixtures = {
  /** Signs the page's browser in; the page stays where it is. */
  signIn: (person: Person) => Promise<void>;
  /** A person nobody has seen before. */
  newPerson: () => Person;
};

type WorkerFixtures = {
  /** A person's window, blank, which tests that only look share: a new one would fetch, compile and sign in again for each. */
  pageOf: (email: string | null) => Promise<Page>;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  page: async ({ page }, use) => {
    awaitLife(page);
    await use(page);
  },
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string | null, { page: Page; size: { width: number; height: number } }>();
      await use(async (email) => {
        const known = pages.get(email);
        if (known) {
          await clear(known.page);
          await known.page.setViewportSize(known.size);
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
  signIn: async ({ page }, use) => {
    await use((person) => signInAs(page.context().request, person));
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

function awaitLife(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    // A test that asks for less than a loaded page means to act before hydration.
    if (options?.waitUntil !== 'commit') await comeToLife(page);
    return response;
  };
}

/** Leaves nothing of the test before. First the page: it would be drawn again for each change of what it is looked at with. */
async function clear(page: Page): Promise<void> {
  // Answers may have been held back.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
}

/**
 * The whole way through the identity provider with a browser's cookies, but without its window: drawing four pages for every
 * test that only needs somebody signed in takes longer than most tests. It ends where the application sends who has a session:
 * the page there is left to the test. The pages of the way are tested in sign-in.spec.ts.
 */
export async function signInAs(request: APIRequestContext, person: Person): Promise<void> {
  const form = await request.get('/api/login');
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
