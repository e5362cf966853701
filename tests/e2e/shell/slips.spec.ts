import { expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

/** Mistakes of a user in a hurry. */

async function add(page: Page, path: string, data: object): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  expect(response.ok()).toBe(true);
  return response.json();
}

async function addWellWithLayer(page: Page): Promise<void> {
  const { id: wellId } = await add(page, '/api/wells', {
    wellCode: 'A-1',
    wellName: 'Alpha 1',
    wellStatus: 'Active',
    field: 'YME',
    activeDate: '2020-01-01',
  });
  await add(page, '/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    pAndACost: '100000',
    wellLifespan: 25,
    discountRate: '8',
    inflationRate: '2.5',
    calculationDate: '2020-01-01',
  });
  for (const year of [2020, 2021]) {
    await add(page, '/api/accretion/calculate', { periodType: 'annually', periodEnd: `${year}-12-31` });
  }
}

/** A day of next month, the last month in which anything may take effect. */
function inNextMonth(day: number | 'last'): string {
  const now = new Date();
  const [month, dayOfMonth] = day === 'last' ? [2, 0] : [1, day];
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, dayOfMonth))
    .toISOString()
    .slice(0, 10);
}

/** A day in US format. */
function written(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Presses like a human, with the button held down for a moment. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(120);
  await page.mouse.up();
}

test('a click that leaves an empty field still counts as a click', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await page.goto('/?tab=calculate', READY);
  await page.getByRole('combobox', { name: 'Well' }).focus();
  await press(page, page.getByText('Additional Layer'));
  await expect(page.getByRole('radio', { name: 'Additional Layer' })).toBeChecked();
  await expect(page.getByText('Please select a well')).toBeVisible();

  await page.getByLabel('P&A Cost').focus();
  await press(page, page.getByRole('button', { name: 'Calculate ARO' }));
  await expect(page.getByText('Discount rate is required')).toBeVisible();

  await page.goto('/?tab=accretion', READY);
  await page.getByLabel('Period End Date').fill('');
  await page.getByLabel('Period End Date').focus();
  await press(page, page.getByRole('button', { name: 'Calculate Accretion' }));
  await expect(page.getByText('Period end date is required')).toBeVisible();
});

test('input and results are still there after a visit to another screen', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWellWithLayer(page);
  await page.goto('/?tab=calculate', READY);
  await page.getByText('All Wells', { exact: true }).click();
  await page.getByLabel('P&A Cost').fill('5000');
  await page.getByLabel('Discount Rate (%)').fill('8');
  await page.getByLabel('Inflation Rate (%)').fill('2');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  const refusal = page.getByRole('cell', { name: 'This well already has an initial layer' });
  await expect(refusal).toBeVisible();
  const lookElsewhere = async () => {
    await page.getByRole('tab', { name: 'Wells', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'Wells Master Data' })).toBeVisible();
  };
  await lookElsewhere();
  await page.getByRole('tab', { name: 'Calculate ARO', exact: true }).click();
  await expect(page.getByLabel('P&A Cost')).toHaveValue('5000');
  await expect(refusal).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('P&A Cost')).toHaveValue('');
  await expect(refusal).toBeHidden();
});

test('a screen opened while accretion is posting stays open', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWellWithLayer(page);
  await page.goto('/?tab=accretion&periodEnd=2021-12-31', READY);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/postings?*', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/postings?*');
  await page.getByLabel('Period End Date').fill('2022-12-31');
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  await asked;
  await page.getByRole('tab', { name: 'Calculate ARO' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Calculate ARO' })).toBeVisible();
  release();
  await expect(page.getByText('Accretion calculated successfully').first()).toBeVisible();
  await expect(page).toHaveURL(/tab=calculate/);
  await expect(page.getByRole('tabpanel', { name: 'Calculate ARO' })).toBeVisible();
});

test('a period without layers is not posted, and a future period only on confirmation', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const button = page.getByRole('button', { name: 'Calculate Accretion' });
  await page.goto('/?tab=accretion', READY);
  await expect(page.getByText(/^No layers to accrete through .* yet\.$/)).toBeVisible();
  await expect(button).toHaveAccessibleDescription('Nothing to post through this date');
  await addWellWithLayer(page);
  await page.goto('/?tab=accretion', READY);
  await expect(button).toBeEnabled();
  const [early, end] = [inNextMonth(15), inNextMonth('last')];
  const date = page.getByLabel('Period End Date');
  await date.fill('2062-12-31');
  await expect(
    page.getByText(`The date must not be after ${written(end)}, the end of next month`),
  ).toBeVisible();
  await date.press('Enter');

  await date.fill(end);
  await expect(page.getByText(`${written(end)} is in a period that hasn’t started`)).toBeVisible();
  await expect(button).toHaveAccessibleDescription('Check the box above to post a future period');
  await date.press('Enter');
  const confirmation = page.getByRole('checkbox', { name: `Post through ${written(end)} anyway` });
  await confirmation.check();
  // Another date needs its own confirmation.
  await date.fill(early);
  await expect(confirmation).toBeHidden();
  const another = page.getByRole('checkbox', { name: `Post through ${written(early)} anyway` });
  await expect(another).not.toBeChecked();
  await another.check();
  await button.click();
  await page.waitForURL(`**/?*periodEnd=${early}*`);
  const postedThrough = async (periodEnd: string) =>
    (await (await page.request.get(`/api/accretion?periodEnd=${periodEnd}`)).json()).length;
  expect([await postedThrough(early), await postedThrough(end)]).toEqual([1, 0]);
});

test('an additional layer is previewed against the well’s carrying amount on its date', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWellWithLayer(page);
  await page.goto('/?tab=calculate', READY);
  await page.getByText('Additional Layer').click();
  await page.getByRole('combobox', { name: 'Well' }).fill('a-1');
  await page.getByRole('option', { name: 'A-1 - Alpha 1' }).click();
  const date = page.getByLabel('Calculation Date');
  const layers = page.getByRole('table', { name: 'Previous Layers' });
  await expect(layers.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    'Layer 1Initial',
    'Jan 1, 202025 years',
    '27,070.908.00%, inflation 2.50%',
  ]);

  await date.fill('2021-06-30');
  await expect(page.getByText('Carrying amount on Jun 30, 2021 ($)')).toBeVisible();
  await expect(page.getByText('29,236.57')).toBeVisible();
  await expect(page.getByText('Accretion is posted only through Dec 31, 2020')).toBeVisible();
  await date.fill('2021-12-31');
  await expect(page.getByText('31,575.50')).toBeVisible();
  await expect(page.getByText(/^Accretion is posted through/)).toBeHidden();

  await page.getByText('Remeasurement').click();
  await page.getByLabel('P&A Cost').fill('100000');
  await page.getByLabel('Discount Rate (%)').fill('8');
  await page.getByLabel('Inflation Rate (%)').fill('2.5');
  await expect(page.getByText(/^Carrying amount 31,575\.50 → remeasured 27,070\.90/).first()).toBeVisible();
  await date.fill(inNextMonth(15));
  await expect(page.getByText('Future date')).toBeVisible();
  await date.fill('2021-12-31');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  await review.getByRole('button', { name: 'Post 1 Layer, (4,504.60)' }).click();
  await expect(page.getByRole('table', { name: 'Calculation Results' })).toContainText('4,504.60');
});
