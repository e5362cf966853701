import { type APIResponse, test as base, type Page } from '@playwright/test';
import { IDP_URL } from './address';

export type Person = { email: string; givenName?: string; familyName?: string };

type Fixtures = {
  /** Signs the page's browser in through the identity provider's form; it ends at the start page. */
  signIn: (person: Person) => Promise<void>;
  /** A person nobody has seen before. */
  newPerson: () => Person;
};

export const test = base.extend<Fixtures>({
  signIn: async ({ page }, use) => {
    await use((person) => signInAs(page, person));
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

/** The whole way through the identity provider, for pages other than the fixture's. */
export async function signInAs(page: Page, { email, givenName, familyName }: Person): Promise<void> {
  await page.goto('/api/login');
  await fillSignInForm(page, { email, givenName, familyName });
  await page.waitForURL('/');
}

/** The identity provider's form, wherever the browser came from. */
export async function fillSignInForm(page: Page, { email, givenName, familyName }: Person): Promise<void> {
  await page.waitForURL(`${IDP_URL}/sign-in/*`);
  await page.getByLabel('E-mail').fill(email);
  if (givenName) await page.getByLabel('Given name').fill(givenName);
  if (familyName) await page.getByLabel('Family name').fill(familyName);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** GET /api/auth/user with the page's cookies. */
export function currentUser(page: Page): Promise<APIResponse> {
  return page.request.get('/api/auth/user');
}
