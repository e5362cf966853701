import { expect, type Locator, type Page } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
} from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** Click counts for common tasks. Typing and tabbing between fields do not count. */

/** Counts the browser's own events, so that a click on a label's control counts once. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    const count = () => {
      document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
    };
    // Not in the capture phase: Playwright cancels a press that would hit another element, and retries.
    window.addEventListener('pointerdown', count);
  });
  return async () => Number(await page.locator('html').getAttribute('data-clicks'));
}

async function typeNext(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.type(text);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  while (!(await field.evaluate((it) => it === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type(text);
}

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('missed months post in one go, each in its own month', async ({ page }) => {
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2024-01-01'), { cost: 100_000, date: '2024-01-01' });
  }
  await open(page, '/?tab=accretion');
  await page.getByLabel('Period End Date').fill('2024-03-31');
  await expect(page.getByRole('note')).toContainText('one record for the whole gap');
  await page.getByLabel('Post each month separately').check();
  const note = page.getByRole('note').filter({ hasText: 'separately' });
  await expect(note).toContainText('3 months are posted separately, Jan 31, 2024 to Mar 31, 2024.');
  await expect(note).toContainText('2 layers accrete through Mar 31, 2024: $6,060.20.');
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  const periods = review.getByRole('region', { name: 'Periods that will be posted' }).getByRole('row');
  await expect(periods).toHaveText([
    'Period EndLayersAccretion ($)',
    'Jan 31, 202422,000.00',
    'Feb 29, 202422,020.00',
    'Mar 31, 202422,040.20',
    'Total6,060.20',
  ]);
  const layers = review.getByRole('table', { name: 'What will be posted' });
  await expect(layers.locator('tbody').getByRole('row').first()).toContainText(
    '100,000.003,030.10103,030.10',
  );
  await review.getByRole('button', { name: 'Post 3 Months, 6,060.20' }).click();
  const said = '$6,060.20 posted to 2 layers in 3 months through Mar 31, 2024.';
  await expectToast(page, `Accretion calculated successfully${said}`);
  const records = await fetchJson<{ periodEnd: string }[]>(page, '/api/accretion');
  expect(records.map(({ periodEnd }) => periodEnd)).toEqual(
    ['2024-03-31', '2024-02-29', '2024-01-31'].flatMap((end) => [end, end]),
  );
  // Postings made together can be reversed together.
  await page.getByRole('region', { name: 'Notifications' }).getByText('Reverse').click();
  const reversal = page.getByRole('dialog', { name: 'Reverse Postings' });
  await expect(reversal.getByRole('button', { name: 'Reverse 3 Postings, (6,060.20)' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The next period is a single month, with no gap.
  await page.getByRole('button', { name: 'Continue With Apr 30, 2024' }).click();
  await expect(page.getByText('2 layers accrete through Apr 30, 2024: $2,060.60.')).toBeVisible();
  await expect(page.getByLabel('Post each month separately')).toHaveCount(0);
  // When periods can't be posted separately, the refusal shows next to the option, which can be cleared.
  await page.route('**/api/accretion/preview?*eachPeriod=true*', async (route) => {
    const response = await route.fetch();
    const refusal = 'This would post more than 200,000 records.';
    await route.fulfill({ response, json: { ...(await response.json()), totalAccretion: null, refusal } });
  });
  await page.getByLabel('Period End Date').fill('2024-06-30');
  await page.getByLabel('Post each month separately').check();
  await expect(page.getByRole('alert')).toContainText('more than 200,000 records');
  await page.getByLabel('Post each month separately').uncheck();
  await expect(page.getByRole('note')).toContainText('one record for the whole gap');
});

