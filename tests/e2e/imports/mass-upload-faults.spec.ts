import { expect } from '@playwright/test';
import { expectToast } from '../../support/e2e/books';
import { addToNewCompany, joinNewCompany } from '../../support/e2e/company';
import { keepIntercepting } from '../../support/e2e/interception';
import {
  csvFile,
  expectCounts,
  openDialog,
  upload,
  WELL_TITLES,
  wellsOf,
} from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

test('a connection that breaks loses nothing and adds nothing twice', async ({
  page,
  browser,
  context,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const uploadButton = dialog.getByRole('button', { name: 'Upload 1 of 2 Rows', exact: true });
  const file = csvFile(
    `${WELL_TITLES}\nN-1,November 1,Active,NOVEMBER,2024-01-01\nN-2,,Active,NOVEMBER,2024-01-01`,
  );

  await keepIntercepting(page);

  // Canceled by the user.
  await page.route('**/api/objects/upload', () => {}, { times: 1 });
  await upload(page, file, 'Upload 1 of 2 Rows');
  await expect(dialog.getByText('Processing your upload... This may take a moment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
  await openDialog(page);

  // No message from the server.
  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  });
  await upload(page, file, 'Upload 1 of 2 Rows');
  await expectToast(page, 'Upload Failed', 'Failed to process upload');

  // While the file is being sent.
  await page.route('**/api/objects/upload/*', (route) => route.abort('connectionreset'), { times: 1 });
  await uploadButton.click();
  await expectToast(page, 'Upload Failed', 'Can’t reach the server.');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was added.');

  // After the server has started, before its response arrives.
  let begun = '';
  await page.route(
    '**/api/wells/mass-upload',
    async (route) => {
      begun = (await (await route.fetch()).json()).jobId;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await uploadButton.click();
  await expect(dialog.getByRole('alert')).toContainText('Your file was received');
  // Rate-limited, which refuses nothing: the retry is the same upload.
  await page.route(
    '**/api/wells/mass-upload',
    (route) => route.fulfill({ status: 429, json: { message: 'Too many requests. Wait a moment.' } }),
    { times: 1 },
  );
  await uploadButton.click();
  await expect(dialog.getByRole('alert')).toContainText('Too many requests. Wait a moment.');
  await uploadButton.click();
  await expectCounts(page, '2', '1', '1');
  expect(new URL(page.url()).searchParams.get('upload')).toBe(begun);
  expect(await (await page.request.get('/api/wells/mass-upload')).json()).toHaveLength(1);

  // During processing.
  await page.route('**/api/wells/mass-upload/*', (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(dialog.getByText('Connection lost')).toBeVisible();
  await page.unroute('**/api/wells/mass-upload/*');
  await expectCounts(page, '2', '1', '1');
  await expect(dialog.getByText('Connection lost')).toBeHidden();

  // Offline, the list of refused rows can't be fetched. The toast's code is in the cache, which interception disables.
  await page.unrouteAll();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Download Failed Rows' }).click();
  await expectToast(page, 'Error', 'Can’t reach the server.');
  await context.setOffline(false);
});

test('another company selected meanwhile, or a lost session, writes nothing', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  const first = await addToNewCompany(browser, page);
  const second = await addToNewCompany(browser, page);
  await page.request.post('/api/companies/select', { data: { companyId: first.id } });
  await page.goto('/');
  const dialog = await openDialog(page);
  const file = csvFile(`${WELL_TITLES}\nO-1,Oscar 1,Active,OSCAR,2024-01-01`);

  await page.request.post('/api/companies/select', { data: { companyId: second.id } });
  await upload(page, file, 'Upload 1 Row');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was added.');
  expect(await wellsOf(page)).toEqual([]);
  await page.request.post('/api/companies/select', { data: { companyId: first.id } });
  expect(await wellsOf(page)).toEqual([]);

  // The browser asks before leaving for sign-in; a user who stays still has the file.
  await page.context().clearCookies();
  page.on('dialog', (leave) => void leave.dismiss());
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectToast(page, 'You Are Logged Out', 'Your entries are still here.');
  await expect(dialog.getByRole('alert')).toContainText('You are logged out.');
  await expect(dialog.getByRole('button', { name: 'Upload 1 Row', exact: true })).toBeVisible();
});
