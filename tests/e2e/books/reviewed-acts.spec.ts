import { expect, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
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

/** With inflation and discount both at 12%, a layer is worth its cost. */
const TERMS = {
  layerType: 'additional',
  discountRate: 12,
  inflationRate: 12,
  wellLifespan: 20,
  calculationDate: '2024-01-31',
};

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('amounts not shown yet, because the preview was lost or others posted, are shown first', async ({
  page,
}) => {
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await open(page, '/');
  await page.getByRole('button', { name: 'Settle A-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle Well' });
  await dialog.getByLabel('Date').fill('2024-02-10');
  await page.route('**/settlements?preview=true', (route) => route.abort(), { times: 1 });
  await dialog.getByLabel('Cost').fill('5000');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  const settle = dialog.getByRole('button', { name: 'Settle, Relief 5,000.00' });
  await expect(settle).not.toHaveAttribute('aria-disabled', 'true');
  await postAccretionThrough(page, '2024-01-31', '2024-02-29');
  await settle.click();
  await expect(dialog.getByRole('alert')).toContainText('Review the new preview before you post.');
  await expect(dialog.getByRole('table', { name: 'What will be posted' })).toContainText(
    'Accretion reversed',
  );
  await settle.click();
  await expectToast(page, 'A-1 settled in part.');

  await open(page, '/?tab=accretion');
  // The settlement accreted the well through its own date.
  await expect(
    page.getByText(/^Total accretion for Feb 2024: \$[\d.]+, including \$[\d.]+ on Feb 10, 2024\.$/),
  ).toBeVisible();
  await page.route('**/api/accretion/preview?*periodEnd=2024-03-31*', (route) => route.abort(), { times: 1 });
  const isLost = page.waitForEvent('requestfailed');
  await page.getByLabel('Period End Date').fill('2024-03-15');
  await expect(page.getByText('Mar 15, 2024 isn’t the end of a month.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use Feb 29, 2024' })).toBeHidden();
  await page.getByRole('button', { name: 'Use Mar 31, 2024' }).click();
  await expect(page.getByLabel('Period End Date')).toBeFocused();
  await isLost;
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  await expect(review.getByRole('button', { name: /^Post 1 Layer/ })).toBeVisible();
});

test('a raised estimate is reviewed if the well’s estimate is no longer the one on the form', async ({
  page,
}) => {
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  await fillAdditionalLayer(page, /^Change in estimate/, '120000');
  await expect(page.getByText('20,000.00').first()).toBeVisible();

  const other = await page.request.post('/api/aro-layers/calculate', {
    data: { ...TERMS, wellId, measurement: 'increment', pAndACost: 5000 },
    headers: { origin: APP_URL },
  });
  expect(other.status()).toBe(201);
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await page
    .getByRole('dialog', { name: 'Review Before Posting' })
    .getByRole('button', { name: 'Post 1 Layer, 15,000.00' })
    .click();
  await expectToast(page, 'ARO calculated successfully');
  const layers = await fetchJson<{ aroValue: string }[]>(page, `/api/wells/${wellId}/aro-layers`);
  expect(layers.map(({ aroValue }) => aroValue)).toEqual(['100000.00', '5000.00', '15000.00']);
});

test('an added cost is reviewed if someone else added it too, and posts once if the response is lost', async ({
  page,
}) => {
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  await fillAdditionalLayer(page, /^Added cost/, '5000');
  await expect(page.getByText('layer value 5,000.00').first()).toBeVisible();

  const other = await page.request.post('/api/aro-layers/calculate', {
    data: { ...TERMS, wellId, measurement: 'increment', pAndACost: 5000 },
    headers: { origin: APP_URL },
  });
  expect(other.status()).toBe(201);
  // The layer is worth what the form shows, but it is now the third one.
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  await expect(review).toContainText('Layer 3');

  let lost = 0;
  await page.route(
    '**/api/aro-layers/calculate?reviewed=*',
    async (route) => {
      await route.fetch();
      lost += 1;
      await route.abort();
    },
    { times: 1 },
  );
  await review.getByRole('button', { name: 'Post 1 Layer, 5,000.00' }).click();
  const uncertain = page.getByText('It may have been saved.', { exact: false });
  await expect(uncertain).toBeVisible();
  // It still is after a visit to another screen.
  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  await page.getByRole('tab', { name: 'Calculate ARO', exact: true }).click();
  await expect(uncertain).toBeVisible();
  // A rejected retry doesn't tell whether the first request went through, either.
  await page.route(
    '**/api/aro-layers/calculate?reviewed=*',
    (route) => route.fulfill({ status: 429, json: { message: 'Too many requests', requestId: 'r' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expectToast(page, 'Too many requests');
  await expect(uncertain).toBeVisible();
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expectToast(page, 'ARO calculated successfully');
  expect(lost).toBe(1);
  const layers = await fetchJson<{ aroValue: string }[]>(page, `/api/wells/${wellId}/aro-layers`);
  expect(layers.map(({ aroValue }) => aroValue)).toEqual(['100000.00', '5000.00', '5000.00']);
});

test('a layer that was posted, but whose response was not stored, is not offered again', async ({ page }) => {
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await fillAdditionalLayer(page, /^Added cost/, '5000');
  await expect(page.getByText('layer value 5,000.00').first()).toBeVisible();
  // The server's response to a retry if the first response was too long to store.
  await page.route('**/api/aro-layers/calculate?reviewed=*', async (route) => {
    await route.fetch();
    const message = 'This was already processed, but its response was lost. Reload to see the result.';
    await route.fulfill({ status: 409, json: { message, code: 'already-processed', requestId: 'r' } });
  });
  const calculate = page.getByRole('button', { name: 'Calculate ARO' });
  await calculate.click();
  await expectToast(page, 'Already Processed');
  await expect(calculate).toHaveAccessibleDescription(/^Calculated\./);
  await expect(page.getByText('Nothing was saved.', { exact: false })).toHaveCount(0);
});

/** Fills in the calculation form for a second layer of A-1, without posting. */
async function fillAdditionalLayer(page: Page, measurement: RegExp, cost: string): Promise<void> {
  await open(page, '/?tab=calculate');
  await page.getByText('Additional Layer').click();
  const picker = page.getByRole('combobox', { name: 'Well' });
  await picker.fill('A-1');
  await picker.press('Enter');
  // Before the rates: once the well’s layers have loaded, a total that lowers the estimate accepts no rates.
  await page.getByRole('radio', { name: measurement }).check();
  await page.getByLabel('P&A Cost').fill(cost);
  await page.getByLabel('Well Lifespan (years)').fill('20');
  for (const rate of ['Discount Rate (%)', 'Inflation Rate (%)']) await page.getByLabel(rate).fill('12');
  await page.getByLabel('Calculation Date').fill('2024-01-31');
}
