import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
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
  overview(page).locator('section', { has: page.getByRole('heading', { name: title, level: 3 }) });
const chart = (page: Page, title: string) => card(page, title).getByRole('group', { name: title });
/** The summary figures above both views. */
const figures = (page: Page) => page.locator('dl', { hasText: 'Total liability' });
const OPEN = '/?tab=detail&overview=open';
const READY = { waitUntil: 'networkidle' } as const;
const TITLES = ['Change this year', 'Liability by field', 'Accretion forecast'];

/** Formats "27070.90" as the page does: 27,070.90. */
const written = (amount: string) => amount.replace('-', '').replace(/\B(?=(\d{3})+\.)/g, ',');

async function created(request: APIRequestContext, path: string, data: unknown): Promise<{ id: string }> {
  const response = await request.post(path, { data });
  expect(response.ok()).toBe(true);
  return response.json();
}

/** Books with everything the charts show: seven fields, a decrease, and accretion this year. */
async function addBooks(page: Page) {
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

test('a company without layers sees what to do first; then figures, charts, tables and files match the books, in the user’s language', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await page.goto(OPEN, READY);
  await expect(overview(page).getByText('After your first layer is calculated')).toBeVisible();
  await expect(overview(page).getByRole('img')).toHaveCount(0);
  await overview(page).getByRole('link', { name: 'Go to Calculate ARO' }).click();
  await expect(page.getByText('ARO Calculation Setup')).toBeVisible();

  const books = await addBooks(page);
  const { rollforward, fields, forecast } = books;
  await page.goto('/?tab=detail', READY);
  await expect(figures(page)).toContainText(`$${written(books.totalCurrentAro)}`);
  // Not the balance on that date: later postings are included.
  await expect(figures(page)).toContainText('accreted through');
  await expect(figures(page)).toContainText(`+$${written(rollforward.change)}`);
  await expect(figures(page)).toContainText(`$${written(forecast.twelveMonths)}`);
  // Text that doesn't fit next to a label is left out, not cut off.
  const captions = figures(page).getByRole('term');
  expect(await captions.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth))).toEqual(
    [],
  );
  // The detail's own total matches.
  await expect(page.getByText(`$${written(books.totalCurrentAro)}`, { exact: true })).toHaveCount(2);
  await page.getByText('Overview', { exact: true }).click();
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();
  await expect(card(page, 'Change this year')).toContainText(
    `The liability increased $${written(rollforward.change)} to $${written(rollforward.endingBalance)} (`,
  );
  await expect(card(page, 'Liability by field')).toContainText(
    `ALPHA is the largest: $${written(fields[0]!.currentAro)}`,
  );
  await expect(card(page, 'Accretion forecast')).toContainText(
    `to $${written(forecast.atRetirement)} before settlements`,
  );
  // Each field has its own bar.
  await expect(chart(page, 'Liability by field').getByRole('button')).toHaveCount(7);

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
  // A long table shows its first rows and the total.
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

  await test.step('figures and charts follow the filters, a field’s bar acts as one, and charts show exact figures', async () => {
    await page.goto(OPEN, READY);
    const bravo = books.fields.find(({ field }) => field === 'BRAVO')!;
    const bar = chart(page, 'Liability by field').getByRole('button', { name: /^BRAVO\s/ });
    await bar.click();
    await expect(page).toHaveURL(/field=BRAVO/);
    await expect(page.getByRole('combobox', { name: 'Field' })).toHaveValue('BRAVO');
    await expect(figures(page)).toContainText(`$${written(bravo.currentAro)}`);
    await expect(chart(page, 'Liability by field').getByRole('button')).toHaveCount(1);
    await expect(card(page, 'Change this year')).toContainText(`to $${written(bravo.currentAro)}`);
    await page.getByText('Layers', { exact: true }).click();
    await expect(
      page.getByRole('table', { name: 'ARO Detail' }).locator('tbody').getByRole('rowheader'),
    ).toHaveCount(1);
    await page.getByText('Overview', { exact: true }).click();
    await expect(bar).toHaveAttribute('aria-pressed', 'true');
    await bar.click();
    await expect(figures(page)).toContainText(`$${written(books.totalCurrentAro)}`);

    // With the pointer, and with the keyboard.
    const tooltip = page.getByRole('tooltip');
    await chart(page, 'Change this year')
      .getByRole('img', { name: /^Accretion: / })
      .hover();
    await expect(tooltip).toHaveText(`Accretion: $${written(rollforward.accretion)}`);
    await page.mouse.move(0, 0);
    await expect(tooltip).toBeHidden();

    const years = chart(page, 'Accretion forecast').getByRole('img', { name: /accretion/ });
    await card(page, 'Accretion forecast').getByRole('button', { name: /^CSV/ }).focus();
    await page.keyboard.press('Tab');
    await expect(years.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const second = forecast.years[1]!;
    await expect(tooltip).toContainText(`${second.year}: accretion $${written(String(second.accretion))}`);
    await page.keyboard.press('End');
    // By then all wells are settled.
    await expect(tooltip).toContainText('liability at the end $0.00');
  });

  // In the user’s language and currency.
  for (const [preferenceKey, preferenceValue] of Object.entries({ language: 'de-DE', currency: 'EUR' })) {
    await created(page.request, '/api/user/preferences', { preferenceKey, preferenceValue });
  }
  await page.goto(OPEN, READY);
  await expect(overview(page).getByRole('heading', { name: 'Liability by field (€)' })).toBeVisible();
  await expect(
    chart(page, 'Change this year')
      .getByText(/^\d,\d+M$/)
      .first(),
  ).toBeVisible();
});

