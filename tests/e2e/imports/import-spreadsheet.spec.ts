import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { ImportMapping } from '~/domain/imports/mapping';
import { accountantsCsv, accountantsFile, accountantsMapping } from '../../support/accountants-file';
import { accountantsWorkbook } from '../../support/accountants-workbook';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const REAL_WELLS = '../shared/data/npd-development-wells.csv';

async function openImport(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Import Spreadsheet' }).first().click();
  await expect(page.getByRole('heading', { name: 'Import Wells and Balances' })).toBeVisible();
}

const picker = (page: Page) => page.getByLabel('Choose a spreadsheet, or drop it here');

async function saveProfile(
  page: Page,
  name: string,
  mapping: ImportMapping,
  companyId: string,
): Promise<void> {
  const headers = { 'X-Company-Id': companyId };
  const saved = await page.request.post('/api/import-profiles', { data: { name, mapping }, headers });
  expect(saved.status()).toBe(201);
}

const money = (cents: bigint) =>
  `${(cents / 100n).toLocaleString('en-US')}.${String(cents % 100n).padStart(2, '0')}`;

test('an accountant’s workbook is mapped, clarified, corrected, reviewed and imported to the cent', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(180_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const { file, totals } = await accountantsWorkbook(200, { isFramed: true });
  await openImport(page);
  await picker(page).setInputFiles({ name: 'aro.xlsx', mimeType: 'application/octet-stream', buffer: file });
  // Not the cover sheet, which comes first.
  await expect(page.getByLabel('Sheet')).toHaveValue('ARO');

  // Anything ambiguous is asked once.
  await page.getByRole('button', { name: 'Yes, Row 3 Has the Titles' }).click();
  await expect(page.getByRole('radio', { name: 'Import as a well' })).toBeVisible();
  await page.getByRole('radio', { name: 'Leave out' }).check();
  await expect(page.getByLabel('ARO Balance becomes')).toHaveValue('currentAroValue');
  await page.getByRole('button', { name: /^Year-end/ }).click();
  await expect(page.getByText(/accumulated depreciation are positive here/)).toBeVisible();
  await page.getByRole('button', { name: /^Signs reversed/ }).click();
  // Add a custom field on the spot.
  await page.getByLabel('County becomes').selectOption('New custom field…');
  await page.getByRole('button', { name: 'Add Field' }).click();
  await expect(page.getByLabel('County becomes')).toHaveValue('custom:county');

  await page.getByLabel('Working interest from', { exact: true }).fill('2020-01-01');
  await page.getByLabel('Balances as of').fill('2025-12-31');
  await page.getByRole('radio', { name: /Revised total estimate/ }).check();
  // Blank fields are refused until the user supplies a value for them.
  await expect(page.getByText(/have errors and will be skipped\./)).toBeVisible();
  await page.getByRole('textbox', { name: 'Field', exact: true }).fill('Unassigned');
  await expect(page.getByText('200 of 200 rows can be imported.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Totals' }).locator('tfoot')).toContainText(
    money(totals.liability),
  );
  await expect(page.getByText(/^Balances in the file/)).toContainText(
    new RegExp(`${money(totals.liability)}, which matches the total in row \\d+$`),
  );

  await page.getByRole('button', { name: 'Save as New Profile' }).click();
  await page.getByLabel('Profile name').fill('Old workbook');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue(/.+/);

  const activeDate = page.getByLabel('Active date', { exact: true });
  await activeDate.press('2');
  await page.getByRole('button', { name: 'Import 200 Rows' }).click();
  await expect(activeDate).toBeFocused();
  await expect(activeDate).toHaveAccessibleDescription('Enter a complete, valid date');
  await activeDate.press('Backspace');
  await page.getByRole('button', { name: 'Import 200 Rows' }).click();
  await expect(page.getByText('200 rows imported.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show Wells' }).click();
  const wells = `${totals.wells.toLocaleString('en-US')} wells`;
  await expect(page.getByText(wells, { exact: true })).toBeVisible();
  const balances: { liability: string }[] = await (
    await page.request.get('/api/reports/balances?asOf=2025-12-31')
  ).json();
  const sum = balances.reduce((before, { liability }) => before + BigInt(liability.replace('.', '')), 0n);
  expect(sum).toBe(totals.liability);
});

