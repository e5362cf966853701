import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { addToNewCompany, joinNewCompany, makeViewer } from '../support/e2e/company';
import { readCsv } from '../support/e2e/csv';
import { holdDeparture } from '../support/e2e/departure';
import { test } from '../support/e2e/test';

/** Real development wells of the Norwegian shelf; not copied into the project. */
const REAL_WELLS = '../shared/data/npd-development-wells.csv';

const COLUMNS = [
  'wellCode',
  'wellName',
  'wellStatus',
  'field',
  'activeDate',
  'layerType',
  'discountRate',
  'inflationRate',
  'pAndACost',
  'wellLifespan',
  'calculationDate',
  'aroValue',
  'currentAroValue',
];
const WELL_TITLES = 'wellCode,wellName,wellStatus,field,activeDate';

type TestFile = { name: string; mimeType: string; buffer: Buffer };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Mass Upload Wells' });
const picker = (page: Page) => dialogOf(page).getByLabel(/^Choose a(nother)? (CSV )?file/i);
const toast = (page: Page, title: string, text: string) =>
  expect(page.getByRole('listitem').filter({ hasText: title }).first()).toContainText(text);
const count = (page: Page, label: string) =>
  dialogOf(page).getByText(label, { exact: true }).locator('xpath=following-sibling::dd');

function csvFile(text: string, name = 'wells.csv'): TestFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Mass Upload Wells' }).first().click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

async function upload(page: Page, file: string | TestFile, button: string): Promise<void> {
  await picker(page).setInputFiles(file);
  await dialogOf(page).getByRole('button', { name: button, exact: true }).click();
}

async function expectCounts(page: Page, processed: string, successful: string, failed: string) {
  await expect(count(page, 'Total Processed')).toHaveText(processed, { timeout: 60_000 });
  await expect(count(page, 'Successful')).toHaveText(successful);
  await expect(count(page, 'Failed')).toHaveText(failed);
}

/** The calls that would send something. */
function recordSending(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /^\/api\/(objects|wells)\b/.test(pathname)) {
      sent.push(`${request.method()} ${pathname}`);
    }
  });
  return sent;
}

async function dropFiles(page: Page, files: { name: string; type: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of given) transfer.items.add(new File([text], name, { type }));
    return transfer;
  }, files);
  const target = dialogOf(page).getByText('Choose a CSV file, or drop it here');
  await target.dispatchEvent('dragover', { dataTransfer });
  await expect(dialogOf(page).getByText('Drop the file to have it read')).toBeVisible();
  await dialogOf(page).getByText('Drop the file to have it read').dispatchEvent('drop', { dataTransfer });
}

