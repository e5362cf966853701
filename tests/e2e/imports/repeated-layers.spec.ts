import { expect } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { keepIntercepting } from '../../support/e2e/interception';
import {
  csvFile,
  expectCounts,
  openDialog,
  picker,
  upload,
  uploadThroughApi,
} from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

const TITLES =
  'wellCode,wellName,wellStatus,field,activeDate,layerType,measurement,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate,currentAroValue';
const layer = (code: string, rest: string) => `${code},Lima ${code},Active,LIMA,2020-01-15,${rest}`;
const initials = ['L-1', 'L-2'].map((code) => layer(code, 'initial,,8.00,2.50,100000.00,25,2020-01-15,'));
const added = ['L-1', 'L-2'].map((code) =>
  layer(code, 'additional,increment,8.00,2.50,20000.00,25,2021-01-15,6500.00'),
);

test('a file whose layers are already posted warns before it is sent again, and uploads without them', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const fileOf = (name: string, rows: string[]) => csvFile([TITLES, ...rows].join('\n'), name);
  const wells = [...initials, added[0]!.replace('2021-01-15', '2020-06-15')];
  await uploadThroughApi(page, fileOf('wells.csv', wells));
  await page.goto('/');
  const dialog = await openDialog(page);
  await upload(page, fileOf('added.csv', added), 'Upload 2 Rows');
  await expectCounts(page, '2', '2', '0');
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  const warning = page.getByText('2 rows may already be posted.');

  // Also for initial layers alone, which could only fail.
  await picker(page).setInputFiles(fileOf('initials.csv', initials));
  await expect(warning).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Leave out the 2 rows that are already posted' }).check();
  await expect(dialog.getByText('2 rows left out.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload 0 of 2 Rows' })).toBeDisabled();

  await picker(page).setInputFiles(fileOf('again.csv', added));
  await expect(warning).toBeVisible();
  await expect(
    dialog.getByText(/from added\.csv: row 2 \(L-1, layer 3\), row 3 \(L-2, layer 2\)$/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload 2 Rows', exact: true })).toBeEnabled();

  await page.goto('/?tab=wells&view=import');
  await page
    .getByLabel('Choose a spreadsheet, or drop it here')
    .setInputFiles(fileOf('again.csv', [...added, added[0]!.replace('2021-01-15', '2021-02-15')]));
  await expect(warning).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 3 Rows' })).toBeEnabled();
  const leaveOut = page.getByRole('checkbox', { name: 'Leave out the 2 rows that are already posted' });
  await leaveOut.check();
  await expect(page.getByText('1 of 3 rows can be imported.')).toBeVisible();
  await expect(leaveOut).toBeFocused();
  await page.getByRole('button', { name: 'Import 1 Row' }).click();
  await expect(page.getByText('1 row imported.')).toBeVisible();

  // A lost response doesn't lose the choice, so the retry finds the same upload.
  await page.goto('/');
  await openDialog(page);
  await keepIntercepting(page);
  await page.route(
    '**/api/wells/mass-upload',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const further = added[0]!.replace('2021-01-15', '2021-03-15');
  await picker(page).setInputFiles(fileOf('further.csv', [...added, further]));
  await dialog.getByRole('checkbox', { name: 'Leave out the 2 rows that are already posted' }).check();
  await dialog.getByRole('button', { name: 'Upload 1 of 3 Rows' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your file was received');
  await dialog.getByRole('button', { name: /^Upload \d of 3 Rows$/ }).click();
  await expectCounts(page, '3', '1', '0');
});
