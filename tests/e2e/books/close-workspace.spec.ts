import { type Browser, expect, type Page } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
  rowOf,
} from '../../support/e2e/books';
import { addToNewCompany, asSystemAdmin, switchCompany } from '../../support/e2e/company';
import { currentUser, test } from '../../support/e2e/test';

const MONTH = '/?tab=accretion&month=2024-01';

/** Creates a company with these settings and a well accreted through January 2024. Returns the company's ID. */
async function companyOf(browser: Browser, page: Page, settings: object): Promise<string> {
  const { id } = await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  const changed = await page.request.put(`/api/companies/${id}/settings`, { data: settings });
  expect(changed.status()).toBe(200);
  return id;
}

/** The button for the next step, which the page highlights. */
const primary = (page: Page) => page.locator('#main button.bg-primary');

test('two people close a month, and a figure that changes in between withdraws the sign-off', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const companyId = await companyOf(browser, page, { approval: 'second-person' });
  // Both people use the same window, one after the other.
  const context = page.context();
  const preparer = await context.cookies();
  await context.clearCookies();
  await signIn(newPerson());
  const { id: userId } = await (await currentUser(page)).json();
  await asSystemAdmin(browser, async (request) => {
    const data = { companyId, role: 'admin' };
    expect((await request.post(`/api/admin/users/${userId}/companies`, { data })).status()).toBe(201);
  });
  const approver = await context.cookies();
  const become = async (cookies: typeof preparer) => {
    await context.clearCookies();
    await context.addCookies(cookies);
  };
  await become(preparer);

  // The list of months links to the month's own screen.
  await open(page, '/?tab=accretion');
  await page.getByRole('button', { name: /^Show All \d+ Months$/ }).click();
  await page.getByRole('link', { name: 'Review and close Jan 2024' }).click();
  await expect(page.getByRole('heading', { name: 'Close of Jan 2024' })).toBeFocused();
  const figures = page.getByRole('table', { name: 'Figures by account' });
  await expect(rowOf(figures, 'ARO liability')).toContainText('(1,000.00)');
  const closeButton = page.getByRole('button', { name: 'Close Jan 2024' });
  await expect(closeButton).toHaveAccessibleDescription(/hasn’t been prepared yet/);
  await expect(primary(page)).toHaveText(['Sign as Prepared']);
  await expect(page.getByText(/^Also covers an earlier open month: Dec 2023\./)).toBeVisible();
  await page.getByLabel('Remark').fill('Accruals checked');
  const leaving = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => window.location.reload());
  await (await leaving).dismiss();
  await reloading;
  await page.getByRole('button', { name: 'Sign as Prepared' }).click();
  await expectToast(page, 'You signed the month as prepared.');
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    'You prepared this month, so someone else must approve it.',
  );

  await become(approver);
  await open(page, MONTH);
  await expect(page.getByText('Accruals checked')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'You approved the month.');

  await become(preparer);
  // A late well: the books no longer match what was signed.
  await addLayer(page, await addWell(page, 'B-1', '2024-01-31'), { cost: 500, date: '2024-01-31' });
  await open(page, MONTH);
  await expect(page.getByText('The sign-off is withdrawn')).toBeVisible();
  await expect(page.getByText('2400-100 ARO liability: (101,000.00) → (101,500.00)')).toBeVisible();
  await expect(closeButton).toHaveAccessibleDescription(/Figures changed after preparation/);
  await page.getByRole('button', { name: 'Prepare Again' }).click();
  await expect(page.getByText('The sign-off is withdrawn')).toBeHidden();
  await become(approver);
  await open(page, MONTH);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'You approved the month.');
  await expect(primary(page)).toHaveText(['Close Jan 2024']);
  await closeButton.click();
  const dialog = page.getByRole('dialog', { name: 'Close Jan 2024' });
  await dialog.getByRole('button', { name: 'Close Jan 2024' }).click();
  await expectToast(page, 'The books are closed through Jan 31, 2024.');

  const kept = page.getByRole('table', { name: 'Reports saved at close' });
  await expect(kept.getByRole('row')).toHaveCount(6);
  const downloading = page.waitForEvent('download');
  await kept.getByRole('link', { name: /^CSV of Journal/ }).click();
  expect((await downloading).suggestedFilename()).toBe('aro-journal-2023-12-01-to-2024-01-31.csv');
});

