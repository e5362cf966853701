import { expect, type Page } from '@playwright/test';
import { open } from '../../support/e2e/books';
import { addToNewCompany, joinNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { holdDeparture } from '../../support/e2e/departure';
import { fillSignInForm, test } from '../../support/e2e/test';

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

async function addWell(
  page: Page,
  well: { code: string; name: string; field: string; date: string; status?: string },
) {
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Well' });
  await dialog.getByLabel('Well Code').fill(well.code);
  await dialog.getByLabel('Well Name').fill(well.name);
  if (well.status) await dialog.getByLabel('Well Status').selectOption(well.status);
  await dialog.getByLabel('Field', { exact: false }).last().fill(well.field);
  await dialog.getByLabel('Active Date').fill(well.date);
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog).toBeHidden();
  await toast(page, 'Success');
  await toast(page, `${well.code} saved.`);
}

/** A well for tests that start after its form. */
async function createWell(page: Page) {
  const data = {
    wellCode: 'A-1',
    wellName: 'Alpha',
    wellStatus: 'Active',
    field: 'F',
    activeDate: '2024-01-01',
  };
  expect((await page.request.post('/api/wells', { data })).status()).toBe(201);
}

async function pickWell(page: Page, search: string, label: string) {
  await page.getByRole('combobox', { name: 'Well' }).fill(search);
  await page.getByRole('option', { name: label }).click();
}

async function fillParameters(
  page: Page,
  given: { cost: string; lifespan: string; discount?: string; inflation?: string; date?: string },
) {
  await page.getByLabel('P&A Cost').fill(given.cost);
  await page.getByLabel('Well Lifespan (years)').fill(given.lifespan);
  if (given.discount) await page.getByLabel('Discount Rate (%)').fill(given.discount);
  if (given.inflation) await page.getByLabel('Inflation Rate (%)').fill(given.inflation);
  if (given.date) await page.getByLabel('Calculation Date').fill(given.date);
}

async function postMonth(page: Page, date: string) {
  await page.getByLabel('Period End Date').fill(date);
  const answered = page.waitForResponse((response) => response.url().includes('/api/accretion/calculate'));
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  // More than one layer is reviewed first.
  const post = page.getByRole('button', { name: /^Post \d+ Layers, / });
  // Don't wait inside a click: if left over, it would press this button in a later test of the same window.
  await Promise.race([answered, post.waitFor().catch(() => {})]);
  if (await post.isVisible()) await post.click();
  expect((await answered).status()).toBe(200);
  await page.waitForURL(`**/?*periodEnd=${date}*`);
}

