import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import Papa from 'papaparse';
import { addToNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

/** Real development wells on the Norwegian shelf; not copied into the project. */
const FILE = '../shared/data/npd-development-wells.csv';

type Well = { wellCode: string; wellName: string; wellStatus: string; field: string; activeDate: string };

const COST_CENTS = 750_000_000n;
const DISCOUNT_BP = 650n;
const INFLATION_BP = 250n;
const LIFESPAN = 20;
const CALCULATION_DATE = '2023-12-31';
const MONTH_ENDS = ['2024-01-31', '2024-02-29', '2024-03-31'];

/** Rounds half up, for non-negative amounts. */
const divide = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);

test('thousands of real wells: layers for all, three months of accretion, and totals that agree with a calculation of our own', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.skip(!existsSync(FILE), 'the real wells are not beside the project');
  test.setTimeout(360_000);
  const { data } = Papa.parse<Well>(readFileSync(FILE, 'utf8'), { header: true, skipEmptyLines: true });
  const wells = data.filter(({ activeDate }) => activeDate !== '');
  expect([data.length, wells.length]).toEqual([3_894, 3_733]);

  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);

  // The file as is: rows without a date are refused.
  const headers = { 'X-Company-Id': company.id };
  const { uploadURL } = await (await page.request.post('/api/objects/upload', { headers })).json();
  const stored = await page.request.put(uploadURL, {
    data: readFileSync(FILE),
    headers: { ...headers, 'Content-Type': 'text/csv' },
  });
  expect(stored.status()).toBe(204);
  const uploaded = await page.request.post('/api/wells/mass-upload', { data: { uploadURL }, headers });
  expect((await uploaded.json()).results).toMatchObject({
    totalProcessed: 3_894,
    successful: 3_733,
    failed: 161,
  });
  await page.goto('/');
  await expect(page.getByText('3,733 wells', { exact: true })).toBeVisible();

  // Apply to all wells, in the form.
  await page.getByRole('tab', { name: 'Calculate ARO' }).click();
  await page.getByText('All Wells', { exact: true }).click();
  await expect(page.getByLabel('Apply to all 3,733 matching wells')).toBeChecked();
  await page.getByLabel('Use each well’s active date').uncheck();
  await page.getByLabel('P&A Cost').fill('7500000');
  await page.getByLabel('Well Lifespan (years)').fill(String(LIFESPAN));
  await page.getByLabel('Discount Rate (%)').fill('6.5');
  await page.getByLabel('Inflation Rate (%)').fill('2.5');
  await page.getByLabel('Calculation Date').fill(CALCULATION_DATE);
  await page.getByRole('button', { name: 'Calculate ARO' }).click();

  // The same in integer arithmetic: cost × 10,250^20 ÷ 10,650^20, then one twelfth of 6.5% each month.
  const initial = divide(COST_CENTS * (10_000n + INFLATION_BP) ** 20n, (10_000n + DISCOUNT_BP) ** 20n);
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  await review
    .getByRole('button', { name: `Post 3,733 Layers, ${dollars(initial * 3_733n)}` })
    .click({ timeout: 60_000 });
  await expect(page.getByText('3,733 layers calculated')).toBeVisible({ timeout: 60_000 });
  const active = BigInt(wells.filter(({ wellStatus }) => wellStatus !== 'Plugged').length);
  let balance = initial;
  let total = 0n;
  for (const date of MONTH_ENDS) {
    const expense = divide(balance * DISCOUNT_BP, 120_000n);
    balance += expense;
    const posted = await page.request.post('/api/accretion/calculate?limit=1', {
      data: { periodType: 'Monthly', periodEnd: date },
      headers,
    });
    expect(posted.status()).toBe(200);
    expect(await posted.json()).toMatchObject([{ accretionExpense: plain(expense) }]);
    total = expense * active;
  }
  await page.goto(`/?tab=accretion&periodEnd=${MONTH_ENDS.at(-1)}`);
  await expect(page.getByText(dollars(total)).first()).toBeVisible();

  const summary = await (await page.request.get('/api/reports/aro-summary')).json();
  expect(summary).toMatchObject({
    totalWells: 3_733,
    totalLayers: 3_733,
    totalInitialAro: plain(initial * 3_733n),
    totalCurrentAro: plain(balance * active + initial * (3_733n - active)),
  });

  // The rollforward for the three months, from the screen.
  await page.goto('/?tab=detail');
  await expect(page.getByText(dollars(initial * 3_733n)).first()).toBeVisible();
  await page.getByRole('button', { name: 'ARO Rollforward' }).click();
  await page.getByLabel('Begin Date').fill('2024-01-01');
  await page.getByLabel('End Date').fill('2024-03-31');
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const { rows } = await readCsv(await downloading);
  expect(rows).toHaveLength(3_733);
  const sum = (column: string) =>
    rows.reduce((cents, row) => cents + BigInt(row[column]!.replace('.', '')), 0n);
  expect(plain(sum('beginningBalance'))).toBe(plain(initial * 3_733n));
  expect(plain(sum('accretion'))).toBe(plain((balance - initial) * active));
  expect(plain(sum('endingBalance'))).toBe(summary.totalCurrentAro);
  const named = (list: Record<string, string | undefined>[]) =>
    list.map(({ wellCode, wellName, field }) => [wellCode, wellName, field].join('\t')).toSorted();
  expect(named(rows)).toEqual(named(wells));
});

function plain(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function dollars(cents: bigint): string {
  return plain(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
}
