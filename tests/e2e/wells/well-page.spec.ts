import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, expectToast, open, postAccretionThrough, rowOf } from '../../support/e2e/books';
import { addToNewCompany, makeViewer } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const ledger = (page: Page) => page.getByRole('table', { name: 'Ledger' });

test('a well’s page shows its history and available actions', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  const id = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, id, { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31', '2024-02-29');
  await open(page, '/');

  // From the list, by keyboard; Back returns to the list.
  const code = page.getByRole('link', { name: 'A-1' });
  expect(await code.getAttribute('href')).toBe(`/?tab=wells&well=${id}`);
  await code.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'A-1' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Wells' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveTitle('A-1 · ARO System');
  await expect(page.locator('dl').first()).toContainText('$102,010.00');

  await expect(ledger(page).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('group', { name: 'Liability' })).toBeVisible();
  // The wheel over a table with nothing to scroll moves the page.
  await page.getByRole('table', { name: 'Layers' }).hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Table of liability' }).click();
  await expect(rowOf(page.getByRole('table', { name: 'Liability' }), 'Feb 29, 2024')).toContainText(
    '102,010.00',
  );

  await page.getByRole('button', { name: 'Sell' }).click();
  const sell = page.getByRole('dialog', { name: 'Sell Well' });
  await expect(sell.getByText('The company has 100.00%.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sell).toBeHidden();

  // Settled from here: the header, chart, ledger, settlements and audit trail all update.
  await page.getByRole('button', { name: 'Settle' }).click();
  const settle = page.getByRole('dialog', { name: 'Settle Well' });
  await expect(page).toHaveURL(/dialog=settle/);
  await settle.getByLabel('Date').fill('2024-02-29');
  await settle.getByLabel('Cost').fill('50000');
  await settle.getByLabel('Reference').fill('AFE 7');
  await settle.getByRole('button', { name: /^Settle, Relief/ }).click();
  await expectToast(page, 'A-1 settled in part.');
  // The toast stays while the pointer is on it.
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await notifications.hover();
  await expect(page.locator('dl').first()).toContainText('$52,010.00');
  const settlements = page.getByRole('table', { name: 'Settlements' });
  await expect(rowOf(settlements, 'AFE 7')).toContainText('50,000.00');
  await expect(rowOf(page.getByRole('table', { name: 'Audit Trail' }), 'Well partly settled')).toHaveCount(1);

  // Reversed from its posting.
  await settlements.getByRole('link', { name: /^Posting/ }).focus();
  await page.keyboard.press('Enter');
  const posting = page.getByRole('dialog', { name: /^Settlement/ });
  await expect(posting).toContainText('AFE 7');
  // A press on the toast doesn't count as outside the dialog.
  await notifications.getByRole('button', { name: 'Close' }).click();
  await expect(notifications).toBeHidden();
  await expect(posting).toBeVisible();
  await expect(posting).toContainText('Gain or loss');
  await posting.getByRole('button', { name: 'Reverse' }).click();
  const reverse = page.getByRole('dialog', { name: 'Reverse Posting' });
  await reverse.getByLabel('Reason').fill('Wrong well');
  const confirm = reverse.getByRole('button', { name: /^Reverse 1 Posting/ });
  await expect(confirm).toBeEnabled();
  // The posting covers no other wells.
  await expect(reverse.getByRole('radio')).toHaveCount(0);
  await confirm.click();
  await expect(posting.getByText('Reversed', { exact: true })).toBeVisible();
  await posting.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(posting).toBeHidden();
  await expect(rowOf(settlements, 'Reversed')).toHaveCount(1);
  await expect(page.locator('dl').first()).toContainText('$102,010.00');

  await page.getByRole('button', { name: 'Edit or Plug' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Well' });
  await expect(edit.getByLabel('Well Code')).toHaveValue('A-1');
  // The dialog responds to keys only once it has the focus.
  await expect(edit.getByLabel('Well Code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Well' })).toHaveValue(/^A-1/);
  await expect(page.getByRole('radio', { name: /Additional Layer/ })).toBeChecked();

  // Read-only users see everything except the actions.
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  await makeViewer(browser, userId, company.id);
  await open(page, `/?tab=wells&well=${id}`);
  await expect(ledger(page)).toBeVisible();
  for (const name of ['Calculate', 'Settle', 'Sell', 'Edit or Plug']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(rowOf(page.getByRole('table', { name: 'Audit Trail' }), 'Well partly settled')).toHaveCount(1);
});

test('a missing well or month says so and links back', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=wells&well=no-such-well');
  await expect(page.getByText('Well not found.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Wells' }).click();
  await expect(page.getByRole('table', { name: 'Wells' })).toBeVisible();

  await page.goto('/?tab=accretion&month=2199-01');
  await expect(page.getByText('Month not found.')).toBeVisible();
  await expect(page).toHaveTitle('Month Not Found · ARO System');
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All Months' }).click();
  await expect(page).toHaveURL('/?tab=accretion');
});