test('a difference from the general ledger blocks the close until it is explained', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await companyOf(browser, page, { tieOut: 'required' });
  await open(page, MONTH);
  const closeButton = page.getByRole('button', { name: 'Close Jan 2024' });
  await expect(closeButton).toHaveAccessibleDescription(/Enter the general ledger balance/);
  const table = page.getByRole('table', { name: 'Tie-out by account' });
  await page.getByLabel('Choose Spreadsheet').setInputFiles({
    name: 'tb.csv',
    mimeType: 'text/csv',
    // As Excel on Windows saves it: é is not valid UTF-8.
    buffer: Buffer.from(
      'GL Account,Description,Debit,Credit\r\n1000,Café cash,5.00,\r\n1800-100,ARO asset,"100,000.00",\r\n2400-100,ARO,,"100,750.00"\r\n',
      'latin1',
    ),
  });
  await expect(page.getByText('“tb.csv”: 2 of 2 accounts read. Nothing is saved yet.')).toBeVisible();
  await expect(page.getByText(/not balance sheet accounts in these books: 1000/)).toBeVisible();
  await expect(rowOf(table, 'ARO asset')).toContainText('Ties');
  await expect(rowOf(table, 'ARO liability')).toContainText('250.00');
  await expect(rowOf(table, 'ARO liability')).toContainText('Differs');
  // A reload would lose unsaved entries, so the page asks.
  const leaving = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => window.location.reload());
  await (await leaving).dismiss();
  await reloading;
  // A ledger in another number format, which a single amount doesn't reveal.
  await page.getByLabel('Choose Spreadsheet').setInputFiles({
    name: 'saldo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Account;Balance\r\n1800-100;100.000\r\n'),
  });
  await expect(page.getByText('How should 100.000 be read?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'As 100.00', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'As 100,000.00' }).click();
  await expect(page.getByText('“saldo.csv”: 1 of 2 accounts read. Nothing is saved yet.')).toBeVisible();
  await expect(rowOf(table, 'ARO asset')).toContainText('Ties');
  await page.getByRole('button', { name: 'Save Tie-Out' }).click();
  await expectToast(page, 'The tie-out is saved.');
  await expect(closeButton).toHaveAccessibleDescription(/Explain the difference on 2400-100/);
  await page.getByLabel('Explanation for ARO liability').fill('Accretion booked in February');
  await page.getByRole('button', { name: 'Save Tie-Out' }).click();
  await expect(closeButton).not.toHaveAttribute('aria-disabled', 'true');
  await closeButton.click();
  await page
    .getByRole('dialog', { name: 'Close Jan 2024' })
    .getByRole('button', { name: 'Close Jan 2024' })
    .click();
  await expectToast(page, 'The books are closed through Jan 31, 2024.');
  await expect(rowOf(table, 'ARO liability')).toContainText('Accretion booked in February');
  expect(await fetchJson(page, '/api/periods')).toMatchObject({ closedThrough: '2024-01-31' });
});

test('input survives a visit to another page and the save of earlier input, and stays with its company', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const companyId = await companyOf(browser, page, {});
  const other = await addToNewCompany(browser, page);
  await page.request.post('/api/companies/select', { data: { companyId: other.id } });
  await addLayer(page, await addWell(page, 'B-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await page.request.post('/api/companies/select', { data: { companyId } });
  await open(page, MONTH);
  const asset = page.getByLabel('General ledger balance of ARO asset');
  const liability = page.getByLabel('General ledger balance of ARO liability');
  await asset.fill('5');
  await page.getByRole('textbox', { name: 'Note' }).fill('For one company');
  await page.getByLabel('Remark').fill('Not signed yet');
  await page.getByRole('link', { name: 'All Months' }).click();
  await page.getByRole('heading', { name: 'Close of Jan 2024' }).waitFor({ state: 'detached' });
  await page.goBack();
  await expect(asset).toHaveValue('5');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('For one company');
  await expect(page.getByLabel('Remark')).toHaveValue('Not signed yet');

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/tie-out', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save Tie-Out' }).click();
  await liability.fill('7');
  release();
  await expectToast(page, 'The tie-out is saved.');
  await expect(asset).toHaveValue('5.00');
  await expect(liability).toHaveValue('7');

  // Someone else enters that balance too: it isn't overwritten until the user has been told.
  const theirs = { mainAccount: '2400', subAccount: '100', balance: '-8' };
  const saved = await page.request.put('/api/closes/2024-01/tie-out', { data: { accounts: [theirs] } });
  expect(saved.status()).toBe(200);
  const reloaded = page.waitForResponse(
    (response) => response.url().endsWith('/api/closes/2024-01') && response.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Save Tie-Out' }).click();
  await expect(
    page.getByText(/Someone else entered .*8\.00.* for ARO liability 2400-100/).first(),
  ).toBeVisible();
  await expect(liability).toHaveValue('7');
  await (await reloaded).finished();
  await expect(async () => {
    await page.getByRole('button', { name: 'Save Tie-Out' }).click();
    await expect(liability).toHaveValue('7.00', { timeout: 5000 });
  }).toPass();
  await liability.fill('7');

  await switchCompany(page, other);
  await expect(
    page.getByRole('button', { name: `${other.name} ${other.code}, switch company` }),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Close of Jan 2024' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await expect(page.getByLabel('Remark')).toHaveValue('');
  await expect(liability).toHaveValue('');
});
