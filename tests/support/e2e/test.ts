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

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      // A test that asks for less than a loaded page means to act before hydration.
      if (options?.waitUntil !== 'commit') await comeToLife(page);
      return response;
    };
    await use(page);
  },
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

/**
 * The whole way through the identity provider with a browser's cookies, but without its window: drawing four pages for every
 * test that only needs somebody signed in takes longer than most tests. The pages themselves are tested in sign-in.spec.ts.
 */
export async function signInAs(request: APIRequestContext, person: Person): Promise<void> {
  const form = await request.get('/api/login');
  const { email, givenName = '', familyName = '' } = person;
  const signedIn = await request.post(form.url(), {
    form: { email, given_name: givenName, family_name: familyName },
  });
  expect(signedIn.url()).toBe(new URL('/', APP_URL).href);
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
