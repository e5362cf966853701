import { expect } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
  rowOf,
} from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('an interest in a well is sold from its row', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const [code, cost] of [
    ['A-1', 100_000],
    ['A-2', 50_000],
  ] as const) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/');

  // The company owns three quarters of the first well, and enters that in the well's form.
  await page.getByRole('button', { name: 'Edit A-1' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Well' });
  await expect(form.getByText('100%', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Add Interest' }).click();
  await form.getByLabel('From').fill('2023-01-01');
  await form.getByLabel('Percent').fill('175');
  await form.getByRole('button', { name: 'Update Well' }).click();
  await expect(form.getByText('Must be at most 100')).toBeVisible();
  await form.getByLabel('Percent').fill('75');
  await form.getByRole('button', { name: 'Update Well' }).click();
  await expect(form).toBeHidden();

  const dialog = page.getByRole('dialog', { name: 'Sell Well' });
  await page.getByRole('button', { name: 'Sell A-1' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The company has 75.00%.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sell' }).press('Enter');
  await expect(dialog.getByText('Interest sold is required')).toBeVisible();
  await dialog.getByLabel('Date').fill('2024-01-31');
  await dialog.getByLabel('Interest Sold').fill('80');
  await expect(dialog.getByText('Interest sold can’t exceed the 75.00%')).toBeVisible();
  await dialog.getByLabel('Interest Sold').fill('25');
  await dialog.getByLabel('Proceeds').fill('$10,000.00');
  await expect(dialog.locator('dl')).toContainText('75.00% → 50.00%');
  // A third of 101,000.00.
  await expect(dialog.locator('dl')).toContainText('33,666.67');
  await expect(dialog.locator('dl')).toContainText('43,666.67');
  // The company's depreciation is tracked elsewhere.
  await expect(dialog).toContainText('the asset sold, $33,333.33, goes to accumulated depreciation');
  // The well's page opens in another tab, and the form stays.
  const code = dialog.getByRole('link', { name: 'A-1 (opens a new tab)' }).first();
  const [beside] = await Promise.all([page.waitForEvent('popup'), code.click()]);
  await expect(beside.getByRole('heading', { level: 2, name: 'A-1' })).toBeVisible();
  await beside.close();
  await expect(dialog.getByLabel('Interest Sold')).toHaveValue('25');
  await dialog.getByLabel('Proceeds').focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'A-1: 25% sold, 50.00% left.');
  await expect(dialog).toBeHidden();

  // The well's page lists the sale and links to its posting.
  const sales = page.getByRole('table', { name: 'Sales' });
  await page.getByRole('link', { name: 'A-2', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
  await expect(sales).toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: 'A-1', exact: true }).click();
  const row = rowOf(sales, 'Jan 31, 2024');
  for (const shown of ['25.00', '33,666.67', '10,000.00', '43,666.67', 'to accumulated depreciation']) {
    await expect(row).toContainText(shown);
  }
  await row.getByRole('link', { name: /^Posting/ }).click();
  await expect(page.getByRole('dialog', { name: /^Sale/ })).toBeVisible();
});

test('a third of a field is sold, and the journal and the disclosure show it', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const [code, cost] of [
    ['A-1', 100_000],
    ['A-2', 50_000],
  ] as const) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost, date: '2023-12-31' });
  }
  await addWell(page, 'A-3', '2023-12-31');
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/');

  await page.getByRole('button', { name: 'Settle or Sell' }).click();
  await page.getByRole('menuitem', { name: 'Sell Wells' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sell Wells' });
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption('F');
  await dialog.getByLabel('Date').fill('2024-01-31');
  await dialog.getByLabel('Share Sold').fill('133');
  await expect(dialog.getByText('Must be at most 100')).toBeVisible();
  await dialog.getByLabel('Share Sold').fill('33.33333333');
  await dialog.getByLabel('Proceeds').fill('$12,000.00');
  await dialog.getByLabel('Memo').fill('Farm-out');
  const sold = dialog.getByRole('table', { name: 'Sold wells' });
  // A third of 101,000.00 and of 50,500.00, and two thirds of the proceeds.
  await expect(rowOf(sold, 'A-1')).toContainText('100.00 → 66.66666667');
  await expect(rowOf(sold, 'A-1')).toContainText('33,666.67');
  await expect(rowOf(sold, 'A-1')).toContainText('8,000.00');
  await expect(rowOf(sold, 'A-2')).toContainText('16,833.33');
  // A well that was never calculated has nothing to sell.
  const refused = dialog.getByRole('table', { name: /^Failed (?:wells|rows)$/ });
  await expect(rowOf(refused, 'A-3')).toContainText('no obligation');
  // A whole field has no rows that the user entered.
  await expect(dialog.getByText('1 well has an error. Nothing changes for it.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /, Accepted Wells Only$/ })).toBeVisible();
  await expect(dialog.getByRole('columnheader', { name: 'Row', exact: true })).toHaveCount(0);
  await dialog.getByText('By well code', { exact: true }).click();
  await dialog.getByLabel('Well Codes').fill('A-1\nA-2');
  await expect(refused).toBeHidden();
  await dialog.getByRole('button', { name: /^Sell 2 Wells, Liability/ }).click();
  await expectToast(page, '2 wells sold. Liability $50,500.00, proceeds $12,000.00.');
  await expect(dialog).toBeHidden();

  const dates = 'beginDate=2024-01-01&endDate=2024-01-31';
  const [row] = await fetchJson<Record<string, string>[]>(page, `/api/reports/disclosure?${dates}&by=field`);
  expect(row).toMatchObject({ group: 'F', divested: '-50500.00', ending: '101000.00' });
  const journal = await fetchJson<Record<string, string>[]>(page, `/api/reports/journal-entries?${dates}`);
  const ofSale = journal.filter(({ voucherNumber }) => voucherNumber === 'ARO-V-20240131');
  const sum = (account: string) =>
    ofSale
      .filter(({ mainAccount }) => mainAccount === account)
      .reduce((cents, { netValue }) => cents + Math.round(Number(netValue) * 100), 0);
  // Liability, proceeds, asset against the depreciation tracked elsewhere, and the gain.
  expect(['2400', '2050', '1800', '1890', '7910'].map(sum)).toEqual([
    5_050_000, 1_200_000, -5_000_000, 5_000_000, -6_250_000,
  ]);
});
