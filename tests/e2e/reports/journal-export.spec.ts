import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, open, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';
import { READERS } from '../../support/ledger-files';

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Journal Entries' }).click();
  const dialog = page.getByRole('dialog', { name: 'Journal Entries' });
  await dialog.getByLabel('Begin Date').fill('2024-01-01');
  await dialog.getByLabel('End Date').fill('2024-12-31');
  return dialog;
}

async function exported(page: Page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return download;
}

test('a journal is exported for another ledger, and later exports contain only what is new', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/?tab=detail');

  let dialog = await openDialog(page);
  await expect(dialog.getByText('These dates haven’t been exported in this layout before.')).toBeVisible();
  await dialog.getByLabel('Layout').selectOption('NetSuite');
  await dialog.getByText('One per account').click();
  const whole = await readCsv(await exported(page));
  expect(whole.name).toBe('aro-journal-entries-netsuite-2024-01-01-to-2024-12-31.csv');
  expect(READERS.netsuite(whole.text).map(({ voucher }) => voucher)).toEqual([
    'ARO-A-20240131',
    'ARO-A-20240131',
  ]);
  await expect(dialog).toBeHidden();

  // The company's next export defaults to the last one's options, and nothing is new.
  dialog = await openDialog(page);
  await expect(dialog.getByLabel('Layout')).toHaveValue('netsuite');
  await expect(dialog.getByLabel('One per account')).toBeChecked();
  await expect(dialog.getByText(/^Nothing new since the export of/)).toBeVisible();
  const again = await readCsv(await exported(page));
  expect(again.text).toBe(whole.text);
  await expect(dialog).toBeHidden();

  await postAccretionThrough(page, '2024-02-29');
  dialog = await openDialog(page);
  await expect(dialog.getByText('1 voucher new: ARO-A-20240229')).toBeVisible();
  await dialog.getByLabel('Only the difference').check();
  const difference = await readCsv(await exported(page));
  expect(difference.name).toBe('aro-journal-entries-netsuite-2024-01-01-to-2024-12-31-difference-3.csv');
  expect(new Set(READERS.netsuite(difference.text).map(({ voucher }) => voucher))).toEqual(
    new Set(['ARO-A-20240229']),
  );
  await expect(dialog).toBeHidden();

  // Earlier exports can be downloaded again.
  dialog = await openDialog(page);
  await dialog.getByText('Earlier exports').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await dialog
    .getByRole('button', { name: /^Download NetSuite/ })
    .last()
    .click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(whole.text);
  await page.keyboard.press('Escape');

  // A long list of voucher numbers wraps and doesn't overflow the dialog.
  await postAccretionThrough(page, '2024-03-31', '2024-04-30', '2024-05-31', '2024-06-30', '2024-07-31');
  dialog = await openDialog(page);
  await page.setViewportSize({ width: 480, height: 900 });
  const numbers = dialog.getByText(/^ARO-A-20240331, .* and 1 more$/);
  await expect(numbers).toBeVisible();
  const edges = await Promise.all([numbers, dialog].map(async (it) => (await it.boundingBox())!));
  const [end, edge] = edges.map(({ x, width }) => x + width);
  expect(end).toBeLessThan(edge!);
});
