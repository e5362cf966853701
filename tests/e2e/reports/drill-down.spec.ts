import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, open, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const report = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an amount in the disclosure or a rollforward drills down to fields, a well, its movements, a posting and the formula', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31', '2024-02-29');
  await open(page, '/?tab=detail&dialog=disclosure&beginDate=2024-02-01&endDate=2024-12-31');

  const disclosure = report(page, 'ARO Disclosure');
  const line = disclosure.getByRole('row', { name: 'Accretion expense' });
  await line.getByRole('link', { name: '2,020.00' }).click();
  await disclosure.getByRole('link', { name: 'F', exact: true }).click();
  await expect(disclosure.getByRole('navigation', { name: 'Steps' })).toContainText('F');
  // The URL holds the step: a reload keeps it, and Back returns to the previous one.
  await page.reload();
  await expect(disclosure.getByRole('row', { name: 'A-2' })).toBeVisible();
  await page.goBack();
  await expect(disclosure.getByRole('columnheader').first()).toHaveText('Field');
  await page.goForward();
  await disclosure.getByRole('row', { name: 'A-2' }).getByRole('link', { name: '1,010.00' }).click();

  // Only the well's movements of that kind within the dates.
  await expect(page.getByRole('heading', { level: 2, name: 'A-2' })).toBeVisible();
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row')).toHaveCount(2);
  await expect(ledger.getByRole('row').nth(1)).toContainText('Accretion');
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeFocused();
  await expect(page.getByLabel('Movement')).toHaveValue('accreted');

  // The posting covers both wells; this well's movement comes first, with its formula.
  await ledger.getByRole('link', { name: /^Posting/ }).click();
  const posting = report(page, /^Accretion \d+$/);
  await expect(posting).toContainText('Edda Endtoend');
  await expect(posting).toContainText('101,000.00 × 0.12 × 1/12 = 1,010.00');
  await posting.getByText('All 2 movements').click();
  await expect(posting.getByRole('link', { name: 'A-1', exact: true })).toBeVisible();
  await posting.getByRole('link', { name: /^History of A-2/ }).click();
  await expect(report(page, 'A-2: Layer 1 (Initial)')).toContainText(
    '100,000.00 × 1.12^20 ÷ 1.12^20 = 100,000.00',
  );
  // Closing retraces the path.
  await page.keyboard.press('Escape');
  await expect(posting).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(posting).toBeHidden();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(ledger.getByRole('row')).toHaveCount(5);

  // The rollforward drills down from its export dialog, with the dialog's dates.
  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'ARO Rollforward' }).click();
  const dialog = report(page, 'ARO Rollforward');
  await dialog.getByLabel('Begin Date').fill('2024-02-01');
  await dialog.getByLabel('End Date').fill('2024-12-31');
  await dialog.getByRole('button', { name: 'View' }).click();
  await dialog.getByRole('row', { name: 'Accretion' }).getByRole('link', { name: '2,020.00' }).click();
  await dialog.getByRole('link', { name: 'F', exact: true }).click();
  await dialog.getByRole('row', { name: 'A-2' }).getByRole('link', { name: '1,010.00' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'A-2' })).toBeVisible();
  await expect(ledger.getByRole('row')).toHaveCount(2);
  await expect(ledger.getByRole('row').nth(1)).toContainText('1,010.00');

  // A column with several kinds of movement: incurred and acquired.
  const dates = 'beginDate=2023-01-01&endDate=2024-12-31';
  await open(page, `/?tab=detail&dialog=arc-rollforward&by=well&${dates}`);
  const assets = report(page, 'ARC Rollforward');
  await assets.getByRole('row', { name: 'A-1' }).getByRole('link', { name: '100,000.00' }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'A-1' })).toBeVisible();
  await expect(page.getByLabel('Movement')).toHaveValue('incurred,acquired');
  await expect(ledger.getByRole('row')).toHaveCount(2);
});

test('maturities, trial balance and balances drill down as well', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');

  await open(page, '/?tab=detail&dialog=trial-balance&beginDate=2024-01-01&endDate=2024-12-31');
  const accounts = report(page, 'Trial Balance');
  await accounts.getByRole('row', { name: 'Accretion expense' }).getByRole('link').first().click();
  await expect(accounts.getByRole('navigation', { name: 'Steps' })).toContainText('Accretion expense');
  await accounts.getByRole('link', { name: 'F', exact: true }).click();
  await accounts.getByRole('link', { name: 'A-1', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'A-1' })).toBeVisible();

  await open(page, '/?tab=detail&dialog=maturities&asOf=2024-12-31');
  const due = report(page, 'ARO Maturities');
  await due
    .getByRole('row', { name: /^After/ })
    .getByRole('link')
    .last()
    .click();
  await expect(due.getByRole('navigation', { name: 'Steps' })).toContainText('After');
  await due.getByRole('link', { name: 'F', exact: true }).click();
  await due.getByRole('link', { name: '101,000.00' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2024-12-31');

  await open(page, '/?tab=detail&dialog=balances&asOf=2024-01-31');
  await report(page, 'Balances by Layer').getByRole('link', { name: '101,000.00' }).click();
  await expect(page.getByLabel('Layer', { exact: true })).toHaveValue('1');
  await expect(page.getByRole('table', { name: 'Ledger' }).locator('tfoot')).toContainText('101,000.00');
});

test('the posting register ties, opens each posting, and is unchanged on return', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31', '2024-02-29');
  await open(page, '/?tab=detail&dialog=postings&beginDate=2024-01-01&endDate=2024-12-31');
  const register = report(page, 'Posting Register');
  await expect(register.getByRole('row')).toHaveCount(4);
  await expect(register).toContainText(
    'Liability 4,020.00 = change of the ARO liability in the trial balance',
  );
  const first = register.getByRole('row', { name: 'Jan 31, 2024' });
  await expect(first).toContainText('Edda Endtoend');
  await first.getByRole('link', { name: '2,000.00', exact: true }).click();
  const posting = report(page, /^Accretion \d+$/);
  await expect(posting.getByRole('link', { name: 'A-2', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeVisible();
  await register.getByText('Entered after the close').click();
  await expect(register).toContainText('No matching postings in this period.');
  await expect(page).toHaveURL(/only=after-close/);
});
