import { expect, type Page, type Route } from '@playwright/test';
import { accountantsWorkbook } from '../../support/accountants-workbook';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const TITLES = 'Property No,Well Name,Status,Field,Active Date';
const picker = (page: Page) => page.getByLabel('Choose a spreadsheet, or drop it here');

async function openImport(page: Page): Promise<void> {
  await page.goto('/?tab=wells&view=import');
  await expect(picker(page)).toBeFocused();
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await openImport(page);
  await picker(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const csv = (...lines: string[]) => Buffer.from([TITLES, ...lines].join('\n'));

async function wells(page: Page) {
  const response = await page.request.get('/api/wells/with-custom-fields');
  return (await response.json()) as {
    id: string;
    wellCode: string;
    wellName: string;
    field: string;
    version: number;
  }[];
}

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('an import resumes after broken connections, and no row is added twice', async ({ page }) => {
  test.setTimeout(180_000);
  const lines = Array.from({ length: 300 }, (_, at) => `A-${at},Well ${at},Active,North,2020-01-01`);
  await choose(page, 'wells.csv', csv(...lines));
  await expect(page.getByText('300 of 300 rows can be imported.')).toBeVisible({ timeout: 60_000 });

  // The connection breaks three times: before the file arrives, after the job starts but before the page knows, and while it runs.
  let breaks = 0;
  const breakOnce = (pattern: string | RegExp, method: string, lose: (route: Route) => Promise<void>) => {
    let isBroken = false;
    return page.route(pattern, async (route) => {
      if (isBroken || route.request().method() !== method) return route.fallback();
      isBroken = true;
      breaks += 1;
      await lose(route);
    });
  };
  await breakOnce('**/api/objects/upload/*', 'PUT', (route) => route.abort('connectionreset'));
  await breakOnce('**/api/wells/mass-upload', 'POST', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await breakOnce(/\/api\/wells\/mass-upload\/[^/]+$/, 'GET', (route) => route.abort('internetdisconnected'));

  await page.getByRole('button', { name: 'Import 300 Rows' }).click();
  for (let time = 1; time <= 3; time += 1) {
    await expect(page.getByText('The import was interrupted.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Continue to import the rest. Nothing is added twice.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  }
  await expect(page.getByText('300 rows imported.')).toBeVisible({ timeout: 60_000 });
  expect(breaks).toBe(3);
  expect(await wells(page)).toHaveLength(300);
  const uploads = await (await page.request.get('/api/wells/mass-upload')).json();
  expect(uploads).toMatchObject([
    { status: 'done', progress: { processed: 300, successful: 300, failed: 0 } },
  ]);
});

test('existing wells are refused, or updated with old and new values side by side, but never over someone else’s change', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const code of ['A-1', 'A-2', 'A-3']) {
    const data = {
      wellCode: code,
      wellName: `Well ${code}`,
      wellStatus: 'Active',
      field: 'North',
      activeDate: '2020-01-01',
    };
    expect((await page.request.post('/api/wells', { data })).status()).toBe(201);
  }
  const lines = [
    'A-1,Renamed,Active,North,2020-01-01',
    'A-2,Well A-2,Active,South,2020-01-01',
    'A-3,Well A-3,Active,North,2020-01-01',
  ];
  await choose(page, 'again.csv', csv(...lines, 'A-4,New,Active,North,2020-01-01'));
  await expect(page.getByText('1 of 4 rows can be imported. 3 have errors and will be skipped.')).toBeVisible(
    {
      timeout: 60_000,
    },
  );

  await page.getByRole('radio', { name: /Update the wells/ }).check();
  await expect(page.getByText('3 of 4 rows can be imported.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('2 wells will change. 1 well has these values already.')).toBeVisible();
  const changes = page.getByRole('table', { name: 'Changes to existing wells' });
  await expect(changes.getByRole('row').nth(1)).toHaveText('2A-1Well nameWell A-1Renamed');
  await expect(changes.getByRole('row').nth(2)).toHaveText('3A-2FieldNorthSouth');

  // Someone else changes one of them first.
  const second = (await wells(page)).find(({ wellCode }) => wellCode === 'A-2')!;
  const data = {
    wellCode: 'A-2',
    wellName: 'Theirs',
    wellStatus: 'Active',
    field: 'North',
    activeDate: '2020-01-01',
  };
  expect((await page.request.put(`/api/wells/${second.id}`, { data })).status()).toBe(200);

  await page.getByRole('button', { name: 'Import 3 Rows' }).click();
  await expect(page.getByText('2 rows imported.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Someone changed this well after you reviewed it/)).toBeVisible();
  const named = new Map((await wells(page)).map(({ wellCode, wellName }) => [wellCode, wellName]));
  expect(named).toEqual(
    new Map([
      ['A-1', 'Renamed'],
      ['A-2', 'Theirs'],
      ['A-3', 'Well A-3'],
      ['A-4', 'New'],
    ]),
  );
});

test('balances of existing wells are imported without the wells’ names, statuses, fields and dates', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const data = {
    wellCode: 'A-1',
    wellName: 'Alpha',
    wellStatus: 'Active',
    field: 'North',
    activeDate: '2020-01-01',
  };
  expect((await page.request.post('/api/wells', { data })).status()).toBe(201);
  const schedule = [
    'Property No,Discount Rate,Inflation Rate,P&A Cost,Well Lifespan,Calculation Date,ARO Value,Current ARO Value',
    'A-1,8%,2.5%,100000,25,2020-01-31,27070.90,40000.00',
    'A-9,8%,2.5%,100000,25,2020-01-31,27070.90,40000.00',
  ];
  await choose(page, 'balances.csv', Buffer.from(schedule.join('\n')));
  const missing = page.getByText(
    'Choose a column or a value for: Well name, Well status, Field, Active date.',
  );
  await expect(missing).toBeVisible({ timeout: 30_000 });
  await page.getByRole('checkbox', { name: /All wells are already in the books/ }).check();
  await expect(missing).toBeHidden();
  await expect(
    page.getByText('1 of 2 rows can be imported. 1 has an error and will be skipped.'),
  ).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('This well isn’t in the books.')).toBeVisible();
  await expect(page.getByText('1 well without layers will get its first layer.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 Row' }).click();
  await expect(page.getByText('1 row imported.')).toBeVisible({ timeout: 30_000 });
  expect(await wells(page)).toMatchObject([{ wellName: 'Alpha', field: 'North' }]);
  const layers = await (await page.request.get('/api/aro-layers')).json();
  expect(layers).toMatchObject([{ currentAroValue: '40000.00' }]);
});

test('a working interest without a date asks for one, and is imported with it', async ({ page }) => {
  test.setTimeout(90_000);
  const file = Buffer.from(
    `${TITLES},WI %\nA-1,Well,Active,North,2020-01-01,0.734375\nA-2,Well,Active,North,2020-01-01,1`,
  );
  await choose(page, 'interests.csv', file);
  await expect(page.getByLabel('WI % becomes')).toHaveValue('workingInterest', { timeout: 30_000 });
  await page.getByRole('button', { name: /^Fractions of 1/ }).click();
  await expect(page.getByText('0 of 2 rows can be imported. 2 have errors and will be skipped.')).toBeVisible(
    {
      timeout: 30_000,
    },
  );
  await page.getByLabel('Working interest from', { exact: true }).fill('2024-01-01');
  await page.getByRole('button', { name: 'Import 2 Rows' }).click({ timeout: 30_000 });
  await expect(page.getByText('2 rows imported.')).toBeVisible({ timeout: 60_000 });
  expect(await wells(page)).toMatchObject([
    { workingInterests: [{ from: '2024-01-01', percent: '73.4375' }] },
    { workingInterests: [{ from: '2024-01-01', percent: '100.00' }] },
  ]);
});

test('a file chosen before the page’s scripts load is read once they do, and an assumed encoding is named', async ({
  page,
}) => {
  let release = () => {};
  const chosen = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto('/?tab=wells&view=import', { waitUntil: 'commit' });
  // As Excel on Windows saves “Unicode text”.
  const line = 'A-1,Ørsted – Süd,Active,North,2020-01-01';
  const utf16 = Buffer.from(`\uFEFF${csv(line).toString().replaceAll(',', '\t')}`, 'utf16le');
  await picker(page).setInputFiles({ name: 'unicode.txt', mimeType: 'text/plain', buffer: utf16 });
  release();
  await expect(page.getByRole('heading', { name: 'unicode.txt' })).toBeVisible();
  await expect(page.getByText('Ørsted – Süd', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/was read as/)).toBeHidden();
  // And as Excel saves CSV.
  const windows = Buffer.from(csv(line.replace('–', '\x96')).toString(), 'latin1');
  await page.getByRole('button', { name: 'Choose Another File' }).click();
  await picker(page).setInputFiles({ name: 'windows.csv', mimeType: 'text/csv', buffer: windows });
  await expect(page.getByText('The file isn’t UTF-8 and was read as Windows-1252.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('Ørsted – Süd', { exact: true })).toBeVisible();
});

test('a large workbook’s columns can be matched while the rest of it is read', async ({ page }) => {
  test.setTimeout(180_000);
  const { file } = await accountantsWorkbook(8_000);
  await openImport(page);
  await picker(page).setInputFiles({
    name: 'large.xlsx',
    mimeType: 'application/octet-stream',
    buffer: file,
  });
  const reading = page.getByText('Reading the rest of the file. You can match its columns now.');
  await expect(reading).toBeVisible({ timeout: 30_000 });
  // Matched from the first rows; the choices still apply once all rows have been read.
  await page.getByLabel('Field becomes', { exact: true }).selectOption('Don’t import');
  await page.getByLabel('County becomes').selectOption('Field');
  await page.getByRole('button', { name: /^Year-end/ }).click();
  await expect(page.getByText('8,000 rows, 20 columns')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByLabel('County becomes')).toHaveValue('field');
  await expect(page.getByText('Year-end. Change')).toBeVisible();
  await expect(page.getByText('The columns are being checked.')).toBeHidden({ timeout: 30_000 });
});