test('a semicolon file with decimal commas is imported on the first try with its profile', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(180_000);
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  await saveProfile(page, 'European', accountantsMapping('comma'), company.id);
  const file = accountantsFile({ rows: 120, notation: 'comma' });
  await openImport(page);
  const buffer = Buffer.from(accountantsCsv(file, { separator: ';' }));
  await picker(page).setInputFiles({ name: 'aro.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Balances as of').fill('2025-12-31');
  await page.getByRole('radio', { name: /Revised total estimate/ }).check();
  await expect(page.getByText('120 of 120 rows can be imported.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('table', { name: 'Totals' }).locator('tfoot')).toContainText(
    money(file.totals.liability),
  );
  await page.getByRole('button', { name: 'Import 120 Rows' }).click();
  await expect(page.getByText('120 rows imported.')).toBeVisible({ timeout: 60_000 });
});

test('answers in the review survive a change to the column matching, and the import leaves only its outcome', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await openImport(page);
  const text = `Well code,Well name,Status,Field,Active date,Layer date,Discount rate,Inflation rate,Quoted,Life,Booked (9/30/2025)
A-1,Alpha,Active,North,2012-01-15,2012-01-15,7.25,2.5,180000,30,99036.00
A-1,Alpha,Active,North,2012-01-15,2015-01-15,7.25,2.5,20000,27,9036.00
,Beta,Active,North,2012-01-15,2012-01-15,7.25,2.5,180000,30,99036.00
`;
  await picker(page).setInputFiles({ name: 'aro.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible();
  // The headings can't be guessed, so the review shows before the columns are chosen.
  await expect(page.getByLabel('Layer type')).toHaveValue('');
  await page.getByLabel('Quoted becomes').selectOption('pAndACost');
  await expect(page.getByLabel('Layer type')).toHaveValue('first');
  await expect(page.getByLabel('Layer type').locator('option').last()).toHaveText('Additional');
  const booked = page.getByLabel('Booked (9/30/2025) becomes');
  await booked.selectOption('currentAroValue');
  const asOf = page.getByLabel('Balances as of');
  await expect(asOf).toHaveValue('2025-09-30');
  await asOf.fill('2025-12-31');
  const addedOnly = page.getByRole('radio', { name: /Added cost only/ });
  await addedOnly.check();
  await page.getByRole('button', { name: 'Correct row 4' }).click();
  await page.getByRole('region', { name: 'Failed rows' }).getByLabel('Well code').fill('A-2');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('3 of 3 rows can be imported.')).toBeVisible();

  await booked.selectOption({ label: 'ARO value at recognition' });
  await booked.selectOption('currentAroValue');
  await expect(asOf).toHaveValue('2025-12-31');
  await expect(addedOnly).toBeChecked();
  await expect(page.getByText('3 of 3 rows can be imported.')).toBeVisible();

  const steps = page.getByRole('region', { name: 'Four steps to your first close' });
  await expect(steps.getByText('· done')).toHaveCount(0);
  await page.getByRole('button', { name: 'Import 3 Rows' }).click();
  // By now a change to the columns would no longer describe what was posted, so they are gone.
  await expect(page.getByText('3 rows imported.')).toBeVisible({ timeout: 60_000 });
  await expect(booked).toHaveCount(0);
  // The page reloads its data, and the outcome stays.
  await expect(steps.getByText('· done')).toHaveCount(2);
  await expect(page.getByText('3 rows imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Another File' }).click();
  await expect(picker(page)).toBeVisible();
});

test('thousands of real wells are imported with a default for blank dates and a cell corrected in place', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.skip(!existsSync(REAL_WELLS), 'the real wells are not beside the project');
  test.setTimeout(180_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await openImport(page);
  const [titles, first, ...lines] = readFileSync(REAL_WELLS, 'utf8').trimEnd().split(/\r?\n/);
  const text = [titles, first!.replace(',Active,', ',Active,').replace(/^[^,]+/, ''), ...lines].join('\n');
  await picker(page).setInputFiles({ name: 'npd.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('Active date', { exact: true }).fill('1975-01-01');
  await expect(
    page.getByText('3,893 of 3,894 rows can be imported. 1 has an error and will be skipped.'),
  ).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Correct row 2' }).click();
  await page.getByRole('region', { name: 'Failed rows' }).getByLabel('wellCode').fill('1/3-A-1 H');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('3,894 of 3,894 rows can be imported.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Import 3,894 Rows' }).click();
  await expect(page.getByText('3,894 rows imported.')).toBeVisible({ timeout: 90_000 });
});

test('files that are not workbooks, or are unsafe, are refused with a reason', async ({
  page,
  browser,
  signIn,
  newPerson,
}, testInfo) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await openImport(page);
  const ole = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  const cases: [string, Buffer, RegExp][] = [
    ['locked.xlsx', ole, /protected with a password/],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel workbook/],
    ['broken.xlsx', Buffer.from('PK\u0003\u0004 nothing more'), /damaged/],
    ['empty.csv', Buffer.alloc(0), /is empty/],
    ['quotes.csv', Buffer.from('a,b\n"x,1\n'), /quotation mark/],
  ];
  for (const [name, buffer, message] of cases) {
    await picker(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  }
  // A 300 MB file is refused before it is read.
  const path = testInfo.outputPath('large.xlsx');
  writeFileSync(path, 'PK');
  truncateSync(path, 300_000_000);
  await picker(page).setInputFiles(path);
  await expect(
    page.getByRole('alert').filter({ hasText: /is larger than 50 MB\. Split it into smaller files\./ }),
  ).toBeVisible();
  rmSync(path);
});
