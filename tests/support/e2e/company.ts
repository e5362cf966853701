import { type Browser, expect, type Page } from '@playwright/test';
import { APP_URL } from './address';
import { signInAs } from './test';

/** Makes who is signed in on the page a member of a new company, the way a system administrator does it. */
export async function addToNewCompany(
  browser: Browser,
  page: Page,
  role: 'admin' | 'viewer' = 'admin',
): Promise<{ id: string; code: string; name: string }> {
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  const context = await browser.newContext({ baseURL: APP_URL });
  try {
    const adminPage = await context.newPage();
    await signInAs(adminPage, { email: 'admin@example.com' });
    const code = crypto.randomUUID().slice(0, 8).toUpperCase();
    const name = `Company ${code}`;
    const created = await context.request.post('/api/admin/companies', { data: { name, code } });
    expect(created.status()).toBe(201);
    const { id } = await created.json();
    const path = `/api/admin/users/${userId}/companies`;
    const added = await context.request.post(path, { data: { companyId: id, role } });
    expect(added.status()).toBe(201);
    return { id, code, name };
  } finally {
    await context.close();
  }
}

/** As addToNewCompany for the person's first company, which is selected by itself; opens its dashboard. */
export async function joinNewCompany(browser: Browser, page: Page, role: 'admin' | 'viewer' = 'admin') {
  const company = await addToNewCompany(browser, page, role);
  await page.goto('/');
  return company;
}