test('the layers come first, charts load only when shown, and the URL keeps the choice', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const panels = () => asked.filter((path) => /overview-panel/.test(path));
  // On a small laptop, the table fills most of the window, and the figures take one strip.
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/?tab=detail', READY);
  const table = page.getByRole('region', { name: 'ARO Detail' });
  expect((await table.boundingBox())!.height).toBeGreaterThan(400);
  expect((await table.boundingBox())!.y).toBeLessThan(300);
  expect((await figures(page).boundingBox())!.height).toBe(56);
  await expect(chart(page, TITLES[0]!)).toBeHidden();
  expect(panels()).toEqual([]);

  // By keyboard, and without reloading the page.
  asked.length = 0;
  await page.getByRole('radio', { name: 'Layers' }).focus();
  await page.keyboard.press('ArrowLeft');
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();
  await expect(table).toBeHidden();
  await expect(page).toHaveURL(/overview=open/);
  expect(asked.filter((path) => /^\/api\/|\.data$/.test(path))).toEqual([]);
  await page.reload(READY);
  await expect(chart(page, TITLES[0]!)).toBeVisible();
  // On a phone, the figures take the same number of lines before and after the font loads.
  await page.setViewportSize({ width: 360, height: 780 });
  const height = (await figures(page).boundingBox())!.height;
  await page.evaluate(() => document.documentElement.removeAttribute('data-typeface'));
  expect((await figures(page).boundingBox())!.height).toBe(height);
  await page.keyboard.press('Tab');
  await page.getByRole('radio', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(table).toBeVisible();
  await expect(page).not.toHaveURL(/overview/);
});

test('a viewer sees the overview too; one that fails to load leaves the detail alone and offers a retry', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  await page.route('**/api/reports/overview?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'No' } }),
  );
  await page.goto(OPEN, READY);
  await expect(overview(page).getByText('Couldn’t load the overview.')).toBeVisible();
  await page.unroute('**/api/reports/overview?*');
  await overview(page).getByRole('button', { name: 'Try again' }).click();
  for (const title of TITLES) await expect(chart(page, title)).toBeVisible();

  // Neither does code that fails to load: the section closes with a message.
  await page.route(/overview-panel/, (route) => route.abort());
  await page.goto(OPEN, READY);
  await expect(
    page.getByText('Couldn’t load this. Check your connection and reload the page.').first(),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/overview/);
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
});
