import { existsSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectToast } from '../../support/e2e/books';
import { joinNewCompany, makeViewer } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import {
  csvFile,
  dialogOf,
  expectCounts,
  openDialog,
  picker,
  upload,
  WELL_TITLES,
} from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

/** Real development wells on the Norwegian shelf; not copied into the project. */
const REAL_WELLS = '../shared/data/npd-development-wells.csv';

/** Every line of the error list. The page holds only those in view. */
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

test('thousands of real wells: counts, every refused row, and the same rows mended', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.skip(!existsSync(REAL_WELLS), 'the real wells are not beside the project');
  test.setTimeout(180_000);
  // No cell of the file is quoted, so splitting by line and comma is safe.
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
  await expect(dialog.getByText('First 5 of 3,894 rows')).toBeVisible();
  await expect(dialog.getByText('161 of 3,894 rows have errors and will be skipped.')).toBeVisible();
  await expect(dialog.getByText(expectedLines[0]!)).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 3,733 of 3,894 Rows' }).click();
  await expect(dialog.getByText('Processing your upload... This may take a moment.')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toBeVisible();

  await expectCounts(page, '3,894', '3,733', '161');
  await expectToast(page, 'Upload Issues', '161 failed');
  expect(await allErrorLines(page)).toEqual(expectedLines);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1_500);
  await expect(page.getByText('3,733 wells', { exact: true })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Failed Rows' }).click();
  const rejected = await readCsv(await downloading);
  expect(rejected.name).toMatch(/^wells_rejected_\d{4}-\d{2}-\d{2}\.csv$/);
  expect(rejected.text.startsWith('\uFEFF')).toBe(true);
  expect(rejected.columns).toEqual([...WELL_TITLES.split(','), 'error']);
  expect(rejected.rows.map((row) => Object.values(row))).toEqual(
    refused.map(({ cells }) => [...cells, 'Active date is required']),
  );

  // The same file with its dates filled in, including the column of reasons.
  const mended = Papa.unparse(rejected.rows.map((row) => ({ ...row, activeDate: '2013-06-30' })));
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  await expect(dialog.getByText('Total Processed')).toBeHidden();
  await upload(page, csvFile(mended, 'mended.csv'), 'Upload 161 Rows');
  await expectToast(page, 'Upload Successful', 'Successfully processed 161 wells');
  await expectCounts(page, '161', '161', '0');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3,894 wells', { exact: true })).toBeVisible();
  // The list of fields has been refreshed.
  await page.getByLabel('Field', { exact: true }).selectOption('OSELVAR');
  await expect(page.getByText(/^\d+ of 3,894 wells$/)).toBeVisible();
});

test('an upload closed while it runs is found again: in the dialog, by its URL and by a viewer', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  const { id: companyId } = await joinNewCompany(browser, page);
  const lines = Array.from(
    { length: 3_000 },
    (_, n) => `C-${n},Charlie ${n},Active,CHARLIE,${n ? '2024-01-01' : ''}`,
  );
  const dialog = await openDialog(page);
  await upload(
    page,
    csvFile([WELL_TITLES, ...lines].join('\n'), 'charlie.csv'),
    'Upload 2,999 of 3,000 Rows',
  );
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
  // A finished upload that nobody was waiting for shows no toast.
  await expect(page.getByText('Upload Issues')).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  await dialog.getByRole('button', { name: /charlie\.csv/ }).click();
  await expectCounts(page, '3,000', '2,999', '1');
  // All of it is one history entry.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2,999 wells', { exact: true })).toBeVisible();

  await page.goto('/?dialog=upload&upload=00000000-0000-4000-8000-000000000000');
  await expect(dialog.getByRole('alert')).toContainText('Upload not found');

  // A viewer sees the results and cannot upload.
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  await makeViewer(browser, userId, companyId);
  await page.goto(address);
  await expectCounts(page, '3,000', '2,999', '1');
  await expect(dialog.getByRole('button', { name: 'Upload Another File' })).toBeDisabled();
  await page.goto('/?dialog=upload');
  const button = page.getByRole('button', { name: 'Mass Upload Wells' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(
    'Company admin role required. Ask a system administrator to change your role.',
  );
  await expect(dialog).toBeHidden();
});

test('the whole upload works by keyboard alone', async ({ page, browser, signIn, newPerson }) => {
  // Playwright replaces the system's file dialog only from the first listener on, so add one up front.
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
  for (const name of [/^Choose Another File/, /^First rows/, /^Cancel/, /^Upload 1 of 2 Rows/]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'wells.csv' })).toBeFocused();
  await expectCounts(page, '2', '1', '1');
  const desktop = page.viewportSize()!;
  // No message extends past the frame's edge, however narrow the frame.
  await page.setViewportSize({ width: 360, height: 780 });
  const errors = dialog.getByRole('region', { name: 'Errors' });
  await expect(errors).toContainText('Row 3 (K-2): Active date is required');
  expect(await errors.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await page.setViewportSize(desktop);
  for (const name of [
    'Errors',
    'Download Failed Rows',
    'Delete Wells Added',
    'Close',
    'Upload Another File',
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});