test('the whole main job by hand, from the landing page to a rollforward that ties', async ({
  page,
  browser,
  newPerson,
}) => {
  test.setTimeout(120_000);

  // Landing page, sign-in, and the screen for a user without a company.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Login to Continue' }).click();
  await fillSignInForm(page, newPerson());
  await expect(page.getByText('No Companies Available')).toBeVisible();
  await joinNewCompany(browser, page);
  await expect(page.getByText('Customer: Edda Endtoend')).toBeVisible();

  // Wells.
  await expect(page.getByText('No wells found. Add your first well to get started.')).toBeVisible();
  await addWell(page, { code: 'A-1', name: 'Alpha 1', field: 'ALPHA', date: '2024-01-01' });
  await addWell(page, { code: 'B-1', name: 'Bravo 1', field: 'BRAVO', date: '2024-01-15' });
  await expect(row(page, 'Wells', 'A-1')).toContainText('Active');

  // An initial layer: 100,000 at 2.5% and 8% over 25 years, from the well's active date.
  await tab(page, 'Calculate ARO');
  await expect(page.getByText('ARO Calculation Setup')).toBeVisible();
  await pickWell(page, 'a-1', 'A-1 - Alpha 1');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-01-01');
  await fillParameters(page, { cost: '100000', lifespan: '25', discount: '8', inflation: '2.5' });
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await toast(page, 'ARO calculated successfully');
  await toast(page, 'Layer 1 (Initial) of A-1: $27,070.90.');
  await expect(row(page, 'Calculation Results', 'A-1')).toContainText('27,070.90');
  await expect(row(page, 'Calculation Results', 'A-1')).toContainText('Calculated');

  // The other well, at 12%: a partial month accretes by days.
  await page.getByRole('button', { name: 'Reset' }).click();
  await pickWell(page, 'bravo', 'B-1 - Bravo 1');
  await fillParameters(page, { cost: '100000', lifespan: '1', discount: '12', inflation: '12' });
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(row(page, 'Calculation Results', 'B-1')).toContainText('100,000.00');

  // Accretion: 27,070.90 × 8% ÷ 12 = 180.47, and 100,000.00 × 12% × 17/31/12 = 548.39.
  await tab(page, 'Accretion');
  await postMonth(page, '2024-01-31');
  await toast(page, 'Accretion calculated successfully');
  await toast(page, '$728.86 posted to 2 layers through Jan 31, 2024.');
  await expect(row(page, 'Accretion Results', 'A-1')).toContainText('180.47');
  await expect(row(page, 'Accretion Results', 'B-1')).toContainText('548.39');
  await expect(page.getByText('728.86').first()).toBeVisible();
  await expect(page.getByText('10.00%').first()).toBeVisible();
  await postMonth(page, '2024-02-29');
  // The same period can't be posted twice.
  await expect(page.getByRole('button', { name: 'Calculate Accretion' })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Choose another period' })).toBeVisible();
  await expect(row(page, 'Accretion Results', 'A-1')).toContainText('181.68');

  // A revised estimate. It inherits no rates, because the cost increased: 20,000 more at 3% and 9% over 20 years.
  await tab(page, 'Calculate ARO');
  await page.getByText('Additional Layer').click();
  await pickWell(page, 'a-1', 'A-1 - Alpha 1');
  await expect(page.getByRole('heading', { name: 'Previous Layers' })).toBeVisible();
  await fillParameters(page, {
    cost: '120000',
    lifespan: '20',
    discount: '9',
    inflation: '3',
    date: '2024-03-01',
  });
  await expect(page.getByText('6,445.32').first()).toBeVisible();
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(row(page, 'Calculation Results', 'A-1')).toContainText('6,445.32');
  await tab(page, 'Accretion');
  await postMonth(page, '2024-03-31');

  // Detail: 27,070.90 + 180.47 + 181.68 + 182.89 = 27,615.94, and 6,445.32 × 9% ÷ 12 = 48.34.
  await tab(page, 'ARO Detail');
  await expect(page.getByText('Asset Retirement Obligation Detail')).toBeVisible();
  await expect(page.getByText('27,615.94').first()).toBeVisible();
  await expect(page.getByText('6,493.66').first()).toBeVisible();
  await page.getByLabel('Status').selectOption('historical');
  await expect(page.getByText('No ARO details match your filter criteria.')).toBeVisible();
  await page.getByLabel('Status').selectOption('');

  // The dialogs validate their dates.
  await page.getByRole('button', { name: 'ARO Rollforward' }).click();
  const dialog = page.getByRole('dialog', { name: 'ARO Rollforward' });
  const exportButton = dialog.getByRole('button', { name: 'Export', exact: true });
  await exportButton.click();
  await expect(dialog.getByText('Please select both begin and end dates')).toBeVisible();
  await dialog.getByLabel('Begin Date').fill('2024-02-01');
  await dialog.getByLabel('End Date').fill('2024-02-01');
  await expect(dialog.getByText('Begin date must be before end date')).toBeVisible();
  await expect(dialog.getByText('the shortest period is two days')).toBeVisible();
  await dialog.getByLabel('End Date').fill('2024-03-31');
  const downloading = page.waitForEvent('download');
  await exportButton.click();
  const rollforward = await readCsv(await downloading);
  await toast(page, 'ARO rollforward data exported successfully');
  expect(rollforward.name).toBe('aro-rollforward-2024-02-01-to-2024-03-31.csv');
  expect(rollforward.text.startsWith('\uFEFFwellCode,')).toBe(true);
  expect(rollforward.rows).toEqual([
    {
      wellCode: 'A-1',
      wellName: 'Alpha 1',
      field: 'ALPHA',
      beginningBalance: '27251.37',
      additions: '6445.32',
      accretion: '412.91',
      reductions: '0.00',
      endingBalance: '34109.60',
    },
    {
      wellCode: 'B-1',
      wellName: 'Bravo 1',
      field: 'BRAVO',
      beginningBalance: '100548.39',
      additions: '0.00',
      accretion: '2021.02',
      reductions: '0.00',
      endingBalance: '102569.41',
    },
  ]);

  // The journal for the same period: each voucher sums to zero.
  await page.getByRole('button', { name: 'Journal Entries' }).click();
  const journalDialog = page.getByRole('dialog', { name: 'Journal Entries' });
  await journalDialog.getByLabel('Begin Date').fill('2024-02-01');
  await journalDialog.getByLabel('End Date').fill('2024-03-31');
  const journalDownload = page.waitForEvent('download');
  await journalDialog.getByRole('button', { name: 'Export', exact: true }).click();
  const journal = await readCsv(await journalDownload);
  expect(journal.name).toBe('aro-journal-entries-2024-02-01-to-2024-03-31.csv');
  expect(journal.columns).toHaveLength(25);
  // Two wells in February, three layers in March, and a new layer, with two rows each.
  expect(journal.rows).toHaveLength(12);
  const vouchers = new Map<string, number>();
  for (const { voucherNumber, netValue } of journal.rows) {
    vouchers.set(voucherNumber!, (vouchers.get(voucherNumber!) ?? 0) + Math.round(Number(netValue) * 100));
  }
  expect([...vouchers]).toEqual([
    ['ARO-A-20240229', 0],
    ['ARO-L-20240301', 0],
    ['ARO-A-20240331', 0],
  ]);

  // The export of the detail itself.
  const detailDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const detail = await readCsv(await detailDownload);
  await toast(page, 'ARO detail data exported successfully');
  expect(detail.name).toMatch(/^aro-detail-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(detail.rows).toHaveLength(3);

  // Signing out ends the session.
  await page.goto('/api/logout');
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
});

test('the well form keeps what was typed when the code exists, and edit and delete do what they say', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await createWell(page);
  await page.goto('/');

  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Well' });
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  for (const text of [
    'Well code is required',
    'Well name is required',
    'Field is required',
    'Active date is required',
  ]) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await dialog.getByLabel('Well Code').fill('a-1');
  await dialog.getByLabel('Well Name').fill('=cmd() 🛢️ بئر');
  // Reports would treat it as a different field from F.
  const field = dialog.getByRole('combobox', { name: 'Field' });
  await field.fill('f');
  await expect(field).toHaveAccessibleDescription(/^“F” already exists\./);
  await dialog.getByRole('button', { name: 'Use F' }).click();
  await expect(field).toHaveValue('F');
  await expect(dialog.getByRole('button', { name: 'Use F' })).toBeHidden();
  await dialog.getByLabel('Active Date').fill('2024-01-01');
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog.getByText('Well code "a-1" already exists').first()).toBeVisible();
  await expect(dialog.getByLabel('Well Name')).toHaveValue('=cmd() 🛢️ بئر');
  await dialog.getByLabel('Well Code').fill('A-2');
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog).toBeHidden();
  await toast(page, 'A-2 saved.');
  await expect(row(page, 'Wells', 'A-2')).toContainText('=cmd() 🛢️ بئر');

  // Filters live in the URL.
  await page.getByPlaceholder('Search by well code or name').fill('nothing like it');
  await expect(page.getByText('No wells match your search criteria.')).toBeVisible();
  await page.waitForURL('**/?*search=nothing*');
  await page.reload();
  await expect(page.getByPlaceholder('Search by well code or name')).toHaveValue('nothing like it');
  await page.getByPlaceholder('Search by well code or name').fill('alpha');
  await expect(row(page, 'Wells', 'A-1')).toBeVisible();

  await row(page, 'Wells', 'A-1').getByRole('button', { name: /edit/i }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Well' });
  await edit.getByLabel('Well Status').selectOption('Plugged');
  await edit.getByRole('button', { name: 'Update Well' }).click();
  await expect(edit).toBeHidden();
  await expect(row(page, 'Wells', 'A-1')).toContainText('Plugged');

  await row(page, 'Wells', 'A-1')
    .getByRole('button', { name: /delete/i })
    .click();
  const confirm = page.getByRole('alertdialog');
  await expect(
    confirm.getByText(
      'Are you sure you want to delete this well? This will also delete all associated ARO layers.',
    ),
  ).toBeVisible();
  await confirm.getByRole('button', { name: /delete/i }).click();
  await toast(page, 'Well deleted successfully');
  await expect(row(page, 'Wells', 'A-1')).toBeHidden();
});

