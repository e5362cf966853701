import { expect } from '@playwright/test';
import { addToNewCompany, joinDemoCompanies, switchCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('a user without a company is told so', async ({ page, signIn, newPerson }) => {
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

  // A second tab switches companies; the first still shows the old one, and its writes are refused.
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

  // The first tab's next load is for the new company, and says so.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'Accretion' }).click();
  await expect(page.getByText(`You switched to ${second.name}`, { exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: `${second.name} ${second.code}, switch company` }),
  ).toBeVisible();
});

test('another company’s page shows nothing of the previous one, even while its own cannot be fetched', async ({
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
