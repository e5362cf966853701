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

test('a layer from two months ago is corrected, and its missed accretion is posted', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await addLayer(page, await addWell(page, 'B-1', '2024-02-29'), { cost: 50_000, date: '2024-02-29' });
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30');

  // The cost should have been 60,000.
  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'History of B-1, Layer 1 (Initial)' }).click();
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct Layer' });
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  await expect(rowOf(planned, 'Apr 30, 2024')).toContainText('Accretion reversed');
  await expect(rowOf(planned, 'Mar 31, 2024')).toContainText('(500.00)');
  await expect(rowOf(planned, 'Feb 29, 2024')).toContainText('Layer reversed');
  await expect(rowOf(planned, 'Total')).toContainText('(51,005.00)');
  await dialog.getByLabel('Reason').fill('The estimate was 60,000');
  // All rows are for one well, whose page is a single stop on the way to the button.
  await expect(planned.getByRole('link')).toHaveText(/^B-1/);
  const confirm = dialog.getByRole('button', { name: 'Reverse and Correct' });
  const focused = dialog.locator(':focus');
  let tabs = 0;
  for (; tabs < 20 && !(await confirm.and(focused).count()); tabs += 1) await page.keyboard.press('Tab');
  expect(tabs).toBeLessThanOrEqual(8);
  await page.keyboard.press('Enter');

  // The form is filled with the layer's figures.
  await expect(page.getByText('Correcting B-1: Layer 1 (Initial), dated Feb 29, 2024')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Well' })).toHaveValue('B-1 - Well B-1');
  await expect(page.getByLabel('P&A Cost')).toHaveValue('50000.00');
  await expect(page.getByLabel('Well Lifespan (years)')).toHaveValue('20');
  await expect(page.getByLabel('Discount Rate (%)')).toHaveValue('12.00');
  await expect(page.getByLabel('Inflation Rate (%)')).toHaveValue('12.00');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-02-29');
  await page.getByLabel('P&A Cost').fill('60000');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(page.getByText(/^Correcting B-1/)).toHaveCount(0);
  const results = page.getByRole('table', { name: 'Calculation Results' });
  await expect(rowOf(results, 'B-1')).toContainText('Layer 2 (Initial)');
  await expect(rowOf(results, 'B-1')).toContainText('$60,000.00');

  // 600.00 and 606.00, month by month like the other well.
  await expect(page.getByText('B-1 missed accretion through Apr 30, 2024: $1,206.00')).toBeVisible();
  await page.getByRole('button', { name: 'Post Missed Accretion' }).click();
  await expectToast(page, '$1,206.00 of accretion posted for B-1.');
  await expect(page.getByRole('button', { name: 'Post Missed Accretion' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  const detail = page.getByRole('table', { name: 'ARO Detail' });
  await expect(rowOf(detail, 'Layer 2 (Initial)')).toContainText('$61,206.00');
  await expect(rowOf(detail, 'Layer 2 (Initial)')).toContainText('Current');
  await page.getByLabel('Status').selectOption('historical');
  await expect(detail.getByRole('rowheader')).toHaveCount(1);
  await expect(rowOf(detail, 'B-1')).toContainText('Historical');
  await detail.getByRole('button', { name: 'History of B-1, Layer 1 (Initial)' }).click();
  const history = page.getByRole('dialog', { name: 'B-1: Layer 1 (Initial)' });
  await expect(history).toContainText('The estimate was 60,000');
  await expect(history.getByRole('button', { name: 'Correct' })).toHaveCount(0);
  expect(await fetchJson(page, '/api/books/check')).toMatchObject({ ok: true });
});

test('a wrong layer in a closed month is reversed, and filled in for the first open day', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await addLayer(page, await addWell(page, 'B-1', '2024-02-29'), { cost: 50_000, date: '2024-02-29' });
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30');
  const closing = await page.request.post('/api/periods/close', { data: { through: '2024-02-29' } });
  expect(closing.status()).toBe(200);

  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'History of B-1, Layer 1 (Initial)' }).click();
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct Layer' });
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  // On the first open day, because the layer's own day is closed.
  await expect(rowOf(planned, 'Layer reversed')).toContainText('Mar 1, 2024');
  await dialog.getByLabel('Reason').fill('The estimate was 60,000');
  await dialog.getByRole('button', { name: 'Reverse and Correct' }).click();
  // The due date is unchanged, although the layer starts a day later.
  await expect(page.getByText(/^Its own date is closed, so it is now dated Mar 1, 2024/)).toContainText(
    'still retires on Feb 29, 2044. Costs are restated to that date’s prices: $50,000.00 on Feb 29, 2024 becomes $50,000.00, at 12.00% inflation.',
  );
  await expect(page.getByLabel('Retirement Date')).toHaveValue('2044-02-29');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-03-01');
  expect(await fetchJson(page, '/api/books/check')).toMatchObject({ ok: true });
});

test('later layers of the well are reversed with it and filled in one by one', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  const increase = {
    wellId,
    layerType: 'additional',
    measurement: 'change',
    discountRate: 12,
    inflationRate: 12,
    expectedCost: {
      scenarios: [
        { cost: 100_000, probability: 50 },
        { cost: 140_000, probability: 50 },
      ],
    },
    wellLifespan: 20,
    calculationDate: '2024-02-29',
  };
  expect((await page.request.post('/api/aro-layers/calculate', { data: increase })).status()).toBe(201);

  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'History of A-1, Layer 1 (Initial)' }).click();
  // Without the layers reversed with it, the form couldn't tell what to recalculate.
  const layers = /\/api\/wells\/[^/]+\/aro-layers$/;
  await page.route(layers, (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct Layer' });
  const retry = dialog.getByRole('button', { name: 'Try Again' });
  await expect(retry).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Reverse and Correct' })).toHaveAccessibleDescription(
    'The well’s later layers aren’t loaded',
  );
  await retry.click();
  await expect(dialog).toContainText('Layer 2 will be reversed too');
  await dialog.getByLabel('Reason').fill('Cost was 110,000');
  await dialog.getByRole('button', { name: 'Reverse and Correct' }).click();
  await expect(page.getByText('Also reversed, and to be recalculated after it: Layer 2')).toBeVisible();
  await page.getByLabel('P&A Cost').fill('110000');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();

  await expect(page.getByText('Correcting A-1: Layer 2, dated Feb 29, 2024')).toBeVisible();
  // A reload would lose the pending layers, so the form asks.
  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(true);
  // A value typed meanwhile is not one of its figures, so filling them in replaces it.
  await page.getByLabel('P&A Cost').fill('115000');
  await page.getByRole('button', { name: 'Fill In Its Figures' }).click();
  await expect(page.getByLabel('Additional Layer')).toBeChecked();
  await expect(page.getByLabel('Cost 2')).toHaveValue('140000.00');
  await expect(page.getByLabel('P&A Cost')).toHaveValue('120000.00');
  await expect(
    page.getByText('Previous 110,000.00 → change +10,000.00 → layer value 10,000.00').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Discount Rate (%)')).toHaveValue('12.00');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(page.getByText(/^Correcting A-1/)).toHaveCount(0);
  await expect.poll(asks).toBe(false);
  await expect(rowOf(page.getByRole('table', { name: 'Calculation Results' }), 'Layer 4')).toContainText(
    '$10,000.00',
  );
});
