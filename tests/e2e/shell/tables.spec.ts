import { expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { type CsvFile, readCsv } from '../../support/e2e/csv';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const heading = (page: Page, name: string | RegExp) => page.getByRole('columnheader', { name });
const press = (page: Page, name: string) =>
  page.getByRole('columnheader').getByRole('button', { name, exact: true }).click();

/** Expects rows with these names, from top to bottom. */
const expectRows = (table: Locator, names: (string | RegExp)[]) =>
  expect(table.locator('tbody').getByRole('rowheader')).toHaveText(names);

async function download(page: Page, button: string): Promise<CsvFile> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readCsv(await downloading);
}

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

const search = (page: Page) => new URL(page.url()).searchParams;

const FIELDS = [
  { fieldName: 'depth', displayName: 'Depth (m)', fieldType: 'number' },
  { fieldName: 'operator', displayName: 'Operator', fieldType: 'text' },
  { fieldName: 'subsea', displayName: 'Subsea', fieldType: 'checkbox' },
  { fieldName: 'permit', displayName: 'Permit', fieldType: 'date' },
].map((field, order) => ({ ...field, required: false, order }));

const WELLS = [
  {
    wellCode: 'A-1',
    wellName: 'Øst',
    field: 'YME',
    customFields: { depth: 900, operator: 'Aker', subsea: true },
  },
  {
    wellCode: 'B-2',
    wellName: 'alpha',
    field: 'YME',
    customFields: { operator: '=1+1', permit: '2020-02-29' },
  },
  { wellCode: 'C-3', wellName: 'Beta', field: 'SKUA', customFields: { depth: 3500.5, subsea: false } },
  { wellCode: 'D-4', wellName: 'Gamma', field: 'YME', customFields: { depth: 12_000 } },
];

async function add(page: Page, path: string, data: object): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  expect(response.status()).toBe(201);
  return response.json();
}

async function addWells(page: Page, companyId: string): Promise<string[]> {
  const fields = await page.request.put(`/api/companies/${companyId}/custom-fields`, {
    data: { customFieldTemplates: FIELDS },
  });
  expect(fields.status()).toBe(200);
  const ids: string[] = [];
  for (const well of WELLS) {
    const given = { wellStatus: 'Active', activeDate: '2020-01-01', ...well };
    ids.push((await add(page, '/api/wells', given)).id);
  }
  return ids;
}

/** Adds a layer for each well, with no figure in the order of the codes, and two month-ends. */
async function addLayers(page: Page, companyId: string) {
  const costs = [300_000, 100_000, 400_000, 200_000];
  const lifespans = [20, 10, 5, 15];
  for (const [index, wellId] of (await addWells(page, companyId)).entries()) {
    await add(page, '/api/aro-layers/calculate', {
      wellId,
      layerType: 'initial',
      discountRate: 5 + index,
      inflationRate: 2.5,
      pAndACost: costs[index],
      wellLifespan: lifespans[index],
      calculationDate: '2023-12-31',
    });
  }
  for (const periodEnd of ['2024-01-31', '2024-02-29']) {
    const data = { periodType: 'monthly', periodEnd };
    expect((await page.request.post('/api/accretion/calculate', { data })).status()).toBe(200);
  }
}

