import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectToast } from '../../support/e2e/books';
import { joinNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import {
  csvFile,
  dialogOf,
  expectCounts,
  openDialog,
  picker,
  type TestFile,
  upload,
  WELL_TITLES,
  wellsOf,
} from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

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

/** Records requests that would send data. */
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
  await expect(dialogOf(page).getByText('Drop file to preview')).toBeVisible();
  await dialogOf(page).getByText('Drop file to preview').dispatchEvent('drop', { dataTransfer });
}

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
  for (const column of [...COLUMNS, 'workingInterest', 'workingInterestFrom', 'measurement']) {
    await expect(dialog.getByText(column, { exact: true })).toBeVisible();
  }
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

  // Dropped; several files together are refused.
  const file = { name: 'wells_template.csv', type: 'text/csv', text: template.text };
  await dropFiles(page, [file, { ...file, name: 'b.csv' }]);
  await expect(dialog.getByRole('alert')).toContainText('Choose one file at a time. You selected 2.');
  await dropFiles(page, [file]);
  await expect(dialog.getByRole('heading', { name: 'wells_template.csv' })).toBeFocused();
  await expect(dialog.getByText('No errors found.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectToast(page, 'Upload Successful', 'Successfully processed 1 wells');
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
  await expect(group('Recognized')).toHaveText(['wellCode', 'wellName', 'field']);
  await expect(group('Missing')).toHaveText(['wellStatus', 'activeDate']);
  await expect(group('Ignored')).toHaveText(['Status', 'remark']);
  await expect(dialog.getByRole('alert')).toContainText('Missing required columns: wellStatus, activeDate.');
  const uploadButton = dialog.getByRole('button', { name: 'Upload', exact: true });
  await expect(uploadButton).toBeDisabled();
  await expect(uploadButton).toHaveAccessibleDescription('Fix the problem above first');

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
  await expect(rows).toHaveText([/^RowCheckwellCode/, /^2OKA-1Alpha 1/, /^3Error/, /^4ErrorA-3/]);
  await expect(dialog.getByText('2 of 3 rows have errors and will be skipped.')).toBeVisible();
  await expect(dialog.getByText(/^Row 3 \(\): Well code is required; /)).toBeVisible();
  await expect(
    dialog.getByText(/^Row 4 \(A-3\): Well status must be Active, Inactive or Plugged; /),
  ).toBeVisible();
  // Only opening balances have a date.
  await expect(dialog.getByLabel('Balances as of')).toBeHidden();
  expect(sent).toEqual([]);
});

test('files that cannot be taken are said so, and nothing is sent', async ({
  page,
  browser,
  signIn,
  newPerson,
}, testInfo) => {
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
    '"well.png" isn’t a CSV file.',
  );
  await refused(
    { name: 'png.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]) },
    'UTF-8',
  );
  await refused(
    csvFile(
      `${WELL_TITLES}\nQ-1,Quebec 1,Active,QUEBEC,2024-01-01\nQ-2,"Quebec 2,Active,QUEBEC,2024-01-01\n`,
    ),
    'Row 3 has an opening quotation mark with no closing one.',
  );
  await refused(csvFile(`${WELL_TITLES}\n`, 'titles.csv'), 'no data');
  await expect(dialog.getByRole('heading', { name: 'titles.csv' })).toBeVisible();

  // A file that changes on disk between preview and upload.
  const path = testInfo.outputPath('changing.csv');
  await writeFile(path, `${WELL_TITLES}\nD-1,Delta 1,Active,DELTA,2024-01-01`);
  await picker(page).setInputFiles(path);
  await expect(dialog.getByText('No errors found.')).toBeVisible();
  await writeFile(
    path,
    `${WELL_TITLES}\nD-1,Delta 1,Active,DELTA,2024-01-02\nD-2,Delta 2,Active,DELTA,2024-01-01`,
  );
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectToast(page, 'Upload Failed', 'The file changed or moved');
  await expect(dialog.getByRole('alert')).toContainText('Choose it again');
  expect(sent).toEqual([]);
  await upload(page, path, 'Upload 2 Rows');
  await expectCounts(page, '2', '2', '0');
});

test('reads a semicolon-separated file, as spreadsheets save it in locales with decimal commas', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
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
  await expect(dialog.getByRole('alert')).toContainText('Columns are separated by semicolons.');
  await dialog.getByRole('button', { name: 'Use Commas Instead' }).click();
  await dialog.getByRole('button', { name: 'Upload 1 of 2 Rows', exact: true }).click();
  await expectCounts(page, '2', '1', '1');
  // A partial import is not a failure.
  await expectToast(page, 'Upload Issues', '1 of 2 rows imported. 1 failed.');
  await expect(dialog.getByRole('note').filter({ hasText: 'Failed rows were not imported.' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByText('Row 4 (S-2): Active date is required', { exact: true })).toBeVisible();
  expect((await wellsOf(page)).map(({ wellCode }) => wellCode)).toEqual(['S-1']);
});
