import { expect } from '@playwright/test';
import { addToNewCompany, joinDemoCompanies, joinNewCompany, switchCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('the landing page shows the product, its six capabilities and the way in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'ARO System' })).toBeVisible();
  for (const [title, text] of [
    ['Wells management', 'Well data with duplicate prevention and status tracking.'],
    ['ARO calculations', 'Initial and additional ARO layers using present-value formulas.'],
    ['Accretion tracking', 'Automated accretion expense with customizable periods.'],
    ['Secure access', 'Customer-specific data isolation.'],
    ['Detailed reporting', 'ARO details with layer history and a calculation audit trail.'],
    ['Layer management', 'Multiple ARO layers with automatic input inheritance.'],
  ] as const) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(card).toContainText(text);
  }
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toHaveAttribute('href', '/api/login');
});

test('any other page is not found for who is not signed in', async ({ page }) => {
  for (const path of ['/settings', '/admin', '/no/such/page']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await expect(page.getByText('We couldn’t find that page.')).toBeVisible();
  }
});

test('who belongs to no company is told so, and an administrator where to make one', async ({
  page,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await page.goto('/');
  await expect(page.getByText('No Companies Available')).toBeVisible();
  await expect(page.getByText(/contact your administrator/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Admin Panel' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Manage my account' }).click();
  for (const title of ['Mark Account for Deletion', 'Anonymize Personal Data', 'Permanent Deletion'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Mark for Deletion' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark for Deletion' }).click();
  await expect(page.getByRole('heading', { name: 'Account is marked for deletion' })).toBeVisible();
  await page.goto('/api/logout');
  await signIn({ email: 'admin@example.com' });
  await page.goto('/');
  await expect(page.getByText(/you can create companies in the admin panel/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Admin Panel' })).toHaveAttribute('href', '/admin');
});

test('who belongs to several companies selects one first, and can switch; two tabs never mix', async ({
  page,
  context,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  const first = await addToNewCompany(browser, page);
  const second = await addToNewCompany(browser, page);
  await page.goto('/?tab=detail');
  await expect(page.getByRole('heading', { name: 'Select Company' })).toBeVisible();
  await expect(page.getByText("Choose which company's ARO data you'd like to view.")).toBeVisible();
  await expect(
    page.getByText('Your role and data access are determined by your company assignments.'),
  ).toBeVisible();
  const go = page.getByRole('button', { name: 'Continue to ARO System' });
  await expect(go).toBeDisabled();
  await page
    .getByRole('combobox', { name: 'Company' })
    .selectOption({ label: `${first.name} (${first.code}) – admin` });
  await go.click();
  await expect(page.getByText('Company Selected', { exact: true })).toBeVisible();
  await expect(page.getByText("Now viewing the company's data", { exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText(first.name, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Wells Master Data')).toBeVisible();

  // A second tab switches; the first still shows the old company, and what it writes is refused.
  const other = await context.newPage();
  await other.goto('/');
  await switchCompany(other, second);
  await expect(other.getByText('Company Selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Well' });
  await dialog.getByLabel('Well Code').fill('MIXED');
  await dialog.getByLabel('Well Name').fill('Mixed');
  await dialog.getByLabel('Field', { exact: false }).last().fill('F');
  await dialog.getByLabel('Active Date').fill('2024-01-01');
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(page.getByText(/You switched companies/).first()).toBeVisible();
  await expect(dialog.getByLabel('Well Code')).toHaveValue('MIXED');
  const wells = await page.request.get('/api/wells');
  expect(await wells.json()).toEqual([]);

  // What the first tab loads next is the new company's, and it says so.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'Accretion' }).click();
  await expect(page.getByText(`You switched to ${second.name}`, { exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: `${second.name} ${second.code}, switch company` }),
  ).toBeVisible();
});

test('another company’s page shows nothing of the one before, even while its own cannot be fetched', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const { second } = await joinDemoCompanies(browser, page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const frame = page.getByRole('region', { name: 'Wells', exact: true });
  const toEnd = () => frame.evaluate((it) => it.scrollTo({ top: it.scrollHeight }));
  const code = (text: string) => frame.getByRole('row').filter({ hasText: text });
  const progress = page.getByRole('region', { name: 'Close progress' });
  await expect(progress).toContainText('accreted');
  await toEnd();
  await expect(code('NO 6507/7-G').first()).toBeVisible();

  await page.route(/\/api\/(wells|close-status)/, (route) => route.abort());
  await switchCompany(page, second);
  await expect(
    page.getByRole('button', { name: `${second.name} ${second.code}, switch company` }),
  ).toBeVisible();
  await expect(progress).not.toContainText('accreted');
  await toEnd();
  await expect(page.getByText('Couldn’t load more rows.')).toBeVisible();
  await expect(code('NO ')).toHaveCount(0);
});

test('the header names the person and has theme and user menus', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  await expect(page.getByText('Customer: Edda Endtoend')).toBeVisible();
  await page.getByRole('button', { name: 'Theme' }).click();
  for (const name of ['Light', 'Dark', 'System']) {
    await expect(page.getByRole('menuitemradio', { name })).toBeVisible();
  }
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Right in what the server sends, before any script runs.
  const document = await (await page.request.get('/')).text();
  expect(document).toMatch(/<html[^>]*data-theme="dark"/);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toHaveAttribute('href', '/settings');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveAttribute('href', '/api/logout');
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
});

test('the tabs, their names and the address', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/', { waitUntil: 'networkidle' });
  for (const [name, tab] of [
    ['Calculate ARO', 'calculate'],
    ['Accretion', 'accretion'],
    ['ARO Detail', 'detail'],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.waitForURL(`/?tab=${tab}`);
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  }
  await page.getByRole('tab', { name: 'Wells', exact: true }).click();
  await page.waitForURL('/');
  await page.goBack();
  await expect(page.getByText('Asset Retirement Obligation Detail')).toBeVisible();
});