test('wells sort by any column, including custom fields, and export as shown', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  await addWells(page, company.id);
  await page.goto('/');
  const table = page.getByRole('table', { name: 'Wells' });
  await expectRows(table, ['A-1', 'B-2', 'C-3', 'D-4']);
  await expect(page.getByText('4 wells', { exact: true })).toBeVisible();

  await press(page, 'Well Name');
  await page.waitForURL('**/?sort=wellName');
  await expectRows(table, ['B-2', 'C-3', 'D-4', 'A-1']);
  await expect(heading(page, 'Well Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading(page, 'Well Code')).toHaveAttribute('aria-sort', 'none');

  await press(page, 'Depth (m)');
  await page.waitForURL('**/?sort=custom.depth');
  await expectRows(table, ['A-1', 'C-3', 'D-4', 'B-2']);
  await press(page, 'Depth (m)');
  await page.waitForURL('**/?sort=-custom.depth');
  const deepest = ['D-4', 'C-3', 'A-1', 'B-2'];
  await expectRows(table, deepest);
  await page.reload(READY);
  await expectRows(table, deepest);
  await expect(heading(page, 'Depth (m)')).toHaveAttribute('aria-sort', 'descending');

  // The file uses the list's filters, and includes fields without a column on screen.
  await page.getByRole('combobox', { name: 'Field' }).selectOption('YME');
  await expectRows(table, ['D-4', 'A-1', 'B-2']);
  await expect(page.getByText('3 of 4 wells', { exact: true })).toBeVisible();
  const file = await download(page, 'Download CSV');
  await toast(page, 'Wells exported successfully');
  expect(file.name).toMatch(/^wells-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(file.columns).toEqual([
    'wellCode',
    'wellName',
    'wellStatus',
    'field',
    'activeDate',
    'depth',
    'operator',
    'subsea',
    'permit',
  ]);
  const shared = { wellStatus: 'Active', field: 'YME', activeDate: '2020-01-01' };
  expect(file.rows).toEqual([
    { ...shared, wellCode: 'D-4', wellName: 'Gamma', depth: '12000', operator: '', subsea: '', permit: '' },
    {
      ...shared,
      wellCode: 'A-1',
      wellName: 'Øst',
      depth: '900',
      operator: 'Aker',
      subsea: 'true',
      permit: '',
    },
    {
      ...shared,
      wellCode: 'B-2',
      wellName: 'alpha',
      depth: '',
      operator: "'=1+1",
      subsea: '',
      permit: '2020-02-29',
    },
  ]);

  await test.step('a URL that sorts by a deleted custom field shows the list by code', async () => {
    await page.goto('/?sort=-custom.gone');
    await expectRows(table, ['A-1', 'B-2', 'C-3', 'D-4']);
    await expect(heading(page, 'Well Code')).toHaveAttribute('aria-sort', 'ascending');
    expect((await download(page, 'Download CSV')).rows).toHaveLength(4);
  });
});

test('layers sort by each part of a heading', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  await addLayers(page, company.id);
  const table = page.getByRole('table', { name: 'ARO Detail' });
  const wells = (letters: string) => [...letters].map((letter) => new RegExp(`^${letter}-`));
  await test.step('a URL with an invalid sort order shows the list in its default order, and keeps its filters', async () => {
    await page.goto('/?tab=detail&field=YME&sort=price', READY);
    await expectRows(table, wells('ABD'));
    await expect(heading(page, /^Well Info/)).toHaveAttribute('aria-sort', 'ascending');
    const file = await download(page, 'Export');
    expect(file.rows.map(({ wellCode }) => wellCode)).toEqual(['A-1', 'B-2', 'D-4']);
  });

  await page.goto('/?tab=detail', READY);
  await expectRows(table, wells('ABCD'));
  await expect(heading(page, /^Well Info/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading(page, /^Calculation Inputs/)).toHaveAttribute('aria-sort', 'none');
  await expect(page.getByText('4 layers', { exact: true })).toBeVisible();

  for (const [part, sort, order] of [
    ['Field', 'field', 'CABD'],
    ['Lifespan', 'wellLifespan', 'CBDA'],
    ['Layer', 'layerNumber', 'ABCD'],
  ] as const) {
    await press(page, part);
    await expect.poll(() => search(page).get('sort')).toBe(sort);
    await expectRows(table, wells(order));
  }

  await press(page, 'P&A Cost');
  await page.getByRole('button', { name: 'P&A Cost sorted ascending' }).click();
  await expect.poll(() => search(page).get('sort')).toBe('-pAndACost');
  await page.reload(READY);
  await expectRows(table, wells('CADB'));
  await expect(heading(page, /^Calculation Inputs/)).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('button', { name: 'P&A Cost sorted descending' })).toBeVisible();
  await expect(heading(page, /^Well Info/)).toHaveAttribute('aria-sort', 'none');

  await page.getByRole('combobox', { name: 'Field' }).selectOption('YME');
  await expectRows(table, wells('ADB'));
  await expect(page.getByText('3 of 4 layers', { exact: true })).toBeVisible();
  const file = await download(page, 'Export');
  expect(file.rows.map(({ wellCode }) => wellCode)).toEqual(['A-1', 'D-4', 'B-2']);
});

test('accretion results sort, total and export', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  await addLayers(page, company.id);
  await page.goto('/?tab=accretion', READY);
  const table = page.getByRole('table', { name: 'Accretion Results' });
  await expectRows(table, ['A-1', 'B-2', 'C-3', 'D-4']);
  await page.getByLabel('Period ending').selectOption('2024-01-31');
  for (const [name, sort, order] of [
    ['Beginning ARO', 'beginningAro', ['B-2', 'D-4', 'A-1', 'C-3']],
    ['Ending ARO', 'endingAro', ['B-2', 'D-4', 'A-1', 'C-3']],
  ] as const) {
    await table.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => search(page).get('sort')).toBe(sort);
    await expectRows(table, [...order]);
  }
  await table.getByRole('button', { name: 'Ending ARO' }).click();
  await expect.poll(() => search(page).get('sort')).toBe('-endingAro');
  const largest = ['C-3', 'A-1', 'D-4', 'B-2'];
  await expectRows(table, largest);
  await page.reload(READY);
  await expectRows(table, largest);
  await expect(page.getByLabel('Period ending')).toHaveValue('2024-01-31');
  await expect(table.getByRole('columnheader', { name: 'Ending ARO' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  const file = await download(page, 'Download CSV of Accretion Results');
  await toast(page, 'Accretion results exported successfully');
  expect(file.name).toBe('accretion-2024-01-31.csv');
  expect(file.columns).toEqual([
    'wellCode',
    'layerNumber',
    'periodStart',
    'periodEnd',
    'beginningAro',
    'discountRate',
    'timeYears',
    'method',
    'accretionExpense',
    'endingAro',
    'source',
  ]);
  expect(file.rows.map(({ wellCode }) => wellCode)).toEqual(largest);
  expect(new Set(file.rows.map(({ periodEnd }) => periodEnd))).toEqual(new Set(['2024-01-31']));
  // The footer totals the rows in the file.
  const sum = (column: string) => {
    const cents = file.rows.reduce((total, row) => total + Number(row[column]!.replace('.', '')), 0);
    return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  };
  await expect(table.locator('tfoot').getByRole('cell')).toHaveText([
    'Total',
    '',
    sum('beginningAro'),
    '',
    sum('accretionExpense'),
    sum('endingAro'),
  ]);
});

/** Visible fraction, from 0 to 1, of the focused element in a table's rows; 1 if the focus is elsewhere. */
function seenOfFocus(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focused = document.activeElement!;
    if (!focused.closest('tbody')) return 1;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const isSeen = (x: number, y: number) =>
      focused.contains(document.elementFromPoint(left + width * x, top + height * y));
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => isSeen(x, y)));
    return points.filter(Boolean).length / points.length;
  });
}

test('a focused element in a table scrolls clear of sticky headings, totals and columns', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  for (const [path, label, width, keys, stops] of [
    // Two rows of headings; here the table neither scrolls sideways nor has totals.
    ['/?tab=detail', 'ARO Detail', 1366, ['Shift+Tab'], 14],
    ['/?tab=accretion', 'Accretion Results', 1024, ['Tab', 'Shift+Tab'], 20],
    ['/?tab=detail&dialog=disclosure&by=well', 'ARO Disclosure', 700, ['Tab', 'Shift+Tab'], 24],
  ] as const) {
    // In a shorter window, the rows scroll sooner.
    await page.setViewportSize({ width, height: 560 });
    await page.goto(path, READY);
    const table = page.getByRole('table', { name: label });
    const links = table.getByRole('link');
    if (keys[0] === 'Tab') await links.first().focus();
    else {
      await page.getByRole('region', { name: label }).evaluate((frame) => frame.scrollTo({ top: 900 }));
      await table.locator('tbody [aria-rowindex="20"]').waitFor();
      await links.last().focus();
    }
    for (const key of keys) {
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press(key);
        await expect.poll(() => seenOfFocus(page), `${label}, ${key} ${stop}`).toBeGreaterThan(0.3);
      }
    }
  }
});
