import { expect } from '@playwright/test';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

const ACCOUNTANT = { email: 'accountant@example.com' };

test('the journal is read on screen before it is a file', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.goto('/?tab=detail&dialog=journal', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Journal Entries' });
  await expect(dialog.getByText('Ties ✓')).toBeVisible();
  await expect(
    dialog.getByText(/[\d,]+ rows in \d+ vouchers: debits ([\d,.]+) = credits \1\.$/),
  ).toBeVisible();
  await expect(
    dialog.getByText(/^The first 500 of 1,\d{3} rows\. The file contains all of them\.$/),
  ).toBeVisible();
  const totals = dialog.getByRole('table', { name: 'Totals by Account' });
  await expect(totals).toContainText('2400-100');

  // The file has what the screen counts.
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readCsv(await downloading);
  const counted = await dialog.getByText(/rows in \d+ vouchers/).innerText();
  expect(counted.replaceAll(',', '')).toContain(`${file.rows.length} rows in`);
  // The toast about it leaves the dialog's buttons free.
  const toast = await page.getByText('exported successfully').first().boundingBox();
  const button = await dialog.getByRole('button', { name: 'Download CSV' }).boundingBox();
  expect(toast!.x + toast!.width).toBeLessThan(button!.x);

  // The period is in the address, and a code opens its well.
  await page.waitForURL(/beginDate=/);
  await dialog.getByRole('button', { name: 'Last quarter' }).click();
  const today = new Date();
  const [year, quarter] = [today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3)];
  const begin = new Date(Date.UTC(year, quarter * 3 - 3, 1)).toISOString().slice(0, 10);
  await page.waitForURL(`**/?*beginDate=${begin}*`);
  await page.reload({ waitUntil: 'networkidle' });
  await expect(dialog.getByLabel('Begin Date')).toHaveValue(begin);
  const journal = dialog.getByRole('table', { name: 'Journal Entries' });
  await journal.getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
});

test('reports have presets, tie, and subtotals by field', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.goto('/?tab=detail&dialog=balances', { waitUntil: 'networkidle' });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Ties ✓')).toBeVisible();
  await dialog.getByRole('button', { name: 'Last year-end' }).click();
  await expect(dialog.getByLabel('As of')).toHaveValue(/-12-31$/);
  await expect(dialog.getByRole('columnheader', { name: 'Field' })).toBeVisible();
  const frame = dialog.getByRole('region', { name: 'Balances by Layer' });
  await expect(async () => {
    await frame.evaluate((element) => element.scrollBy(0, 400));
    await expect(dialog.getByText('Total HAVØRN')).toBeVisible({ timeout: 200 });
  }).toPass();

  await page.goto('/?tab=detail&dialog=aro-rollforward', { waitUntil: 'networkidle' });
  for (const name of ['Total', 'By field', 'By well']) {
    await dialog.getByRole('radio', { name }).click();
    await expect(dialog.getByText('Ties ✓')).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Last month', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