test('accretion posts in three clicks, including its review, and can be reversed from the toast', async ({
  page,
}) => {
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2024-01-01'), { cost: 100_000, date: '2024-01-01' });
  }
  await open(page, '/');
  const clicks = await countClicks(page);
  await page.getByRole('tab', { name: 'Accretion' }).click();
  const date = page.getByLabel('Period End Date');
  // The form defaults to today, which would post all months as a single expense.
  await expect(page.getByLabel('Post each month separately')).toBeVisible();
  await date.fill('2024-01-31');
  const calculate = page.getByRole('button', { name: 'Calculate Accretion' });
  await calculate.click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  const rows = review.getByRole('table', { name: 'What will be posted' });
  await expect(rows.locator('tbody').getByRole('row').first()).toContainText('100,000.001,000.00101,000.00');
  await expect(rows.locator('tfoot').getByRole('cell')).toHaveText([
    'Total',
    '',
    '200,000.00',
    '2,000.00',
    '202,000.00',
  ]);
  await expect(review).toContainText('2 layers, posted in Jan 2024');
  expect(await fetchJson(page, '/api/accretion')).toEqual([]);
  await review.getByRole('button', { name: 'Post 2 Layers, 2,000.00' }).click();
  await expectToast(page, 'Accretion calculated successfully');
  const posted = page.getByText('$2,000.00 posted to 2 layers through Jan 31, 2024.');
  expect(await posted.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  expect(await clicks()).toBe(3);

  // Disabled until an input changes.
  await expect(calculate).toHaveAttribute('aria-disabled', 'true');
  await page
    .getByRole('region', { name: /^Notification/ })
    .getByRole('link', { name: 'Reverse' })
    .click();
  const reverse = page.getByRole('dialog', { name: 'Reverse Posting' });
  await reverse.getByLabel('Reason').fill('Too early');
  await reverse.getByRole('button', { name: 'Reverse 1 Posting, (2,000.00)' }).click();
  await expect(reverse).toBeHidden();
  expect(await fetchJson(page, '/api/accretion')).toEqual([]);
  await expect(calculate).not.toHaveAttribute('aria-disabled', 'true');
});

test('a well’s carrying amount is two clicks away, and a preview of its revision five clicks from the list', async ({
  page,
}) => {
  await addLayer(page, await addWell(page, 'A-1', '2024-01-01'), { cost: 100_000, date: '2024-01-01' });
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/?tab=accretion');
  const clicks = await countClicks(page);
  await page.getByRole('tab', { name: 'Wells', exact: true }).first().click();
  const toList = await clicks();
  await page.getByRole('link', { name: 'A-1' }).click();
  await expect(page.locator('dl').first()).toContainText('P&A Estimate$100,000.00Carrying Amount$101,000.00');
  expect(await clicks()).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  const cost = page.getByLabel('P&A Cost');
  await cost.click();
  await page.keyboard.type('90000');
  await page.getByLabel('Calculation Date').fill('2024-01-31');
  await expect(page.getByText('Auto-filled', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  const layer = review.getByRole('table').locator('tfoot');
  await expect(layer).toBeVisible();
  await expect(review).toContainText('in Jan 2024');
  expect((await clicks()) - toList).toBeLessThanOrEqual(5);
  // The lifespan was left unchanged, which moves the retirement date; the form shows that.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Retirement date Jan 1, 2044 → Jan 31, 2049')).toBeVisible();
  await expect(page.getByText('Only the change in cost is valued to the new date.')).toBeVisible();
  const steps = page.locator('dl', { hasText: 'Less previous estimate' });
  await expect(steps).toContainText('Revised estimate90,000.00');
  await expect(steps).toContainText('Less previous estimate(100,000.00)');
  await expect(steps).toContainText('Change(10,000.00)');
});

test('a new well gets its initial layer on one screen in at most eight clicks', async ({ page }) => {
  await open(page, '/');
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await expect(form.getByLabel('Well Code')).toBeFocused();
  await page.keyboard.type('A-1');
  await typeNext(page, 'Alpha 1');
  await typeInto(page, form.getByLabel('Field', { exact: false }).last(), 'ALPHA');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await form.getByRole('button', { name: 'Create and Add Layer' }).click();
  const layer = page.getByRole('dialog', { name: 'Initial Layer' });
  await expect(layer.getByLabel('P&A Cost')).toBeFocused();
  await page.keyboard.type('100000');
  await typeInto(page, layer.getByLabel('Discount Rate (%)'), '8%');
  await typeNext(page, '2.5');
  await expect(layer.getByRole('table', { name: 'What will be posted' })).toContainText('27,070.90');
  // The first response is lost; the retry does not post twice.
  await page.route(
    '**/api/aro-layers/calculate?reviewed=*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.keyboard.press('Enter');
  await expect(layer.getByRole('alert')).toContainText('Its layer may be, too');
  await layer.getByRole('button', { name: 'Calculate ARO' }).click();
  await expectToast(page, 'Layer 1 of A-1: $27,070.90.');
  await expect(layer).toBeHidden();
  await expect(page.getByRole('link', { name: 'A-1' })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(8);
});

test('last quarter’s journal is two clicks away', async ({ page }) => {
  const today = new Date();
  const quarter = Math.floor(today.getUTCMonth() / 3);
  const first = new Date(Date.UTC(today.getUTCFullYear(), quarter * 3 - 3, 1)).toISOString().slice(0, 10);
  await addLayer(page, await addWell(page, 'A-1', first), { cost: 100_000, date: first });
  const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0));
  await postAccretionThrough(page, lastMonth.toISOString().slice(0, 10));
  await open(page, '/');
  const clicks = await countClicks(page);
  await page
    .getByRole('region', { name: 'Close progress' })
    .getByRole('link', { name: /^journal/ })
    .click();
  const journal = page.getByRole('dialog', { name: 'Journal Entries' });
  await journal.getByRole('button', { name: 'Last quarter' }).click();
  await expect(journal.getByLabel('Begin Date')).toHaveValue(first);
  await expect(journal.getByRole('table', { name: 'Journal Entries' })).toContainText(
    `ARO-L-${first.replaceAll('-', '')}`,
  );
  expect(await clicks()).toBe(2);
});

test('a form with unsaved input asks before Esc or a reload discards it, and Enter creates the well without a layer', async ({
  page,
}) => {
  await open(page, '/?dialog=new');
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  const question = page.getByRole('alertdialog', { name: 'Discard Your Changes?' });
  await expect(form.getByLabel('Well Code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Add Well' }).first().click();
  await form.getByLabel('Well Code').fill('A-1');
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  // Esc closes only the question. Radix ignores keys for an instant while it determines the topmost layer.
  const pressEscape = (isDone: () => Promise<void>) =>
    expect(async () => {
      await page.keyboard.press('Escape');
      await isDone();
    }).toPass();
  await pressEscape(() => expect(question).toBeHidden({ timeout: 1000 }));
  await expect(form.getByLabel('Well Code')).toHaveValue('A-1');
  await expect(form.getByLabel('Well Code')).toBeFocused();
  await form.getByRole('button', { name: 'Close', exact: true }).click();
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Well Code')).toHaveValue('A-1');
  await pressEscape(() => expect(question).toBeVisible({ timeout: 1000 }));
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Well' }).first()).toBeFocused();

  const asked: string[] = [];
  page.on('dialog', (shown) => {
    asked.push(shown.type());
    void shown.accept();
  });
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const code = form.getByLabel('Well Code');
  await code.fill('A-1');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(code).toHaveValue('');
  await code.press('Tab');
  await page.reload();
  expect(asked).toHaveLength(1);

  await code.fill('A-1');
  await form.getByLabel('Well Name').fill('Alpha 1');
  await form.getByLabel('Field', { exact: false }).last().fill('ALPHA');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await form.getByLabel('Well Name').press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'A-1' })).toBeVisible();
});

