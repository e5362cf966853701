import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, expectToast, open, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** In a headless browser every tab counts as visible, so the focus event must be dispatched by hand. */
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('returning to a page refreshes its figures and keeps unsaved input', async ({ page, context }) => {
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await open(page, '/?tab=detail');
  const progress = page.getByRole('region', { name: 'Close progress' });
  const layers = page.getByRole('region', { name: 'ARO Detail', exact: true });
  await expect(progress).toContainText('nothing accreted yet');

  // A colleague posts meanwhile.
  await postAccretionThrough(page, '2024-01-31');
  await page.setViewportSize({ width: 1280, height: 400 });
  let loads = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\.data/, async (route) => {
    loads += 1;
    await answered;
    await route.continue();
  });
  await page.clock.setSystemTime(Date.now() + 120_000);
  const loading = page.waitForRequest(/\.data/);
  await comeBack(page);
  await loading;
  // Another focus event must not restart the load, and the load must not undo scrolling.
  await page.evaluate(() => window.scrollTo(0, 60));
  await comeBack(page);
  answer();
  await expect(progress).toContainText('accreted through Jan 31, 2024');
  await expect(layers).toContainText('101,000.00');
  expect(await page.evaluate(() => window.scrollY)).toBe(60);
  expect(loads).toBe(1);
  await page.unroute(/\.data/);
  await page.setViewportSize({ width: 1280, height: 720 });

  // A failed background refresh removes nothing from the screen.
  await open(page, '/?tab=detail&overview=open');
  const charts = page.getByRole('region', { name: 'Overview' }).getByRole('img');
  await expect(charts.first()).toBeVisible();
  const count = await charts.count();
  await page.route('**/api/reports/overview?*', (route) => route.fulfill({ status: 503, body: '' }));
  const failed = page.waitForResponse('**/api/reports/overview?*');
  const loaded = page.waitForResponse(/\.data/);
  await page.clock.setSystemTime(Date.now() + 240_000);
  await comeBack(page);
  await Promise.all([failed, loaded]);
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)));
  await expect(charts).toHaveCount(count);
  await page.unroute('**/api/reports/overview?*');

  // The user adds a well in another tab, while this tab has a form with unsaved input.
  await page.getByRole('tab', { name: 'Wells', exact: true }).click();
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByLabel('Well Code').pressSequentially('B-1');
  const other = await context.newPage();
  await open(other, '/?dialog=new');
  const otherForm = other.getByRole('dialog', { name: 'Add New Well' });
  await otherForm.getByLabel('Well Code').fill('C-1');
  await otherForm.getByLabel('Well Name').fill('Charlie 1');
  await otherForm.getByLabel('Field', { exact: false }).last().fill('F');
  await otherForm.getByLabel('Active Date').fill('2024-01-01');
  await otherForm.getByRole('button', { name: 'Create Well' }).click();
  await expectToast(other, 'Success');
  await comeBack(page);
  await expect(form.getByLabel('Well Code')).toHaveValue('B-1');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await comeBack(page);
  await expect(page.getByRole('row').filter({ hasText: 'C-1' })).toBeVisible();
});

test('a file under review is not reread after each look at the spreadsheet', async ({ page }) => {
  await open(page, '/?view=import');
  const buffer = Buffer.from('Code,Well name,Status,Field,Active date\nA-1,Alpha,Active,NORTH,2020-01-31\n');
  await page
    .getByLabel('Choose a spreadsheet')
    .setInputFiles({ name: 'wells.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import 1 Row' }).waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/user') asked += 1;
  });
  await page.clock.setSystemTime(Date.now() + 120_000);
  await comeBack(page);
  await page.getByRole('button', { name: 'Choose Another File' }).click();
  const loading = page.waitForRequest(/\.data/);
  await comeBack(page);
  await loading;
  expect(asked).toBe(1);
});

test('a user signed out while filling in a form signs in in another tab, and saves the form', async ({
  page,
  context,
}) => {
  await open(page, '/?dialog=new');
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByLabel('Well Code').fill('A-1');
  await form.getByLabel('Well Name').fill('Alpha 1');
  await form.getByLabel('Field', { exact: false }).last().fill('F');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await context.clearCookies({ name: 'aro_session' });
  page.on('dialog', (leave) => void leave.dismiss());
  const create = form.getByRole('button', { name: 'Create Well' });
  await create.click();
  await expectToast(page, 'You Are Logged Out', 'Your entries are still here.');
  await expect(form.getByRole('alert')).toHaveText(/^You are logged out\. Log in again in a new tab,/);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Log In' }).click();
  // The identity provider still has the user's session.
  await expect((await opened).getByRole('tab', { name: 'Wells', exact: true })).toBeVisible();
  await create.click();
  await expectToast(page, 'Success');
  await expect(page.getByRole('row').filter({ hasText: 'A-1' })).toBeVisible();
});
