import { expect, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
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

const calculate = (page: Page) => page.getByRole('button', { name: 'Calculate ARO' });
const picker = (page: Page) => page.getByRole('combobox', { name: 'Well' });

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('reports a company without wells on the first click, and a company switched in another tab on the first search', async ({
  page,
  browser,
}) => {
  await open(page, '/?tab=calculate');
  await page.getByText('All Wells').click();
  await calculate(page).click();
  await expect(page.getByText('No wells found for calculation')).toBeVisible();
  await expect(page.getByText('P&A cost is required')).toBeVisible();

  const { id: companyId } = await addToNewCompany(browser, page);
  await page.request.post('/api/companies/select', { data: { companyId } });
  await page.getByText('Single Well').click();
  await picker(page).fill('a');
  await expect(page.getByText('You switched companies in another tab.', { exact: false })).toBeVisible();
});

test('Enter selects a fully typed well code without replacing other input, and a retirement date is suggested again', async ({
  page,
}) => {
  for (const code of ['A-1', 'A-10', 'BA-1']) await addWell(page, code, '2024-01-15');
  await open(page, '/?tab=calculate');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/wells?*limit=1000*', async (route) => {
    await asked;
    await route.continue();
  });
  await picker(page).fill('a-1');
  await picker(page).press('Enter');
  await page.getByText('By date').click();
  await page.getByLabel('Retirement Date').fill('2024-01-15');
  answer();
  await expect(picker(page)).toHaveValue('A-1 - Well A-1');
  await expect(page.getByLabel('Retirement Date')).toHaveValue('2024-01-15');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-01-15');
  await expect(page.getByRole('listbox', { name: 'Well' })).toBeHidden();

  await page.getByLabel('P&A Cost').fill('100000');
  await page.getByLabel('Discount Rate (%)').fill('8');
  await page.getByLabel('Inflation Rate (%)').fill('2.5');
  await calculate(page).click();
  const panel = page.getByRole('tabpanel', { name: 'Calculate ARO' });
  await expect(panel.getByText('Retirement date must be after the calculation date')).toBeVisible();
  await page.getByLabel('Retirement Date').fill('2049-01-15');
  await expect(panel.getByRole('paragraph').filter({ hasText: '27,070.90' })).toBeVisible();
  await calculate(page).click();
  await expectToast(page, 'ARO calculated successfully');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Additional Layer').click();
  await picker(page).fill('A-1');
  await picker(page).press('Enter');
  await expect(page.getByLabel('Retirement Date')).toHaveValue('2049-01-15');
  await expect(page.getByText('The well’s retirement date')).toBeVisible();

  await page.unroute('**/api/wells?*limit=1000*');
  await open(page, '/?tab=detail');
  await picker(page).fill('A-10');
  await picker(page).press('Enter');
  await expect(page).toHaveURL(/wellId=/);
  await expect(page.getByText('No ARO details match your filter criteria.')).toBeVisible();
});

test('a fully settled well keeps its layers and accepts another', async ({ page }) => {
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  const settled = { date: '2024-01-31', cost: '90000', isFinal: true };
  const response = await page.request.post(`/api/wells/${wellId}/settlements`, { data: settled });
  expect(response.status()).toBe(201);
  await open(page, '/?tab=calculate');
  await page.getByText('Additional Layer').click();
  await picker(page).fill('A-1');
  await picker(page).press('Enter');
  const previous = page.getByRole('table', { name: 'Previous Layers' });
  await expect(rowOf(previous, 'Layer 1')).toContainText('100,000.00');
  await expect(page.getByText('This well has no layers yet')).toBeHidden();
  await page.getByText('Added cost').click();
  await page.getByLabel('P&A Cost').fill('5000');
  await page.getByLabel('Discount Rate (%)').fill('8');
  await page.getByLabel('Inflation Rate (%)').fill('2.5');
  await page.getByLabel('Calculation Date').fill('2024-02-29');
  await calculate(page).click();
  await expectToast(page, 'ARO calculated successfully');
  await expect(rowOf(previous, 'Layer 2')).toBeVisible();
});