test('the calculation form says what is missing, word for word, and fills the rates in from the previous layer', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await createWell(page);
  await open(page, '/?tab=calculate');
  const calculate = page.getByRole('button', { name: 'Calculate ARO' });
  await calculate.click();
  for (const text of [
    'Please select a well',
    'P&A cost is required',
    'Discount rate is required',
    'Inflation rate is required',
    'Calculation date is required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await fillParameters(page, { cost: 'abc', lifespan: '0', discount: '0', inflation: '-1' });
  await calculate.click();
  await expect(page.getByText('Must be a valid number', { exact: true })).toBeVisible();
  for (const text of [
    'Well lifespan must be at least 1 year',
    'Valid discount rate required',
    'Valid inflation rate required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await fillParameters(page, { cost: '0', lifespan: '25', discount: '8', inflation: '2.5' });
  await calculate.click();
  await expect(page.getByText('Valid P&A cost required', { exact: true })).toBeVisible();
  await page.getByLabel('P&A Cost').fill('100000');
  await pickWell(page, 'A-1', 'A-1 - Alpha');
  await calculate.click();
  await toast(page, 'ARO calculated successfully');
  // Once calculated, the form waits for a change. A different cost would be a second initial layer, which is refused.
  await expect(calculate).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('P&A Cost').fill('110000');
  await calculate.click();
  await expect(page.getByText(/already has an initial layer/).first()).toBeVisible();
  await expect(page.getByLabel('P&A Cost')).toHaveValue('110000');

  await page.getByText('Additional Layer').click();
  await page.getByLabel('P&A Cost').fill('90000');
  await page.getByLabel('Well Lifespan (years)').fill('25');
  await expect(page.getByText('Auto-filled', { exact: true }).first()).toBeVisible();
  await expect(
    page.getByText(
      'Auto-filled from previous layer (P&A cost did not increase and well lifespan did not decrease)',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Discount Rate (%)')).toHaveValue('8.00');
  await expect(page.getByLabel('Discount Rate (%)')).toHaveAttribute('readonly', '');
  await page.getByLabel('P&A Cost').fill('120000');
  await expect(page.getByLabel('Discount Rate (%)')).toHaveValue('');
  await expect(page.getByText('Auto-filled', { exact: true })).toHaveCount(0);
});

test('a viewer sees everything and writes nothing, and a lost session says so and goes to the sign-in after half a second', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/');
  const add = page.getByRole('button', { name: 'Add Well' }).first();
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await tab(page, 'ARO Detail');
  await page.getByRole('button', { name: 'Journal Entries' }).click();
  await expect(page.getByRole('dialog', { name: 'Journal Entries' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tab(page, 'Calculate ARO');
  await expect(page.getByText('Company admin role required').locator('visible=true').first()).toBeVisible();

  const well = page.getByRole('combobox', { name: 'Well' });
  // Let the tab load its code and data before the session ends.
  await expect(well).toBeVisible();
  const departure = await holdDeparture(page, '/api/login');
  await page.context().clearCookies({ name: 'aro_session' });
  await well.fill('x');
  await toast(page, 'You are logged out. Logging in again...');
  await departure.asked;
  await departure.letGo();
  // The identity provider still has the user's session and redirects straight back.
  await expect(page.getByRole('tab', { name: 'Calculate ARO', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});