test('rates accept a percent sign, amounts share one format, and one year is singular', async ({ page }) => {
  await addLayer(page, await addWell(page, 'A-1', '2024-01-01'), { cost: 94_027_131.44, date: '2024-01-01' });
  await open(page, '/?tab=calculate');
  await page.getByText('Additional Layer').click();
  await page.getByRole('combobox', { name: 'Well' }).fill('A-1');
  await page.getByRole('combobox', { name: 'Well' }).press('Enter');
  const previous = page.getByRole('region', { name: 'Previous Layers' });
  await expect(previous).toContainText('94,027,131.44');
  for (const width of [1024, 1280, 1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await previous.evaluate((it) => it.scrollWidth - it.clientWidth), `${width}`).toBe(0);
  }
  await page.getByText(/^Remeasurement/).click();
  await page.getByLabel('P&A Cost').fill('1000');
  await page.getByLabel('Well Lifespan (years)').fill('1');
  await page.getByLabel('Discount Rate (%)').fill('8%');
  await page.getByLabel('Inflation Rate (%)').fill('8 %');
  await expect(page.getByText('(94,026,131.44)').first()).toBeVisible();
  await expect(page.getByText('−94,026,131.44')).toHaveCount(0);
  await page.getByLabel('Calculation Date').fill('2024-01-01');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await page.getByRole('button', { name: /^Post 1 Layer, \(94,/ }).click();
  await expectToast(page, 'ARO calculated successfully');
  await expect(previous).toContainText('1 year');
  await expect(previous).not.toContainText('1 years');
});
