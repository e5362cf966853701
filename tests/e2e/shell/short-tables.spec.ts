import { expect, type Page } from '@playwright/test';
import { addToNewCompany, asSystemAdmin } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { READY } from '../../support/e2e/page-width';
import { signInAs, test } from '../../support/e2e/test';

const table = (page: Page, name: string) => page.getByRole('table', { name });
const heading = (page: Page, name: string, column: string) =>
  table(page, name).getByRole('columnheader', { name: column, exact: true });
/** The texts of a column, from top to bottom. */
const column = (page: Page, name: string, index: number) =>
  table(page, name).locator(`tbody tr > :nth-child(${index + 1})`);

async function sortBy(page: Page, name: string, title: string): Promise<void> {
  await heading(page, name, title).getByRole('button').click();
}

async function download(page: Page, button: string | RegExp) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readCsv(await downloading);
}

test('members sort by any heading, the URL keeps the order, and the list exports as shown', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const zora = { ...newPerson(), givenName: 'Zora', familyName: 'Zimmer' };
  const context = await browser.newContext();
  await signInAs(context.request, zora);
  const { id: otherId } = await (await context.request.get('/api/auth/user')).json();
  await context.close();
  const edda = newPerson();
  await signIn(edda);
  const { id } = await addToNewCompany(browser, page);
  await asSystemAdmin(browser, (request) =>
    request.post(`/api/admin/users/${otherId}/companies`, { data: { companyId: id, role: 'viewer' } }),
  );
  await page.goto('/?tab=company&view=members', READY);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await expect(heading(page, 'Members', 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(column(page, 'Members', 0)).toContainText(['Edda Endtoend', 'Zora Zimmer']);
  const own = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /Edda Endtoend/ });
  await expect(own).toContainText(edda.email);
  await expect(own).toContainText('Admin');
  await expect(
    page.getByText('System administrators manage members and roles in the Admin Panel.'),
  ).toBeVisible();
  await sortBy(page, 'Members', 'Role');
  await sortBy(page, 'Members', 'Role');
  await expect(heading(page, 'Members', 'Role')).toHaveAttribute('aria-sort', 'descending');
  await expect(heading(page, 'Members', 'Name')).toHaveAttribute('aria-sort', 'none');
  await expect(column(page, 'Members', 0)).toContainText(['Zora Zimmer', 'Edda Endtoend']);
  await expect(page).toHaveURL(/membersSort=-role/);
  // All of them are loaded, so sorting sends no request.
  expect(asked.filter((path) => /^\/api\/|\.data$/.test(path))).toEqual([]);

  const file = await download(page, 'Download CSV');
  expect(file.name).toMatch(/^members-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(file.rows).toMatchObject([
    { firstName: 'Zora', lastName: 'Zimmer', email: zora.email, role: 'viewer' },
    { firstName: 'Edda', lastName: 'Endtoend', role: 'admin' },
  ]);
  await expect(page.getByText('Members exported successfully', { exact: true }).first()).toBeVisible();

  await page.reload(READY);
  await expect(column(page, 'Members', 0)).toContainText(['Zora Zimmer', 'Edda Endtoend']);
  await sortBy(page, 'Members', 'Name');
  await expect(page).not.toHaveURL(/membersSort/);
});

test('a layer’s accretion sorts and exports', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail', READY);
  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click();
  await expect(heading(page, 'Accretion', 'Period')).toHaveAttribute('aria-sort', 'ascending');
  await expect(column(page, 'Accretion', 3).nth(1)).toBeVisible();
  const expenses = await column(page, 'Accretion', 3).allTextContents();
  const cents = (text: string) => Number(text.replaceAll(/[,.]/g, ''));
  await sortBy(page, 'Accretion', 'Expense ($)');
  await sortBy(page, 'Accretion', 'Expense ($)');
  await expect(heading(page, 'Accretion', 'Expense ($)')).toHaveAttribute('aria-sort', 'descending');
  const falling = expenses.toSorted((a, b) => cents(b) - cents(a));
  await expect(column(page, 'Accretion', 3)).toHaveText(falling);
  const file = await download(page, 'Download CSV');
  expect(file.name).toMatch(/^accretion-.*-L1\.csv$/);
  expect(file.rows.map((row) => row.accretionExpense)).toEqual(
    falling.map((text) => text.replaceAll(',', '')),
  );
});

test('the overview’s tables sort, except the movements, which follow from one another', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail&overview=open', READY);
  await expect(page.getByRole('group', { name: 'Accretion forecast' })).toBeVisible();
  for (const button of await page.getByRole('button', { name: /^Table of/ }).all()) await button.click();
  const fields = 'Liability by field';
  await expect(heading(page, fields, 'Liability ($)')).toHaveAttribute('aria-sort', 'descending');
  await sortBy(page, fields, 'Wells');
  await expect(heading(page, fields, 'Wells')).toHaveAttribute('aria-sort', 'ascending');
  const { fields: list }: { fields: { field: string; wells: number }[] } = await (
    await page.request.get('/api/reports/overview')
  ).json();
  const rising = list.toSorted((a, b) => a.wells - b.wells).map(({ field }) => field);
  const file = await download(page, /^CSV of liability by field/);
  expect(file.rows.map(({ field }) => field)).toEqual(rising);
  await sortBy(page, 'Accretion forecast', 'Accretion ($)');
  await expect(heading(page, 'Accretion forecast', 'Accretion ($)')).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(table(page, 'Change this year').getByRole('button')).toHaveCount(0);
});
