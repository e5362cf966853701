import { expect, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { signInAs, test } from '../../support/e2e/test';

const ADMIN = { email: 'admin@example.com' };
const row = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Invitations' }).getByRole('row').filter({ hasText: email });

test('an invited person becomes a member at the first sign-in', async ({
  page,
  playwright,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  await signIn(ADMIN);
  const code = crypto.randomUUID().slice(0, 8).toUpperCase();
  const name = `Company ${code}`;
  for (const data of [
    { name: `${name} 10`, code: `${code}-10` },
    { name: `${name} 2`, code: `${code}-2` },
    { name, code },
  ]) {
    expect((await page.request.post('/api/admin/companies', { data })).status()).toBe(201);
  }

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('Email address is required')).toBeVisible();
  await expect(dialog.getByText('Please select a company')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill(person.email.toUpperCase());
  await expect(dialog.getByLabel('Company').locator('option').filter({ hasText: name })).toHaveText([
    `${name} (${code})`,
    `${name} 2 (${code}-2)`,
    `${name} 10 (${code}-10)`,
  ]);
  await dialog.getByLabel('Company').selectOption(`${name} (${code})`);
  await dialog.getByRole('radio', { name: /^Admin/ }).check();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const told = page.getByRole('dialog', { name: 'Notify Them' });
  await expect(told).toContainText(`${person.email} becomes an admin of ${name}`);
  await expect(told.getByRole('link', { name: 'Write Email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(person.email)}\\?subject=`),
  );
  await told.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, person.email)).toContainText('Pending');

  // A second invitation is refused, and the input stays.
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Company').selectOption(`${name} (${code})`);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText(/already has an invitation to this company/)).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // At their first sign-in they are a member.
  const theirs = await playwright.request.newContext({ baseURL: APP_URL });
  await signInAs(theirs, person);
  const user = await (await theirs.get('/api/auth/user')).json();
  expect(user.userCompanies).toMatchObject([{ name, role: 'admin' }]);
  const dashboard = await (await theirs.get('/')).text();
  expect(dashboard).toContain('Wells Master Data');
  expect(dashboard).toContain(name);
  const log = await (await theirs.get('/?tab=company&view=audit')).text();
  const rows = /<tbody.*<\/tbody>/s.exec(log)?.[0];
  expect(rows).toContain('Invitation accepted');
  expect(rows).toContain('Invitation created');
  await theirs.dispose();
  await page.reload();
  await expect(row(page, person.email)).toContainText('Accepted');
  await expect(row(page, person.email).getByRole('button')).toHaveCount(0);
});

test('a revoked invitation grants no access', async ({ page, playwright, signIn, newPerson }) => {
  const person = newPerson();
  await signIn(ADMIN);
  const code = crypto.randomUUID().slice(0, 8).toUpperCase();
  const created = await page.request.post('/api/admin/companies', { data: { name: code, code } });
  const { id: companyId } = await created.json();
  const invited = await page.request.post('/api/admin/invitations', {
    data: { email: person.email, companyId, role: 'viewer' },
  });
  expect(invited.status()).toBe(201);
  await page.goto('/admin?tab=invitations');
  await row(page, person.email)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke Invitation' });
  await expect(dialog).toContainText(`${person.email} will no longer become a member of ${code}`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, person.email)).toContainText('Pending');
  await row(page, person.email)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row(page, person.email)).toContainText('Revoked');
  const theirs = await playwright.request.newContext({ baseURL: APP_URL });
  await signInAs(theirs, person);
  const user = await (await theirs.get('/api/auth/user')).json();
  expect(user.userCompanies).toEqual([]);
  await theirs.dispose();
});
