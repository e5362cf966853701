import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { APP_URL } from './address';
import { signInAs } from './test';

/** Adds the page's signed-in user to a new company, as a system administrator would. */
export async function addToNewCompany(
  browser: Browser,
  page: Page,
  role: 'admin' | 'viewer' = 'admin',
): Promise<{ id: string; code: string; name: string }> {
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  return asSystemAdmin(browser, async (request) => {
    const code = crypto.randomUUID().slice(0, 8).toUpperCase();
    const name = `Company ${code}`;
    const created = await request.post('/api/admin/companies', { data: { name, code } });
    expect(created.status()).toBe(201);
    const { id } = await created.json();
    await addMember(request, userId, id, role);
    return { id, code, name };
  });
}

/** Makes the page's signed-in user a viewer of both demo companies, and selects the first. */
export async function joinDemoCompanies(browser: Browser, page: Page) {
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  const [first, second] = await asSystemAdmin(browser, async (request) => {
    const all: { id: string; code: string; name: string }[] = await (
      await request.get('/api/admin/companies')
    ).json();
    const demo = ['Northern Shelf', 'Prairie Ridge'].map(
      (name) => all.find((it) => it.name.startsWith(name))!,
    );
    for (const { id } of demo) await addMember(request, userId, id, 'viewer');
    return demo;
  });
  const selected = await page.request.post('/api/companies/select', { data: { companyId: first!.id } });
  expect(selected.status()).toBe(200);
  return { first: first!, second: second! };
}

/** Reduces a company member's role to viewer. */
export async function makeViewer(browser: Browser, userId: string, companyId: string): Promise<void> {
  await asSystemAdmin(browser, async (request) => {
    const removed = await request.delete(`/api/admin/users/${userId}/companies/${companyId}`);
    expect(removed.status()).toBe(204);
    await addMember(request, userId, companyId, 'viewer');
  });
}

async function addMember(request: APIRequestContext, userId: string, companyId: string, role: string) {
  const added = await request.post(`/api/admin/users/${userId}/companies`, { data: { companyId, role } });
  expect(added.status()).toBe(201);
}

/** One signed-in administrator per browser: most tests make two requests, and a sign-in takes longer. */
const admins = new WeakMap<Browser, Promise<APIRequestContext>>();

/** Does work that requires a system administrator, apart from the test's own page. */
export async function asSystemAdmin<T>(
  browser: Browser,
  work: (request: APIRequestContext) => Promise<T>,
): Promise<T> {
  let admin = admins.get(browser);
  if (!admin) {
    admin = signInAdmin(browser);
    admins.set(browser, admin);
  }
  return work(await admin);
}

/** The context closes with the browser. */
async function signInAdmin(browser: Browser): Promise<APIRequestContext> {
  const { request } = await browser.newContext({ baseURL: APP_URL });
  await signInAs(request, { email: 'admin@example.com' });
  return request;
}

/** Like addToNewCompany, for the user's first company, which is selected automatically; opens its dashboard. */
export async function joinNewCompany(browser: Browser, page: Page, role: 'admin' | 'viewer' = 'admin') {
  const company = await addToNewCompany(browser, page, role);
  await page.goto('/');
  return company;
}

/** Chooses another company in the header, by its code. */
export async function switchCompany(page: Page, { code }: { code: string }): Promise<void> {
  await page.getByRole('button', { name: /, switch company$/ }).click();
  await page.getByRole('combobox', { name: 'Search companies' }).fill(code);
  await page.getByRole('option', { name: code }).click();
}

/** Opens a screen from a group in the sidebar. */
export async function openSidebarScreen(page: Page, group: string, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('button', { name: group, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
