import { expect } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
  rowOf,
} from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** 100,000.00 over 240 months is 416.67 a month. The second month takes a cent less, because the cumulative sum is rounded. */
test('depreciation is turned on after a preview of its catch-up, whose postings link to each other, and shows in the ARC rollforward', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  const ends = Array.from({ length: 14 }, (_, month) =>
    new Date(Date.UTC(2024, month + 1, 0)).toISOString().slice(0, 10),
  );
  await postAccretionThrough(page, ...ends);

  await open(page, '/?tab=company');
  await page.getByRole('radio', { name: 'Straight-line' }).check();
  const save = page.getByRole('button', { name: 'Save Settings' });
  await save.click();
  const from = page.getByLabel(/^From/);
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('2024-01-31');
  const posts = page.getByRole('table', { name: 'What will be posted' });
  await expect(rowOf(posts, 'Jan 31, 2024')).toContainText('416.67');
  await expect(rowOf(posts, 'Feb 29, 2024')).toContainText('416.66');
  await expect(posts.locator('tfoot')).toContainText('5,833.33');
  // The liability is unchanged, so it has no column.
  await expect(posts.getByRole('columnheader')).toHaveText([
    'Date',
    'Posting',
    'Asset ($)',
    'Income Effect ($)',
  ]);
  await page.getByRole('button', { name: 'Save Settings and Post 14 Postings', exact: true }).click();
  await expectToast(page, 'Company settings updated successfully', 'Reverse');
  await expect(posts).toBeHidden();

  // Each posting of a large batch links to all the others.
  const postings = await fetchJson<{ id: string }[]>(page, '/api/postings?kind=depreciation');
  const [newest, oldest] = [postings[0]!, postings.at(-1)!];
  await open(page, `/?tab=detail&dialog=posting&posting=${oldest.id}`);
  const posting = page.getByRole('dialog');
  await expect(posting).toContainText('Posted with 13 other postings');
  const last = posting.getByRole('link', { name: `Posting ${newest.id}` });
  await expect(last).toBeHidden();
  await posting.getByText('and 1 more').press('Enter');
  await last.press('Enter');
  await expect(posting).toContainText('Dated Feb 28, 2025');

  // From here on it is posted together with accretion.
  await postAccretionThrough(page, '2025-03-31');
  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'More Reports' }).click();
  await page.getByRole('menuitem', { name: 'ARC Rollforward' }).click();
  const dialog = page.getByRole('dialog', { name: 'ARC Rollforward' });
  await dialog.getByLabel('Begin Date').fill('2024-01-01');
  await dialog.getByLabel('End Date').fill('2024-03-31');
  const table = dialog.getByRole('table', { name: 'ARC Rollforward' });
  await expect(table.getByRole('row', { name: 'Depreciation (1,250.00)', exact: true })).toBeVisible();
  await expect(table).toContainText('98,750.00');

  const journal = await fetchJson<{ entryType: string }[]>(
    page,
    '/api/reports/journal-entries?beginDate=2025-03-01&endDate=2025-03-31',
  );
  expect(JSON.stringify(journal)).toContain('416.67');
});
