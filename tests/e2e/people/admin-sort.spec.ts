import { expect, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { readCsv } from '../../support/e2e/csv';
import { signInAs, test } from '../../support/e2e/test';

const ADMIN = { email: 'admin@example.com' };
const heading = (page: Page, table: string, column: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader', { name: column, exact: true });
const sortBy = (page: Page, table: string, column: string) =>
  heading(page, table, column).getByRole('button').click();
const rowHeaders = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowheader');

async function download(page: Page, name: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readCsv(await downloading);
}

test('users sort by every heading, the URL keeps the order, and the list exports as shown', async ({
  page,
  playwright,
  signIn,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  for (const [name, givenName] of [
    ['a', 'Zoe'],
    ['b', 'Ann'],
  ] as const) {
    const theirs = await playwright.request.newContext({ baseURL: APP_URL });
    await signInAs(theirs, { email: `${name}-${mark}@example.com`, givenName, familyName: 'Sorted' });
    await theirs.dispose();
  }
  await signIn(ADMIN);
  await page.goto(`/admin?search=${mark}`);
  await expect(heading(page, 'Users', 'Email')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowHeaders(page, 'Users')).toContainText(['Zoe Sorted', 'Ann Sorted']);
  await sortBy(page, 'Users', 'User');
  await expect(heading(page, 'Users', 'User')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowHeaders(page, 'Users')).toContainText(['Ann Sorted', 'Zoe Sorted']);
  await sortBy(page, 'Users', 'User');
  await expect(rowHeaders(page, 'Users')).toContainText(['Zoe Sorted', 'Ann Sorted']);
  await expect(page).toHaveURL(/sort=-name/);
  await page.reload();
  await expect(heading(page, 'Users', 'User')).toHaveAttribute('aria-sort', 'descending');
  for (const column of ['Admin', 'Companies']) {
    await sortBy(page, 'Users', column);
    await expect(heading(page, 'Users', column)).toHaveAttribute('aria-sort', 'ascending');
    await expect(rowHeaders(page, 'Users')).toHaveCount(2);
  }
  await expect(heading(page, 'Users', 'Actions').getByRole('button')).toHaveCount(0);

  await sortBy(page, 'Users', 'User');
  await expect(rowHeaders(page, 'Users')).toContainText(['Ann Sorted', 'Zoe Sorted']);
  const file = await download(page, 'Download CSV of Users');
  expect(file.name).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(file.rows).toMatchObject([
    { firstName: 'Ann', email: `b-${mark}@example.com`, isAdmin: 'false', companies: '' },
    { firstName: 'Zoe', email: `a-${mark}@example.com` },
  ]);
  await expect(page.getByText('Users exported successfully', { exact: true }).first()).toBeVisible();

  // The next tab starts without this order.
  await page.getByRole('tab', { name: 'Companies' }).click();
  await page.waitForURL('/admin?tab=companies');
});

test('companies sort, and export with their users', async ({ page, signIn }) => {
  await signIn(ADMIN);
  await page.goto('/admin?tab=companies');
  await expect(heading(page, 'Companies', 'Company')).toHaveAttribute('aria-sort', 'ascending');
  await sortBy(page, 'Companies', 'Code');
  await expect(heading(page, 'Companies', 'Code')).toHaveAttribute('aria-sort', 'ascending');
  await sortBy(page, 'Companies', 'Users');
  await sortBy(page, 'Companies', 'Users');
  await expect(page).toHaveURL(/sort=-users/);
  await expect(heading(page, 'Companies', 'Users')).toHaveAttribute('aria-sort', 'descending');
  const file = await download(page, 'Download CSV of Companies');
  const people = file.rows.map(({ users }) => (users ? users.split('; ').length : 0));
  expect(people.length).toBeGreaterThan(1);
  expect(people).toEqual(people.toSorted((a, b) => b - a));
  expect(file.rows.find(({ code }) => code === 'NSP')?.users).toContain('Vera Viewer (viewer)');
});

test('each System Data table has its own order, over all rows', async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn(ADMIN);
  await page.goto('/admin?tab=system&wellsSort=-activeDate');
  const wells = 'All Wells (Cross-Company)';
  const layers = 'All ARO Layers (Cross-Company)';
  await expect(heading(page, wells, 'Active Date')).toHaveAttribute('aria-sort', 'descending');
  await sortBy(page, layers, 'ARO Value');
  await expect(heading(page, layers, 'ARO Value')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading(page, wells, 'Active Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/wellsSort=-activeDate/);
  await expect(page).toHaveURL(/layersSort=aroValue/);

  const file = await download(page, 'Download CSV of ARO layers');
  expect(file.name).toMatch(/^all-aro-layers-/);
  const values = file.rows.map(({ aroValue }) => Number(aroValue));
  expect(values.length).toBeGreaterThan(400);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  // The smallest of all rows is first on screen, too.
  await expect(page.getByRole('table', { name: layers }).locator('tbody tr').nth(0)).toContainText(
    file.rows[0]!.wellCode!,
  );
});
