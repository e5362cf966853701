import { expect, type Page } from '@playwright/test';
import { alterPageData } from '../../support/e2e/page-data';
import { signInAs, test } from '../../support/e2e/test';

const ADMIN = { email: 'admin@example.com' };

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
const searchFor = (page: Page, label: string, text: string) =>
  page.getByRole('searchbox', { name: label }).fill(text);
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const newCode = () => crypto.randomUUID().slice(0, 8).toUpperCase();

/** A company without members. */
async function newCompany(page: Page): Promise<{ id: string; name: string; code: string }> {
  const code = newCode();
  const response = await page.request.post('/api/admin/companies', {
    data: { name: `Company ${code}`, code, description: `About ${code}` },
  });
  expect(response.status()).toBe(201);
  return response.json();
}

test('the demo companies and users are older than their activity', async ({ request }) => {
  await signInAs(request, ADMIN);
  const companies: {
    code: string;
    createdAt: string;
    updatedAt: string;
    userCompanies: { createdAt: string }[];
  }[] = await (await request.get('/api/admin/companies')).json();
  const demo = companies.filter(({ code }) => ['NSP', 'PRE'].includes(code));
  expect(demo).toHaveLength(2);
  for (const { createdAt, updatedAt, userCompanies } of demo) {
    expect(createdAt <= updatedAt).toBe(true);
    expect(userCompanies.some((member) => member.createdAt <= updatedAt)).toBe(true);
  }
});

test('an anonymous visitor gets a 404', async ({ request }) => {
  const response = await request.get('/admin');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('404 Page Not Found');
});

test('an administrator without a company gets in; the tabs are in the address', async ({ page, signIn }) => {
  await signIn(ADMIN);
  await page.goto('/');
  await expect(page.getByText(/you can create companies in the admin panel/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
  // The panel's own code loads after its heading.
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Manage users, companies, and system settings')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('tab')).toHaveText([
    'Users',
    'Companies',
    'Invitations',
    'System Data',
    'Security Log',
  ]);
  await openTab(page, 'Companies');
  await page.waitForURL('/admin?tab=companies');
  await openTab(page, 'System Data');
  await page.waitForURL('/admin?tab=system');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'System Data' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Companies' })).toHaveAttribute('aria-selected', 'true');
  await openTab(page, 'Users');
  await page.waitForURL('/admin');
});