test('a decrease is reviewed before posting, and the same input cannot be posted twice', async ({ page }) => {
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31');
  await open(page, '/?tab=calculate');
  await page.getByText('Additional Layer').click();
  await picker(page).fill('A-1');
  await picker(page).press('Enter');
  await page.getByLabel('Discount Rate (%)').fill('9');
  await page.getByLabel('P&A Cost').fill('80000');
  await page.getByLabel('Well Lifespan (years)').fill('20');
  // For a decrease, the form replaces rates typed earlier.
  await expect(page.getByText('Auto-filled', { exact: true })).toHaveCount(2);
  await expect(page.getByLabel('Discount Rate (%)')).toHaveValue('12.00');
  await page.getByLabel('Calculation Date').fill('2024-02-29');
  await calculate(page).click();

  // March accretion is reversed and posted again on the reduced balance.
  const dialog = page.getByRole('dialog', { name: 'Review Before Posting' });
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  await expect(rowOf(planned, 'Accretion reversed')).toContainText('(1,020.10)');
  await expect(rowOf(planned, 'Estimate revised')).toContainText('(20,000.00)');
  await expect(rowOf(planned, 'Accretion posted again').first()).toContainText('820.10');
  await expect(dialog).toContainText('3 postings in Feb 2024 and Mar 2024');
  await expect(
    dialog.getByText(/^\(80,000\.00 − 100,000\.00\) × 1\.12\^20 ÷ 1\.12\^20 = \(?.?20,000\.00/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(calculate(page)).toBeFocused();
  expect(await fetchJson<object[]>(page, `/api/wells/${wellId}/aro-layers`)).toHaveLength(1);
  await calculate(page).click();
  await dialog.getByRole('button', { name: 'Post 1 Layer, (20,000.00)' }).click();
  await expect(rowOf(page.getByRole('table', { name: 'Calculation Results' }), 'A-1')).toContainText(
    '20,000.00',
  );

  // The same inputs would create a 0.00 layer, so the form waits for a change.
  await expect(calculate(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('status').filter({ hasText: /^Calculated\. Change something/ })).toBeVisible();
  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  await page.getByRole('tab', { name: 'Calculate ARO', exact: true }).click();
  await expect(calculate(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('P&A Cost').fill('70000');
  await expect(calculate(page)).not.toHaveAttribute('aria-disabled');
  expect(await fetchJson<object[]>(page, `/api/wells/${wellId}/aro-layers`)).toHaveLength(2);
});

test('a calculation for several wells is reviewed before posting', async ({ page }) => {
  for (const code of ['A-1', 'B-1']) await addWell(page, code, '2023-12-31');
  await addLayer(page, (await fetchJson<{ id: string }[]>(page, '/api/wells'))[1]!.id, {
    cost: 100_000,
    date: '2023-12-31',
  });
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/?tab=calculate');
  await page.getByText('All Wells').click();
  await page.getByLabel('P&A Cost').fill('50000');
  await page.getByLabel('Discount Rate (%)').fill('12');
  await page.getByLabel('Inflation Rate (%)').fill('12');
  await calculate(page).click();
  const dialog = page.getByRole('dialog', { name: 'Review Before Posting' });
  await expect(dialog).toContainText('1 well skipped. Nothing changes for them.');
  await dialog.getByRole('button', { name: 'Post 1 Layer, 50,000.00' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 layer calculated, 1 well skipped')).toBeVisible();
  const missed = page.getByText('A-1 missed accretion through Jan 31, 2024: $500.00');
  await expect(missed).toBeVisible();

  // The well's page offers it too, with a retry if its preview fails to load.
  const [well] = await fetchJson<{ id: string }[]>(page, '/api/wells');
  const preview = `**/api/wells/${well!.id}/missed-accretion?preview=true`;
  await page.route(preview, (route) => route.abort());
  await open(page, `/?tab=wells&well=${well!.id}`);
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await page.unroute(preview);
  await again.click();
  await expect(missed).toBeVisible();
  await page.getByRole('button', { name: 'Post Missed Accretion' }).click();
  await expectToast(page, '$500.00 of accretion posted for A-1.');
  await expect(missed).toHaveCount(0);
  await expect(page.getByRole('cell', { name: '50,500.00' }).first()).toBeVisible();
});

test('today is the date in the user’s time zone', async ({ browser, page }) => {
  await addWell(page, 'A-1', '2024-01-01');
  const storageState = await page.context().storageState();
  // From 10:00 UTC on, the first zone is a day ahead of the server; until 11:00 UTC, the second is a day behind.
  const timezoneId = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const context = await browser.newContext({ storageState, timezoneId, baseURL: APP_URL });
  const there = await context.newPage();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(new Date());
  expect(today).not.toBe(new Date().toISOString().slice(0, 10));
  await open(there, '/?tab=accretion');
  await expect(there.getByLabel('Period End Date')).toHaveValue(today);
  await there.getByRole('tab', { name: 'Calculate ARO', exact: true }).click();
  await there.getByText('Additional Layer').click();
  await expect(there.getByLabel('Calculation Date')).toHaveValue(today);
  await context.close();
});
