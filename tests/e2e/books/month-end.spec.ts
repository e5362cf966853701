import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, expectToast, fetchJson, open, rowOf } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

const EMPTY = 'No automatic month-end runs yet. The first will appear here on the 1st of next month.';
const runs = (page: Page) => page.getByRole('table', { name: 'Month-End Runs' });
const run = (page: Page, month: string) => runs(page).getByRole('row').filter({ hasText: month });

/**
 * Fires the cron trigger as of that time. It runs for every company, and these tests share one application with all others, so the
 * times here are earlier than anything other tests post.
 */
async function cron(page: Page, time: string): Promise<void> {
  const query = new URLSearchParams({ time: String(Date.parse(time)), cron: '0 2 1 * *' });
  expect((await page.request.get(`/cdn-cgi/local/scheduled?${query}`)).status()).toBe(200);
}

/** Waits until the system has posted the month, without opening a screen: the job runs unattended. */
async function awaitPosted(page: Page, periodEnd: string): Promise<void> {
  await expect(async () => {
    const monthEnds = await fetchJson<object[]>(page, '/api/accretion/month-ends');
    expect(monthEnds).toContainEqual(expect.objectContaining({ periodEnd, status: 'done' }));
  }).toPass();
}

/** Adds a well to the page's company, worth 100,000.00 at 12% from the last day of 1989. */
async function addWellWithLayer(page: Page, code: string): Promise<void> {
  const id = await addWell(page, code, '1989-12-31');
  await addLayer(page, id, { cost: 100_000, date: '1989-12-31' });
}

test('month-ends post automatically, including missed ones, and company admins see the runs', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWellWithLayer(page, 'OLD-1');

  await page.goto('/?tab=accretion');
  await expect(page.getByText(EMPTY)).toBeVisible();

  await cron(page, '1990-02-01T02:00:00Z');
  await awaitPosted(page, '1990-01-31');
  // The run on March 1 was missed.
  await cron(page, '1990-04-01T02:00:00Z');
  await awaitPosted(page, '1990-03-31');
  await open(page, '/?tab=accretion');
  await expect(runs(page).getByRole('rowheader')).toHaveText([
    'Mar 31, 1990',
    'Feb 28, 1990',
    'Jan 31, 1990',
  ]);
  for (const month of ['Jan 31, 1990', 'Feb 28, 1990', 'Mar 31, 1990']) {
    await expect(run(page, month)).toContainText('Posted');
  }
  await expect(run(page, 'Jan 31, 1990')).toContainText('Feb 1, 1990, 2:00 AM UTC');
  await expect(run(page, 'Jan 31, 1990').getByRole('cell').nth(3)).toHaveText('1');
  await expect(run(page, 'Jan 31, 1990').getByRole('cell').nth(4)).toHaveText('$1,000.00');
  await expect(run(page, 'Feb 28, 1990')).toContainText('$1,010.00');
  await expect(run(page, 'Mar 31, 1990')).toContainText('$1,020.10');
  await expect(page.getByRole('table', { name: 'Accretion Results' })).toContainText('$103,030.10');

  // Every heading sorts the runs, and the list exports as shown.
  const heading = (name: string) => runs(page).getByRole('columnheader', { name, exact: true });
  await expect(heading('Month Ending')).toHaveAttribute('aria-sort', 'descending');
  await heading('Total Accretion').getByRole('button').click();
  await expect(heading('Total Accretion')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/runsSort=totalAccretion/);
  await expect(runs(page).getByRole('rowheader')).toHaveText([
    'Jan 31, 1990',
    'Feb 28, 1990',
    'Mar 31, 1990',
  ]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV of Month-End Runs' }).click();
  const file = await readCsv(await downloading);
  expect(file.rows.map(({ periodEnd, totalAccretion }) => [periodEnd, totalAccretion])).toEqual([
    ['1990-01-31', '1000.00'],
    ['1990-02-28', '1010.00'],
    ['1990-03-31', '1020.10'],
  ]);

  // From a month to its records, and to who posted them.
  await runs(page).getByRole('link', { name: 'Feb 28, 1990' }).click();
  await page.waitForURL('**/?tab=accretion&periodEnd=1990-02-28');
  await expect(page.getByRole('table', { name: 'Accretion Results' })).toContainText('$102,010.00');
  await page.goto('/?tab=company&view=audit&action=month_end.posted');
  const log = page.getByRole('table', { name: 'Audit Log' });
  await expect(log.getByRole('row').filter({ hasText: 'Month end posted' })).toHaveCount(3);
  await expect(log.getByRole('row').nth(1)).toContainText('System');

  // A well added late gets four months in one posting, which someone must review.
  await addWellWithLayer(page, 'LATE-1');
  await cron(page, '1990-05-01T02:00:00Z');
  await awaitPosted(page, '1990-04-30');
  await open(page, '/?tab=accretion');
  await expect(run(page, 'Apr 30, 1990')).toContainText('Posted');
  await run(page, 'Apr 30, 1990').getByRole('link', { name: '1 layer caught up' }).click();
  const results = page.getByRole('table', { name: 'Accretion Results' });
  await expect(rowOf(results, 'LATE-1')).toContainText('$4,000.00');
  await expect(rowOf(results, 'OLD-1')).toBeHidden();
  await page.getByLabel('Only records covering more than one month').click();
  await expect(rowOf(results, 'OLD-1')).toBeVisible();
  await page.goto('/?tab=detail&overview=open');
  await page.getByRole('button', { name: '1 month-end run that caught up on more than one month' }).click();
  const item = rowOf(page.getByRole('table', { name: 'Worklist' }), 'Apr 30, 1990');
  await expect(item).toContainText('4,000.00');
  await item.getByRole('button', { name: /^Mark/ }).click();
  await expectToast(page, 'The catch-up at Apr 30, 1990 is marked as reviewed.');
  await expect(item).toBeHidden();
  await page.goto('/?tab=accretion');
  await expect(run(page, 'Apr 30, 1990')).toContainText('Reviewed by');
});