/** Every line of the error list, of which the page holds only those in view. */
async function allErrorLines(page: Page): Promise<string[]> {
  const frame = dialogOf(page).getByRole('region', { name: 'Errors' });
  return frame.evaluate(async (element) => {
    const lines = new Set<string>();
    for (;;) {
      for (const cell of element.querySelectorAll('tbody [aria-rowindex] td'))
        lines.add(cell.textContent ?? '');
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) return [...lines];
      element.scrollBy(0, element.clientHeight / 2);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

async function wellsOf(page: Page): Promise<{ wellCode: string }[]> {
  return (await page.request.get('/api/wells')).json();
}

test('thousands of real wells: counts, every refused row, and the same rows mended', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.skip(!existsSync(REAL_WELLS), 'the real wells are not beside the project');
  test.setTimeout(180_000);
  // No cell of the file is quoted, so its lines and commas are its rows and cells.
  const text = readFileSync(REAL_WELLS, 'utf8');
  expect(text).not.toContain('"');
  const [, ...lines] = text.trimEnd().split(/\r?\n/);
  const refused = lines.flatMap((line, index) => {
    const cells = line.split(',');
    return cells[4] === '' ? [{ row: index + 2, cells }] : [];
  });
  expect([lines.length, refused.length]).toEqual([3_894, 161]);
  const expectedLines = refused.map(({ row, cells }) => `Row ${row} (${cells[0]}): Active date is required`);

  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  await picker(page).setInputFiles(REAL_WELLS);
  await expect(dialog.getByText('3,894 rows, 246 KB')).toBeVisible();
  await expect(dialog.getByText('161 of 3,894 rows will fail as they are.')).toBeVisible();
  await expect(dialog.getByText(expectedLines[0]!)).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 3,894 Rows' }).click();
  await expect(dialog.getByText('Processing your upload... This may take a moment.')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toBeVisible();

  await expectCounts(page, '3,894', '3,733', '161');
  await toast(page, 'Upload Issues', '161 failed');
  expect(await allErrorLines(page)).toEqual(expectedLines);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1_500);
  await expect(page.getByText('3,733 wells', { exact: true })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download rejected rows' }).click();
  const rejected = await readCsv(await downloading);
  expect(rejected.name).toMatch(/^wells_rejected_\d{4}-\d{2}-\d{2}\.csv$/);
  expect(rejected.text.startsWith('\uFEFF')).toBe(true);
  expect(rejected.columns).toEqual([...WELL_TITLES.split(','), 'error']);
  expect(rejected.rows.map((row) => Object.values(row))).toEqual(
    refused.map(({ cells }) => [...cells, 'Active date is required']),
  );

  // The same file with its dates filled in, reasons and all.
  const mended = Papa.unparse(rejected.rows.map((row) => ({ ...row, activeDate: '2013-06-30' })));
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  await expect(dialog.getByText('Total Processed')).toBeHidden();
  await upload(page, csvFile(mended, 'mended.csv'), 'Upload 161 Rows');
  await toast(page, 'Upload Successful', 'Successfully processed 161 wells');
  await expectCounts(page, '161', '161', '0');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3,894 wells', { exact: true })).toBeVisible();
  // The list of fields is another one now.
  await page.getByLabel('Field', { exact: true }).selectOption('OSELVAR');
  await expect(page.getByText(/^\d+ of 3,894 wells$/)).toBeVisible();
});

test('instructions, the required format and a template that goes in as it stands', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  await expect(dialog.getByText('Required CSV format')).toBeVisible();
  for (const column of COLUMNS) await expect(dialog.getByText(column, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Active, Inactive or Plugged')).toBeVisible();
  await expect(dialog.getByText('Percentage: 8 means 8%')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV Template' }).click();
  const download = await downloading;
  const template = await readCsv(download);
  expect(template.name).toBe('wells_template.csv');
  expect(template.columns).toEqual(COLUMNS);
  expect(template.rows).toHaveLength(1);
  expect(template.rows[0]).toMatchObject({
    wellCode: 'WELL-001',
    pAndACost: '100000.00',
    aroValue: '27070.90',
  });

  await picker(page).setInputFiles({
    name: 'wells_template.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(template.text),
  });
  await expect(dialog.getByText('No problem found.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await toast(page, 'Upload Successful', 'Successfully processed 1 wells');
  await expectCounts(page, '1', '1', '0');
});

test('what was recognised, what is missing and what is ignored, before anything is sent', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const sent = recordSending(page);
  const group = (name: string) =>
    dialog
      .getByRole('heading', { name, exact: true })
      .locator('xpath=following-sibling::ul')
      .getByRole('listitem');

  await picker(page).setInputFiles(
    csvFile('WELL CODE,well_name,Status,Field,remark\nA-1,Alpha 1,Active,ALPHA,x\n', 'first.csv'),
  );
  await expect(dialog.getByRole('heading', { name: 'first.csv' })).toBeFocused();
  await expect(group('Recognised')).toHaveText(['wellCode', 'wellName', 'field']);
  await expect(group('Missing')).toHaveText(['wellStatus', 'activeDate']);
  await expect(group('Ignored')).toHaveText(['Status', 'remark']);
  await expect(dialog.getByRole('alert')).toContainText(
    'Required columns are missing: wellStatus, activeDate.',
  );
  const uploadButton = dialog.getByRole('button', { name: 'Upload', exact: true });
  await expect(uploadButton).toBeDisabled();
  await expect(uploadButton).toHaveAccessibleDescription('The file cannot be uploaded as it is');

  await picker(page).setInputFiles(
    csvFile(
      [
        'wellCode,wellName,wellStatus,field,activeDate,discountRate',
        'A-1,Alpha 1,Active,ALPHA,2024-01-01,',
        ',Alpha 2,Active,ALPHA,2024-02-30,',
        'A-3,Alpha 3,Running,ALPHA,2024-01-01,8%',
      ].join('\n'),
      'second.csv',
    ),
  );
  const rows = dialog.getByRole('table', { name: 'First rows' }).getByRole('row');
  await expect(rows).toHaveText([/^RowCheckwellCode/, /^2OKA-1Alpha 1/, /^3Will fail/, /^4Will failA-3/]);
  await expect(dialog.getByText('2 of 3 rows will fail as they are.')).toBeVisible();
  await expect(dialog.getByText(/^Row 3 \(\): Well code is required; /)).toBeVisible();
  await expect(
    dialog.getByText(/^Row 4 \(A-3\): Well status must be Active, Inactive or Plugged; /),
  ).toBeVisible();
  // Only open balances have a day.
  await expect(dialog.getByLabel('As of')).toBeHidden();
  expect(sent).toEqual([]);
});

test('files that cannot be taken are said so, and nothing is sent', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const sent = recordSending(page);
  const refused = async (file: TestFile, text: string) => {
    await picker(page).setInputFiles(file);
    await expect(dialog.getByRole('alert')).toContainText(text);
  };
  await refused(
    { name: 'well.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50]) },
    '"well.png" is not a CSV file.',
  );
  await refused(csvFile('', 'nothing.csv'), '"nothing.csv" is empty.');
  await refused(csvFile(WELL_TITLES.padEnd(5_242_881, 'x'), 'large.csv'), '5,242,881 bytes');
  await refused(
    { name: 'utf16.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${WELL_TITLES}`, 'utf16le') },
    'UTF-8',
  );
  await refused(
    {
      name: 'latin1.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${WELL_TITLES}\nØ,Ø,Active,Ø,2024-01-01`, 'latin1'),
    },
    'UTF-8',
  );
  await refused(
    { name: 'png.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]) },
    'UTF-8',
  );
  await refused(
    csvFile(
      `${WELL_TITLES}\nQ-1,Quebec 1,Active,QUEBEC,2024-01-01\nQ-2,"Quebec 2,Active,QUEBEC,2024-01-01\n`,
    ),
    'A quotation mark that opens in row 3 is never closed.',
  );
  await refused(csvFile(`${WELL_TITLES}\n`, 'titles.csv'), 'no rows');
  await expect(dialog.getByRole('heading', { name: 'titles.csv' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('a dropped file is taken, and of several none', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const file = {
    name: 'a.csv',
    type: 'text/csv',
    text: `${WELL_TITLES}\nA-1,Alpha 1,Active,ALPHA,2024-01-01`,
  };
  await dropFiles(page, [file, { ...file, name: 'b.csv' }]);
  await expect(dialog.getByRole('alert')).toContainText('Choose one file at a time: these are 2.');
  await dropFiles(page, [file]);
  await expect(dialog.getByRole('heading', { name: 'a.csv' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectCounts(page, '1', '1', '0');
});

test('files as spreadsheets write them: semicolons, and Excel on Windows', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);

  // Where the decimal sign is a comma, spreadsheets separate by semicolons.
  await picker(page).setInputFiles(
    csvFile(
      [
        WELL_TITLES.replaceAll(',', ';'),
        '"S-1";"Sierra; 1";Active;SIERRA;2024-01-01',
        '',
        'S-2;Sierra, 2;Active;SIERRA;',
      ].join('\r\n'),
      'semicolons.csv',
    ),
  );
  await expect(dialog.getByRole('alert')).toContainText('The columns are separated by semicolons.');
  await dialog.getByRole('button', { name: 'Use Commas Instead' }).click();
  await dialog.getByRole('button', { name: 'Upload 2 Rows', exact: true }).click();
  await expectCounts(page, '2', '1', '1');
  await expect(dialog.getByText('Row 4 (S-2): Active date is required', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();

  // A byte order mark, CRLF, a line break in a cell, a row of nothing but commas.
  await upload(
    page,
    csvFile(
      [
        `\uFEFF${WELL_TITLES}`,
        'X-1,"Åsgard\r\nØst",Active,ÅSGARD,2024-01-01',
        ',,,,',
        'X-2,"A ""quoted"" name",Plugged,ÅSGARD,2024-13-01',
        '',
      ].join('\r\n'),
      'excel.csv',
    ),
    'Upload 2 Rows',
  );
  await expectCounts(page, '2', '1', '1');
  await expect(
    dialog.getByText('Row 4 (X-2): Active date must be a valid date (YYYY-MM-DD), not "2024-13-01"', {
      exact: true,
    }),
  ).toBeVisible();
  const codes = (await wellsOf(page)).map(({ wellCode }) => wellCode);
  expect(codes.sort()).toEqual(['S-1', 'X-1']);
});

test('open balances are as of a day that the person names', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const text = [
    COLUMNS.join(','),
    'L-1,Lima 1,Active,LIMA,2020-01-15,initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,30000.00',
  ].join('\n');
  await picker(page).setInputFiles(csvFile(text));
  const now = new Date();
  const lastMonthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))
    .toISOString()
    .slice(0, 10);
  await expect(dialog.getByLabel('As of')).toHaveValue(lastMonthEnd);
  await dialog.getByLabel('As of').fill('2021-03-31');
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectCounts(page, '1', '1', '0');
  const [layer] = await (await page.request.get('/api/aro-layers')).json();
  expect(layer).toMatchObject({
    aroValue: '27070.90',
    currentAroValue: '30000.00',
    accretedThrough: '2021-03-31',
  });
  const [record] = await (await page.request.get('/api/accretion')).json();
  expect(record).toMatchObject({ source: 'import', periodEnd: '2021-03-31', accretionExpense: '2929.10' });
});

test('closed while it runs, an upload is found again: in the dialog, by its address and by a colleague', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const lines = Array.from(
    { length: 3_000 },
    (_, n) => `C-${n},Charlie ${n},Active,CHARLIE,${n ? '2024-01-01' : ''}`,
  );
  const dialog = await openDialog(page);
  await upload(page, csvFile([WELL_TITLES, ...lines].join('\n'), 'charlie.csv'), 'Upload 3,000 Rows');
  await page.waitForURL(/upload=/);
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).search).toBe('');

  await openDialog(page);
  await dialog.getByRole('button', { name: /charlie\.csv/ }).click();
  await expectCounts(page, '3,000', '2,999', '1');
  expect(page.url()).toBe(address);
  await page.reload();
  await expectCounts(page, '3,000', '2,999', '1');
  await expect(dialog.getByText('Row 2 (C-0): Active date is required', { exact: true })).toBeVisible();
  // What is over and was not waited for is no news.
  await expect(page.getByText('Upload Issues')).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  await dialog.getByRole('button', { name: /charlie\.csv/ }).click();
  await expectCounts(page, '3,000', '2,999', '1');
  // All of it is one entry of the history.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2,999 wells', { exact: true })).toBeVisible();

  await page.goto('/?dialog=upload&upload=00000000-0000-4000-8000-000000000000');
  await expect(dialog.getByRole('alert')).toContainText('Upload not found');
});

test('a viewer cannot upload, but sees what came of an upload', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  const { id: companyId } = await joinNewCompany(browser, page);
  await openDialog(page);
  await upload(page, csvFile(`${WELL_TITLES}\nV-1,Victor 1,Active,VICTOR,2024-01-01`), 'Upload 1 Row');
  await expectCounts(page, '1', '1', '0');
  const address = page.url();
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  await makeViewer(browser, userId, companyId);

  await page.goto(address);
  await expectCounts(page, '1', '1', '0');
  await expect(dialogOf(page).getByRole('button', { name: 'Upload Another File' })).toBeDisabled();
  await page.goto('/?dialog=upload');
  const button = page.getByRole('button', { name: 'Mass Upload Wells' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Company admin role required');
  await expect(dialogOf(page)).toBeHidden();
});

test('a connection that breaks loses nothing and adds nothing twice', async ({
  page,
  browser,
  context,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const uploadButton = dialog.getByRole('button', { name: 'Upload 2 Rows', exact: true });
  const file = csvFile(
    `${WELL_TITLES}\nN-1,November 1,Active,NOVEMBER,2024-01-01\nN-2,,Active,NOVEMBER,2024-01-01`,
  );

  // Given up by the person.
  await page.route('**/api/objects/upload', () => {}, { times: 1 });
  await upload(page, file, 'Upload 2 Rows');
  await expect(dialog.getByText('Processing your upload... This may take a moment.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
  await openDialog(page);

  // Without a word from the server.
  await page.route('**/api/objects/upload', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  });
  await upload(page, file, 'Upload 2 Rows');
  await toast(page, 'Upload Failed', 'Failed to process upload');

  // While the file is on its way.
  await page.route('**/api/objects/upload/*', (route) => route.abort('connectionreset'), { times: 1 });
  await uploadButton.click();
  await toast(page, 'Upload Failed', 'The server could not be reached.');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was added.');

  // After the server has begun, before its answer is here.
  let begun = '';
  await page.route(
    '**/api/wells/mass-upload',
    async (route) => {
      begun = (await (await route.fetch()).json()).jobId;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await uploadButton.click();
  await expect(dialog.getByRole('alert')).toContainText('The file has arrived');
  await uploadButton.click();
  await expectCounts(page, '2', '1', '1');
  expect(new URL(page.url()).searchParams.get('upload')).toBe(begun);
  expect(await (await page.request.get('/api/wells/mass-upload')).json()).toHaveLength(1);

  // While it is processed.
  await page.route('**/api/wells/mass-upload/*', (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(dialog.getByText('The connection is lost.')).toBeVisible();
  await page.unroute('**/api/wells/mass-upload/*');
  await expectCounts(page, '2', '1', '1');
  await expect(dialog.getByText('The connection is lost.')).toBeHidden();

  // Offline, the list of refused rows is not to be had.
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Download rejected rows' }).click();
  await toast(page, 'Error', 'The server could not be reached.');
  await context.setOffline(false);
});

test('a file that changes on disk between preview and upload is not sent', async ({
  page,
  browser,
  signIn,
  newPerson,
}, testInfo) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const path = testInfo.outputPath('changing.csv');
  await writeFile(path, `${WELL_TITLES}\nD-1,Delta 1,Active,DELTA,2024-01-01`);
  const sent = recordSending(page);
  await picker(page).setInputFiles(path);
  await expect(dialog.getByText('No problem found.')).toBeVisible();
  await writeFile(
    path,
    `${WELL_TITLES}\nD-1,Delta 1,Active,DELTA,2024-01-02\nD-2,Delta 2,Active,DELTA,2024-01-01`,
  );
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await toast(page, 'Upload Failed', 'The file has changed on disk');
  await expect(dialog.getByRole('alert')).toContainText('Choose it again');
  expect(sent).toEqual([]);
  await upload(page, path, 'Upload 2 Rows');
  await expectCounts(page, '2', '2', '0');
});

test('another company selected meanwhile, and a lost session: nothing is written', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  const first = await joinNewCompany(browser, page);
  const second = await addToNewCompany(browser, page);
  await page.request.post('/api/companies/select', { data: { companyId: first.id } });
  await page.goto('/');
  const dialog = await openDialog(page);
  const file = csvFile(`${WELL_TITLES}\nO-1,Oscar 1,Active,OSCAR,2024-01-01`);

  await page.request.post('/api/companies/select', { data: { companyId: second.id } });
  await upload(page, file, 'Upload 1 Row');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was added.');
  expect(await wellsOf(page)).toEqual([]);
  await page.request.post('/api/companies/select', { data: { companyId: first.id } });
  expect(await wellsOf(page)).toEqual([]);

  const departure = await holdDeparture(page, '/api/login');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await toast(page, 'Unauthorized', 'You are logged out. Logging in again...');
  await departure.asked;
});

test('all of it with the keyboard alone', async ({ page, browser, signIn, newPerson }) => {
  // From the first listener on, Playwright stands in for the system's dialog; when it is needed is too late to begin.
  page.on('filechooser', () => {});
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const button = page.getByRole('button', { name: 'Mass Upload Wells' }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(picker(page)).toBeFocused();
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  expect(chooser.isMultiple()).toBe(false);
  await chooser.setFiles(
    csvFile(`${WELL_TITLES}\nK-1,Kilo 1,Active,KILO,2024-01-01\nK-2,Kilo 2,Active,KILO,`),
  );
  await expect(dialog.getByRole('heading', { name: 'wells.csv' })).toBeFocused();
  for (const name of [/^Choose Another File/, /^First rows/, /^Cancel/, /^Upload 2 Rows/]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'wells.csv' })).toBeFocused();
  await expectCounts(page, '2', '1', '1');
  for (const name of ['Errors', 'Download rejected rows', 'Upload Another File']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
  // Escape takes the toast away first, as long as it stands.
  await expect(page.getByText('Upload Issues')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});
