import { expect, type Page } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
  rowOf,
} from '../../support/e2e/books';
import { addToNewCompany, makeViewer } from '../../support/e2e/company';
import { currentUser, test } from '../../support/e2e/test';

const months = (page: Page) => page.getByRole('table', { name: 'Months' });
const monthRow = (page: Page, month: string) => rowOf(months(page), month);
const CLOSED =
  'The books are closed through Feb 29, 2024. Use a date from Mar 1, 2024, or reopen the period.';

async function openMonths(page: Page): Promise<void> {
  await open(page, '/?tab=accretion');
  // The form's preview loads after the page and moves the content below it.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Show All \d+ Months$/ }).click();
}

test('a month is closed, refuses entries dated in it before sending anything, and is reopened for a reason', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await addWell(page, 'B-1', '2024-02-15');
  await postAccretionThrough(page, '2024-01-31', '2024-02-29');
  await openMonths(page);

  // The missing accretion is named, with a link to the form that posts it.
  const march = monthRow(page, 'Mar 2024');
  await expect(march).toContainText('Accretion through Mar 31, 2024 is not posted for 1 layer.');
  await march.getByRole('link', { name: 'Post It' }).click();
  await expect(page.getByLabel('Period End Date')).toHaveValue('2024-03-31');
  await expect(page.getByLabel('Period End Date')).toBeFocused();
  await expect(page.getByText('1 layer accretes through Mar 31, 2024: $1,020.10.')).toBeVisible();
  await march.getByRole('button', { name: 'Close Mar 2024' }).click();
  const closeMarch = page.getByRole('dialog', { name: 'Close Mar 2024' });
  await expect(closeMarch.getByRole('button', { name: 'Close Mar 2024' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(closeMarch).toBeHidden();
  await expect(march.getByRole('button', { name: 'Close Mar 2024' })).toBeFocused();

  // A later month has the warnings as of its own last day.
  await monthRow(page, 'Jan 2025').getByRole('button', { name: 'Close Jan 2025' }).click();
  const closeLater = page.getByRole('dialog', { name: 'Close Jan 2025' });
  await expect(closeLater).toContainText('1 well with an estimate older than 12 months');
  await page.keyboard.press('Escape');
  await expect(closeLater).toBeHidden();

  await expect(monthRow(page, 'Feb 2024')).toContainText('Ready to close');
  await monthRow(page, 'Feb 2024').getByRole('button', { name: 'Close Feb 2024' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Feb 2024' });
  await expect(dialog).toContainText('This also closes Dec 2023 and Jan 2024.');
  await expect(dialog).toContainText('Accretion is posted through Feb 29, 2024.');
  await expect(dialog).toContainText('The books check out.');
  await dialog.getByRole('button', { name: 'Close Feb 2024' }).click();
  await expectToast(page, 'The books are closed through Feb 29, 2024.');
  await expect(monthRow(page, 'Jan 2024')).toContainText('Closed by Edda Endtoend');
  expect(await fetchJson(page, '/api/periods')).toMatchObject({ closedThrough: '2024-02-29' });

  // From here on the forms refuse and send nothing.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByLabel('Period End Date').fill('2024-02-29');
  await expect(page.getByText(CLOSED)).toBeVisible();
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  await page.getByRole('tab', { name: 'Calculate ARO', exact: true }).click();
  await page.getByRole('combobox', { name: 'Well' }).fill('B-1');
  await page.getByRole('combobox', { name: 'Well' }).press('Enter');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-02-15');
  await expect(page.getByText(CLOSED)).toBeVisible();
  await page.getByLabel('P&A Cost').fill('50000');
  await page.getByLabel('Discount Rate (%)').fill('12');
  await page.getByLabel('Inflation Rate (%)').fill('12');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(page.getByLabel('Calculation Date')).toBeFocused();
  expect(sent).toEqual([]);
  // A date after the end of next month is refused as well.
  await page.getByLabel('Calculation Date').fill('2199-01-01');
  await expect(page.getByText(/The date must not be after .*, the end of next month/)).toBeVisible();

  await openMonths(page);
  await monthRow(page, 'Jan 2024').getByRole('button', { name: 'Reopen Jan 2024' }).click();
  const reopen = page.getByRole('dialog', { name: 'Reopen Jan 2024' });
  await expect(reopen).toContainText('This also reopens Feb 2024');
  await reopen.getByRole('button', { name: 'Reopen Jan 2024' }).click();
  await expect(reopen.getByText('A reason is required')).toBeVisible();
  await reopen.getByLabel('Reason').fill('B-1 was forgotten');
  await reopen.getByRole('button', { name: 'Reopen Jan 2024' }).click();
  await expectToast(page, 'Jan 2024 and Feb 2024 reopened.');
  await expect(monthRow(page, 'Feb 2024')).toContainText('B-1 was forgotten');
  await expect(monthRow(page, 'Dec 2023')).toContainText('Closed');

  await page.getByRole('button', { name: 'Close History' }).click();
  const history = page.getByRole('table', { name: 'Close History' });
  await expect(rowOf(history, 'Reopened; closed through Dec 31, 2023')).toContainText('B-1 was forgotten');
  await expect(rowOf(history, 'Closed through Feb 29, 2024')).toContainText('Edda Endtoend');
  // The dialog is part of the URL.
  await page.goBack();
  await expect(history).toBeHidden();

  // Someone else was faster: the error shows with the month's current state.
  await monthRow(page, 'Dec 2023').getByRole('button', { name: 'Reopen Dec 2023' }).click();
  await page.request.post('/api/periods/reopen', { data: { from: '2023-12-01', reason: 'Too early' } });
  const late = page.getByRole('dialog', { name: 'Reopen Dec 2023' });
  await late.getByLabel('Reason').fill('Too early');
  await late.getByRole('button', { name: 'Reopen Dec 2023' }).click();
  const message = page.getByRole('alert', { name: 'Error' });
  await expect(message).toContainText('This month is open. There is nothing to reopen.');
  await expect(late).toBeHidden();
  await expect(monthRow(page, 'Dec 2023')).toContainText('Ready to close');
  await expect(page.getByText('No months are closed yet.')).toBeVisible();
  // Messages don't print, and figures stay with their labels on paper.
  await page.emulateMedia({ media: 'print' });
  await expect(message).toBeHidden();
  await expect(page.locator('dl > div').first()).toHaveCSS('break-inside', 'avoid');
  await page.emulateMedia({ media: 'screen' });
});

test('a viewer sees the postings, the months and who closed them, but no month-end runs, and cannot reopen', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const { id: companyId } = await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  expect((await page.request.post('/api/periods/close', { data: { through: '2024-01-31' } })).status()).toBe(
    200,
  );
  await makeViewer(browser, (await (await currentUser(page)).json()).id, companyId);

  await openMonths(page);
  await expect(page.getByRole('heading', { name: 'Accretion Results' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Month-End Runs' })).toBeHidden();
  const reopen = monthRow(page, 'Jan 2024').getByRole('button', { name: 'Reopen Jan 2024' });
  await expect(reopen).toHaveAttribute('aria-disabled', 'true');
  await expect(reopen).toHaveAccessibleDescription(
    'Company admin role required. Ask a system administrator to change your role.',
  );
  await expect(monthRow(page, 'Jan 2024')).toContainText('Closed by Edda Endtoend');
  // Nor does a link open a dialog the user isn't allowed to use.
  await open(page, '/?tab=accretion&dialog=reopen&month=2024-01');
  await expect(page.getByRole('heading', { name: 'Months' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
