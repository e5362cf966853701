import { expect } from '@playwright/test';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

const ACCOUNTANT = { email: 'accountant@example.com' };

test('the journal can be read on screen before it is exported', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.goto('/?tab=detail&dialog=journal', { waitUntil: 'networkidle' });
  const dialog = page.getByRole('dialog', { name: 'Journal Entries' });
  // The export dialog has no Print button.
  await expect(dialog.getByRole('button')).toHaveText([
    'Last month',
    'Last quarter',
    'Last year',
    'Year to date',
    'Cancel',
    'View',
    'View by Account',
    'Export',
    '',
  ]);
  // Two days of the month before last, so that Last month changes both dates.
  const today = new Date();
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day)).toISOString().slice(0, 10);
  await dialog.getByLabel('Begin Date').fill(dayOf(-2, 1));
  await dialog.getByLabel('End Date').fill(dayOf(-2, 2));
  await dialog.getByRole('button', { name: 'View', exact: true }).click();
  await page.waitForURL(`**/?*beginDate=${dayOf(-2, 1)}&endDate=${dayOf(-2, 2)}*`);

  // A preset chosen in the report is in the URL, too.
  await dialog.getByRole('button', { name: 'Last month', exact: true }).click();
  await page.waitForURL(`**/?*beginDate=${dayOf(-1, 1)}&endDate=${dayOf(0, 0)}*`);
  await expect(
    dialog.getByText(/^The first 500 of 1,\d{3} rows\. The file contains all of them\.$/),
  ).toBeVisible();
  await expect(dialog.getByText('Ties ✓')).toBeVisible();
  await expect(
    dialog.getByText(/[\d,]+ rows in \d+ vouchers: debits ([\d,.]+) = credits \1\.$/),
  ).toBeVisible();
  const totals = dialog.getByRole('table', { name: 'Totals by Account' });
  await expect(totals).toContainText('2400-100');

  // The file has as many rows as the screen reports.
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readCsv(await downloading);
  const counted = await dialog.getByText(/rows in \d+ vouchers/).innerText();
  expect(counted.replaceAll(',', '')).toContain(`${file.rows.length} rows in`);
  // The toast doesn't cover the dialog's buttons.
  const toast = await page.getByText('exported successfully').first().boundingBox();
  const button = await dialog.getByRole('button', { name: 'Download CSV' }).boundingBox();
  expect(toast!.x + toast!.width).toBeLessThan(button!.x);

  // A reload keeps the period, and a well code opens its well.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(dialog.getByLabel('Begin Date')).toHaveValue(dayOf(-1, 1));
  await expect(dialog.getByLabel('End Date')).toHaveValue(dayOf(0, 0));
  const journal = dialog.getByRole('table', { name: 'Journal Entries' });
  await journal.getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
});

test('reports have presets, tie out, and show subtotals by field', async ({ page, signIn }) => {
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