test.describe('Users', () => {
  test('joins a company, as viewer or admin, once, and becomes administrator and back', async ({
    page,
    request,
    signIn,
    newPerson,
  }) => {
    const person = newPerson();
    await signInAs(request, person);
    await signIn(ADMIN);
    const first = await newCompany(page);
    const second = await newCompany(page);
    await page.goto('/admin');
    await searchFor(page, 'Search users', person.email);
    await expect(page).toHaveURL(/search=/);
    const user = row(page, 'Users', person.email);
    await expect(user.getByRole('button', { name: 'Add to Company' })).toHaveAccessibleName(
      /^Add to Company \S+/,
    );
    await user.getByRole('button', { name: 'Add to Company' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to Company' });
    const item = (company: { code: string; name: string }) =>
      dialog.getByRole('listitem').filter({ hasText: company.code });
    await expect(item(first)).toContainText(first.name);
    await item(first).getByRole('button', { name: 'Add as Viewer' }).click();
    await toast(page, 'User added to company successfully');
    await expect(item(first)).toContainText('Already a member');
    await expect(item(first).getByRole('button')).toHaveCount(0);
    await expect(item(first).getByRole('combobox')).toHaveValue('viewer');
    await item(second).getByRole('button', { name: 'Add as Admin' }).click();
    await expect(item(second)).toContainText('Already a member');
    // The dialog is part of the URL.
    await page.reload();
    await expect(item(second)).toContainText('Already a member');
    await page.keyboard.press('Escape');
    await expect(user).toContainText(`${first.name} (viewer)`);
    await expect(user).toContainText(`${second.name} (admin)`);

    await expect(user).toContainText('Edda Endtoend');
    await user.getByRole('button', { name: 'Make Admin' }).click();
    const asking = page.getByRole('alertdialog');
    await expect(asking).toContainText('Edda Endtoend will be able to manage all users');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(user.getByText('User', { exact: true })).toBeVisible();
    await user.getByRole('button', { name: 'Make Admin' }).click();
    await asking.getByRole('button', { name: 'Make Admin' }).click();
    await toast(page, 'User admin status updated successfully');
    await expect(user.getByText('Admin', { exact: true })).toBeVisible();
    await user.getByRole('button', { name: 'Remove Admin' }).click();
    await expect(asking).toContainText('will no longer be able to manage users');
    await asking.getByRole('button', { name: 'Remove Admin' }).click();
    await expect(user.getByRole('button', { name: 'Make Admin' })).toBeVisible();
    await expect(user.getByText('User', { exact: true })).toBeVisible();
  });
});

test('on a phone each row keeps its name visible and its actions in one menu', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(ADMIN);
  await page.goto('/admin?search=accountant@example.com');
  const user = row(page, 'Users', 'accountant@example.com');
  const menu = user.getByRole('button', { name: /^Actions for/ });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await user.getByText('(admin)').last().scrollIntoViewIfNeeded();
  await expect(user.getByRole('rowheader')).toBeInViewport({ ratio: 1 });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Make Admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Add to Company' }).click();
  const company = page.getByRole('dialog').getByText('Northern Shelf Petroleum AS');
  // The longest possible name must show in full, because users are granted access by it.
  const hidden = await company.evaluate((it) => {
    it.textContent = 'Petroleum Holdings '.repeat(10);
    return it.scrollWidth - it.clientWidth;
  });
  expect(hidden).toBe(0);

  await page.goto('/admin?tab=companies&search=NSP');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menu')).toContainText(/Has \d+ wells, and can’t be deleted/);
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
});

test.describe('Companies', () => {
  test('creates a company, says what is wrong with it, and renames it', async ({ page, signIn }) => {
    await signIn(ADMIN);
    await page.goto('/admin?tab=companies');
    await expect(page.getByRole('columnheader')).toHaveText(['Company', 'Code', 'Users', 'Actions']);
    await page.getByRole('button', { name: 'Create Company' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Company' });
    await expect(dialog.getByLabel('Company Code')).toHaveAttribute('placeholder', /e\.g\.,? ABC/);
    await expect(dialog.getByLabel('Description (Optional)')).toBeVisible();
    const create = dialog.getByRole('button', { name: /^Creat/ });
    await create.click();
    await expect(dialog.getByText('Company name is required')).toBeVisible();
    await expect(dialog.getByText('Company code is required')).toBeVisible();

    await dialog.getByLabel('Company Name').fill('Preexisting');
    await dialog.getByLabel('Company Code').fill('nsp');
    await create.click();
    await expect(dialog.getByText('Company code "nsp" already exists')).toBeVisible();

    const code = newCode();
    await dialog.getByLabel('Company Name').fill(`Made ${code}`);
    await dialog.getByLabel('Company Code').fill(code);
    await dialog.getByLabel('Description (Optional)').fill('Made by a test');
    await expect(dialog.getByLabel('Simple')).toBeChecked();
    await dialog.getByLabel('Effective').check();
    const created = page.waitForRequest('**/api/admin/companies');
    const isSeen = Promise.withResolvers<void>();
    await page.route('**/api/admin/companies', async (route) => {
      await isSeen.promise;
      await route.continue();
    });
    await create.click();
    await expect(create).toHaveText('Creating...');
    isSeen.resolve();
    expect((await created).postDataJSON()).toMatchObject({ code, accretionMethod: 'effective' });
    await toast(page, 'Company created successfully');
    await expect(dialog).toBeHidden();
    await searchFor(page, 'Search companies', code.toLowerCase());
    await expect(row(page, 'Companies', code)).toContainText('Made by a test');
    await expect(row(page, 'Companies', code)).toContainText('No users');
    await page.getByRole('button', { name: 'Create Company' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    await row(page, 'Companies', code).getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Company' });
    await expect(edit.getByLabel('Company Code')).toHaveValue(code);
    await expect(edit.getByLabel('Description (Optional)')).toHaveValue('Made by a test');
    await edit.getByLabel('Company Name').fill(`Renamed ${code}`);
    await edit.getByLabel('Description (Optional)').fill('');
    await edit.getByRole('button', { name: 'Save Company' }).click();
    await toast(page, 'Company updated successfully');
    await expect(row(page, 'Companies', `Renamed ${code}`)).not.toContainText('Made by a test');
  });

  test('shows and removes members, and deletes the company after asking, unless it has wells', async ({
    page,
    request,
    signIn,
    newPerson,
  }) => {
    const person = newPerson();
    await signInAs(request, person);
    const { id: userId } = await (await request.get('/api/auth/user')).json();
    await signIn(ADMIN);
    const company = await newCompany(page);
    await page.request.post(`/api/admin/users/${userId}/companies`, {
      data: { companyId: company.id, role: 'viewer' },
    });
    await page.goto(`/admin?tab=companies&search=${company.code}`);
    const line = row(page, 'Companies', company.code);
    await expect(line.getByRole('listitem')).toContainText('Edda Endtoend');
    const role = line.getByRole('combobox', { name: `Role of Edda Endtoend in ${company.name}` });
    await expect(role).toHaveValue('viewer');

    // A failure shows next to the role, which stays unchanged.
    const change = '**/api/admin/users/*/companies/*';
    await page.route(change, (route) => route.abort());
    await role.selectOption('Admin');
    await expect(line.getByRole('alert')).toContainText('Can’t reach the server.');
    await expect(role).toHaveValue('viewer');
    await page.unroute(change);

    // Granted in one step, revoked after a confirmation.
    await role.selectOption('Admin');
    await toast(page, 'Role changed successfully');
    await expect(role).toHaveValue('admin');
    await expect(line.getByRole('alert')).toBeHidden();
    await role.selectOption('Viewer');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('will only be able to view and export');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(role).toHaveValue('admin');
    await role.selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Change to Viewer' }).click();
    await expect(role).toHaveValue('viewer');

    await line.getByRole('button', { name: /^Remove Edda Endtoend/ }).click();
    await expect(dialog).toContainText(`will lose access to ${company.name}`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(line).toContainText('Edda Endtoend');
    await line.getByRole('button', { name: /^Remove Edda Endtoend/ }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await toast(page, 'User removed from company successfully');
    await expect(line).toContainText('No users');
    // Keyboard focus continues from the table the button was in.
    await expect(page.locator('section[aria-label="Companies"]')).toBeFocused();

    await page.getByRole('button', { name: `Delete ${company.name}` }).click();
    const asking = page.getByRole('alertdialog', { name: 'Delete Company' });
    await expect(asking).toContainText('t be undone');
    await expect(asking).toContainText('cannot be deleted if it has wells or ARO data');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'Companies', company.code)).toBeVisible();
    await page.getByRole('button', { name: `Delete ${company.name}` }).click();
    await asking.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Company deleted successfully');
    await expect(row(page, 'Companies', company.code)).toHaveCount(0);
    await expect(page.getByText('No companies match your search.')).toBeVisible();

    await searchFor(page, 'Search companies', 'NSP');
    const kept = row(page, 'Companies', 'NSP').getByRole('button', { name: /^Delete/ });
    await expect(kept).toHaveAttribute('aria-disabled', 'true');
    await expect(kept).toHaveAccessibleDescription(/^Has \d+ wells, and can’t be deleted$/);
    await expect(row(page, 'Companies', 'NSP')).toContainText(/\d+ wells/);
  });
});

/** Tables under System Data. */
const TABLES = [
  {
    name: 'All Wells (Cross-Company)',
    columns: ['Well Code', 'Well Name', 'Company', 'Field', 'Status', 'Active Date'],
    empty: 'No wells found in the system',
  },
  {
    name: 'All ARO Layers (Cross-Company)',
    columns: ['Well Code', 'Layer #', 'Type', 'P&A Cost', 'ARO Value', 'Current ARO', 'Calculation Date'],
    empty: 'No ARO layers found in the system',
  },
  {
    name: 'All Accretion Records (Cross-Company)',
    columns: [
      'Well Code',
      'Layer #',
      'Period Start',
      'Period End',
      'Beginning ARO',
      'Accretion Expense',
      'Ending ARO',
    ],
    empty: 'No accretion records found in the system',
  },
];

test('what fails without a word from the server has words of its own', async ({
  page,
  request,
  signIn,
  newPerson,
}) => {
  await signInAs(request, newPerson());
  const { id: userId } = await (await request.get('/api/auth/user')).json();
  await signIn(ADMIN);
  await page.goto('/admin?search=accountant@example.com');
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
  );
  await page.getByRole('button', { name: 'Make Admin' }).click();
  const confirming = page.getByRole('alertdialog');
  await confirming.getByRole('button', { name: 'Make Admin' }).click();
  await toast(page, 'Failed to update admin status');
  // The dialog shows the error too, and for longer than the toast.
  await expect(confirming.getByRole('alert')).toHaveText('Failed to update admin status');
  await confirming.getByRole('button', { name: 'Cancel' }).click();
  const company = await newCompany(page);
  await page.getByRole('button', { name: 'Add to Company' }).click();
  const item = page.getByRole('listitem').filter({ hasText: company.code });
  await item.getByRole('button', { name: 'Add as Viewer' }).click();
  await toast(page, 'Failed to add user to company');
  await expect(item.getByRole('alert')).toHaveText('Failed to add user to company');
  const added = await page.request.post(`/api/admin/users/${userId}/companies`, {
    data: { companyId: company.id },
  });
  expect(added.status()).toBe(201);
  await page.goto(`/admin?tab=companies&search=${company.code}`);
  await page.getByRole('button', { name: /^Remove / }).click();
  await confirming.getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'Failed to remove user from company');
  await expect(confirming.getByRole('alert')).toHaveText('Failed to remove user from company');
  await confirming.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await confirming.getByLabel('Reason').fill('Made by mistake');
  await confirming.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Failed to delete company');
  await expect(confirming.getByRole('alert')).toHaveText('Failed to delete company');
  await expect(confirming.getByLabel('Reason')).toHaveValue('Made by mistake');
  await confirming.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create Company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Company Name').fill('Never');
  await dialog.getByLabel('Company Code').fill('NEVER');
  await dialog.getByRole('button', { name: 'Create Company' }).click();
  await toast(page, 'Failed to create company');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to create company');
  await expect(dialog.getByLabel('Company Name')).toHaveValue('Never');
});

test.describe('System Data', () => {
  test('three tables of every company, with counts; more rows come as one scrolls', async ({
    page,
    signIn,
  }) => {
    await signIn(ADMIN);
    expect(await (await page.request.get('/admin')).text()).not.toContain('All Wells (Cross-Company)');
    // Whatever companies other tests have created, the last one by name is a demo company.
    await page.goto('/admin?tab=system&wellsSort=-companyName');
    for (const { name, columns } of TABLES) {
      const heading = page.getByRole('heading', { name });
      await expect(heading).toBeVisible();
      const table = page.getByRole('table', { name });
      await expect(table.getByRole('columnheader')).toHaveText(columns);
      // The count is next to the heading.
      await expect(heading.locator('xpath=following-sibling::p')).toHaveText(/^\d[\d,]*$/);
      const count = Number(await table.getAttribute('aria-rowcount')) - 1;
      expect(count).toBeGreaterThan(100);
    }
    const layers = page.getByRole('table', { name: 'All ARO Layers (Cross-Company)' });
    await expect(layers.locator('tbody tr').first()).toContainText(/Initial|Additional/);
    const wells = page.getByRole('table', { name: 'All Wells (Cross-Company)' });
    await expect(wells.locator('tbody tr').first()).toContainText('Prairie Ridge');
    const frame = page.getByRole('region', { name: 'All Wells (Cross-Company)' });
    // The scrollbar covers all rows, including those not loaded yet.
    const toRow290 = () =>
      frame.evaluate((element) => {
        const row = element.querySelector('tbody [aria-rowindex]');
        element.scrollTo({ top: 288 * (row?.getBoundingClientRect().height ?? 0) });
      });
    const more = page.waitForResponse('**/api/admin/wells?*');
    await toRow290();
    expect((await more).status()).toBe(200);
    await expect(async () => {
      await toRow290();
      await expect(frame.locator('tr[aria-rowindex="290"]')).toBeAttached({ timeout: 500 });
    }).toPass();
    expect(await page.locator('*').count()).toBeLessThan(2000);
  });
});

test('missing values and empty lists say so', async ({ page, signIn }) => {
  type Member = { user: { firstName: string | null; lastName: string | null; email: string } | null };
  type Shown = {
    users: { items: { email: string }[] } | null;
    companies: { items: { code: string; userCompanies: Member[] }[]; total: number } | null;
    system: Record<string, unknown> | null;
  };
  await signIn(ADMIN);
  await page.goto('/admin');
  let hasCompanies = false;
  await alterPageData<Shown>(page, 'routes/admin', ({ users, companies, system }) => {
    for (const user of users?.items ?? []) user.email = '';
    if (companies && !hasCompanies) Object.assign(companies, { items: [], total: 0 });
    const [first, second] = companies?.items.find(({ code }) => code === 'NSP')?.userCompanies ?? [];
    if (first?.user) Object.assign(first.user, { firstName: null, lastName: null, email: 'a@b.c' });
    if (second) second.user = null;
    const nothing = { items: [], nextCursor: null, total: 0 };
    for (const name of Object.keys(system ?? {})) system![name] = nothing;
  });
  await openTab(page, 'Companies');
  await expect(page.getByText(/No companies yet\. Create one/)).toBeVisible();
  await openTab(page, 'Users');
  await expect(page.getByText('No email').first()).toBeVisible();
  await openTab(page, 'System Data');
  for (const { empty } of TABLES) await expect(page.getByText(empty)).toBeVisible();

  // Members are listed by name, or else by email address.
  hasCompanies = true;
  await openTab(page, 'Companies');
  // Other tests' companies may fill the first page.
  await searchFor(page, 'Search companies', 'NSP');
  await expect(row(page, 'Companies', 'NSP')).toContainText('a@b.c');
  await expect(row(page, 'Companies', 'NSP')).toContainText('Unknown User');
});
