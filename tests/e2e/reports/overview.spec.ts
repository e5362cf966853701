import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { joinNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

type Overview = {
  totalCurrentAro: string;
  rollforward: Record<
    | 'beginDate'
    | 'endDate'
    | 'beginningBalance'
    | 'additions'
    | 'accretion'
    | 'reductions'
    | 'endingBalance'
    | 'change',
    string
  >;
  fields: { field: string; wells: number; currentAro: string }[];
  forecast: {
    twelveMonths: string;
    total: string;
    atRetirement: string;
    years: Record<string, string | number>[];
  };
};

const overview = (page: Page) => page.getByRole('region', { name: 'Overview' });
const card = (page: Page, title: string) =>
  overview(page).locator('section', { has: page.getByRole('heading', { name: title, level: 4 }) });
const chart = (page: Page, title: string) => card(page, title).getByRole('img', { name: title });
const READY = { waitUntil: 'networkidle' } as const;
const TITLES = ['Change this year', 'Liability by field', 'Accretion forecast'];

/** "27070.90" as the page writes it: 27,070.90. */
const written = (amount: string) => amount.replace('-', '').replace(/\B(?=(\d{3})+\.)/g, ',');

async function created(request: APIRequestContext, path: string, data: unknown): Promise<{ id: string }> {
  const response = await request.post(path, { data });
  expect(response.ok()).toBe(true);
  return response.json();
}

/** A company whose books have everything that a picture shows: seven fields, a decrease, accretion of this year. */
async function companyWithBooks(page: Page, browser: Browser) {
  await joinNewCompany(browser, page);
  const lastMonthEnd = new Date();
  lastMonthEnd.setUTCDate(0);
  const thisYear = new Date().getUTCFullYear();
  const terms = { discountRate: 12, inflationRate: 12, wellLifespan: 20 };
  const fields = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', 'ECHO', 'FOXTROT', 'GOLF'];
  for (const [index, field] of fields.entries()) {
    const { id } = await created(page.request, '/api/wells', {
      wellCode: `${field}-1`,
      wellName: `${field} 1`,
      wellStatus: 'Active',
      field,
      activeDate: '2020-01-01',
    });
    const layer = { wellId: id, layerType: 'initial', calculationDate: '2020-01-01', ...terms };
    await created(page.request, '/api/aro-layers/calculate', {
      ...layer,
      pAndACost: 700_000 - index * 100_000,
    });
    if (field !== 'ALPHA') continue;
    await created(page.request, '/api/aro-layers/calculate', {
      ...layer,
      layerType: 'additional',
      calculationDate: `${thisYear}-01-01`,
      wellLifespan: 2040 - thisYear,
      pAndACost: 650_000,
    });
  }
  await created(page.request, '/api/accretion/calculate', {
    periodType: 'monthly',
    periodEnd: lastMonthEnd.toISOString().slice(0, 10),
  });
  const response = await page.request.get('/api/reports/overview');
  return (await response.json()) as Overview;
}

async function csvOf(page: Page, title: string) {
  const download = page.waitForEvent('download');
  await card(page, title).getByRole('button', { name: 'CSV' }).click();
  return readCsv(await download);
}

async function tableOf(page: Page, title: string): Promise<string[][]> {
  await card(page, title).getByRole('button', { name: 'Table' }).click();
  const table = card(page, title).getByRole('table', { name: title });
  await expect(table).toBeVisible();
  await expect(chart(page, title)).toBeHidden();
  return table.evaluate((element: HTMLTableElement) =>
    [...element.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
  );
}

test('figures, charts, tables and files tell what the books come to', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const books = await companyWithBooks(page, browser);
  const { rollforward, fields, forecast } = books;
  await page.goto('/?tab=detail', READY);

  const figures = overview(page).getByRole('definition');
  await expect(figures.filter({ hasText: `$${written(books.totalCurrentAro)}` })).toBeVisible();
  await expect(figures.filter({ hasText: `+$${written(rollforward.change)}` })).toBeVisible();
  await expect(figures.filter({ hasText: `$${written(forecast.twelveMonths)}` })).toBeVisible();
  // The detail's own total is the same.
  await expect(page.getByText(`$${written(books.totalCurrentAro)}`, { exact: true })).toHaveCount(2);
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();
  await expect(card(page, 'Change this year')).toContainText(
    `the liability has risen by $${written(rollforward.change)} to $${written(rollforward.endingBalance)}.`,
  );
  await expect(card(page, 'Liability by field')).toContainText(
    `ALPHA carries the most: $${written(fields[0]!.currentAro)}`,
  );
  await expect(card(page, 'Accretion forecast')).toContainText(`$${written(forecast.atRetirement)} in all`);
  // Smaller fields share a bar, the tables leave none out.
  await expect(chart(page, 'Liability by field').getByText('2 other fields', { exact: true })).toBeVisible();

  expect(await tableOf(page, 'Change this year')).toEqual([
    ['Movement', 'Amount ($)'],
    ['Beginning', written(rollforward.beginningBalance)],
    ['Additions', '–'],
    ['Accretion', written(rollforward.accretion)],
    ['Reductions', `(${written(rollforward.reductions)})`],
    ['Ending', written(books.totalCurrentAro)],
  ]);
  expect(await tableOf(page, 'Liability by field')).toEqual([
    ['Field', 'Wells', 'Liability ($)'],
    ...fields.map(({ field, wells, currentAro }) => [field, String(wells), written(currentAro)]),
    ['Total', '7', written(books.totalCurrentAro)],
  ]);
  // Of a long one the first rows are in the page, and the sum.
  const years = forecast.years.map(({ year, accretion, liability }) => [
    String(year),
    written(String(accretion)),
    written(String(liability)),
  ]);
  const shown = await tableOf(page, 'Accretion forecast');
  expect(shown[0]).toEqual(['Year', 'Accretion ($)', 'Liability ($)']);
  expect(shown.slice(1, 6)).toEqual(years.slice(0, 5));
  expect(shown.at(-1)).toEqual(['Total', written(forecast.total), '']);

  const change = await csvOf(page, 'Change this year');
  expect(change.name).toBe(`aro-change-${rollforward.beginDate}-to-${rollforward.endDate}.csv`);
  expect(change.rows).toEqual([
    { movement: 'Beginning', amount: rollforward.beginningBalance },
    { movement: 'Additions', amount: '0.00' },
    { movement: 'Accretion', amount: rollforward.accretion },
    { movement: 'Reductions', amount: `-${rollforward.reductions}` },
    { movement: 'Ending', amount: rollforward.endingBalance },
  ]);
  await expect(
    page.getByText('Change this year exported successfully', { exact: true }).first(),
  ).toBeVisible();
  const byField = await csvOf(page, 'Liability by field');
  expect(byField.name).toMatch(/^aro-by-field-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(byField.rows).toEqual(fields.map((field) => ({ ...field, wells: String(field.wells) })));
  const byYear = await csvOf(page, 'Accretion forecast');
  expect(byYear.name).toMatch(/^aro-accretion-forecast-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(byYear.rows).toEqual(forecast.years.map((year) => ({ ...year, year: String(year.year) })));
});

test('charts are fetched only where they are shown, and closing them is remembered by the address', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const charts = () => asked.filter((path) => /overview/.test(path));
  await page.goto('/', READY);
  expect(charts()).toEqual([]);

  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();
  expect(charts()).toContain('/api/reports/overview');

  // By keyboard, and the server is asked for nothing.
  asked.length = 0;
  const toggle = overview(page).getByRole('button', { name: 'Overview' });
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(chart(page, TITLES[0]!)).toBeHidden();
  await expect(page).toHaveURL(/overview=closed/);
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
  expect(asked.filter((path) => /^\/api\/|\.data$/.test(path))).toEqual([]);

  asked.length = 0;
  await page.reload(READY);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(asked).not.toContain('/api/reports/overview');
  await toggle.press('Enter');
  await expect(chart(page, TITLES[0]!)).toBeVisible();
  await expect(page).not.toHaveURL(/overview/);

  // A ledger on paper has no pictures.
  await page.emulateMedia({ media: 'print' });
  await expect(overview(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
});

test('a viewer sees the overview too', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail', READY);
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();
});

test('the overview follows the person’s language and currency', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await companyWithBooks(page, browser);
  for (const [preferenceKey, preferenceValue] of Object.entries({ language: 'de-DE', currency: 'EUR' })) {
    await created(page.request, '/api/user/preferences', { preferenceKey, preferenceValue });
  }
  await page.goto('/?tab=detail', READY);
  await expect(overview(page).getByRole('heading', { name: 'Liability by field (€)' })).toBeVisible();
  await expect(
    chart(page, 'Change this year')
      .getByText(/^\d,\d+M$/)
      .first(),
  ).toBeVisible();
});

test('a company without layers is told what comes first', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  await page.goto('/?tab=detail', READY);
  await expect(page.getByText('No ARO calculations found. Calculate ARO to see details here.')).toBeVisible();
  await expect(overview(page).getByText('Once a layer is calculated')).toBeVisible();
  await expect(overview(page).getByRole('img')).toHaveCount(0);
  await overview(page).getByRole('link', { name: 'Go to Calculate ARO' }).click();
  await expect(page.getByText('ARO Calculation Setup')).toBeVisible();
});

test('an overview that cannot be had leaves the detail alone, and can be asked for again', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  await page.route('**/api/reports/overview', (route) =>
    route.fulfill({ status: 500, json: { message: 'No' } }),
  );
  await page.goto('/?tab=detail', READY);
  await expect(overview(page).getByText('The overview could not be loaded.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
  await page.unroute('**/api/reports/overview');
  await overview(page).getByRole('button', { name: 'Try again' }).click();
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();

  // Nor does code that does not come: the part closes, and says why.
  await page.route(/overview-panel/, (route) => route.abort());
  await page.goto('/?tab=detail', READY);
  await expect(
    page.getByText('This could not be loaded. Check your connection, then reload the page.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/overview=closed/);
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
});
