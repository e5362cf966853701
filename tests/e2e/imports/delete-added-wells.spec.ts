import { expect } from '@playwright/test';
import { expectToast } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import {
  csvFile,
  dialogOf,
  expectCounts,
  openDialog,
  uploadThroughApi,
  WELL_TITLES,
  wellsOf,
} from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

test('the wells of a wrong file are deleted in three steps, by keyboard, and one changed since stays unless included', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const lines = Array.from({ length: 300 }, (_, at) => `A-${at},North ${at},Active,Wrong,2020-01-01`);
  await uploadThroughApi(page, csvFile([WELL_TITLES, ...lines].join('\n'), 'wrong.csv'));
  const [{ jobId }] = await (await page.request.get('/api/wells/mass-upload')).json();
  await page.goto(`/?dialog=upload&upload=${jobId}`);
  const dialog = dialogOf(page);
  await expectCounts(page, '300', '300', '0');
  const [first] = (await wellsOf(page)) as { id: string; wellCode: string }[];
  const well = await (await page.request.get(`/api/wells/${first!.id}`)).json();
  await page.request.put(`/api/wells/${first!.id}`, { data: { ...well, wellName: 'By hand' } });

  await dialog.getByRole('button', { name: 'Delete Wells Added' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Wells Added' });
  await expect(question).toContainText(/Wells added by wrong\.csv, uploaded /);
  await expect(question).toContainText('299 wells will be deleted.');
  await expect(question).toContainText('1 well stays because of changes since the upload.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Escape goes back to the upload.
  await page.keyboard.press('Escape');
  await expectCounts(page, '300', '300', '0');
  await dialog.getByRole('button', { name: 'Delete Wells Added' }).press('Enter');
  await question
    .getByRole('checkbox', { name: /Also delete wells that were changed since \(1\)/ })
    .press('Space');
  await question.getByRole('button', { name: 'Delete 300 Wells' }).press('Enter');
  await expectToast(page, 'Success', '300 wells deleted.');
  await expect(question).toBeHidden();
  await expect(page.getByText('0 wells', { exact: true })).toBeVisible();

  await openDialog(page);
  await dialog.getByRole('button', { name: /wrong\.csv/ }).press('Enter');
  await expect(dialog).toContainText('The wells this upload added were deleted.');
  await expect(dialog.getByRole('button', { name: 'Delete Wells Added' })).toBeHidden();
});
