import { expect } from '@playwright/test';
import { expectToast, fetchJson, open, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

type Layer = { layerNumber: number; pAndACost: string; aroValue: string; reason: string | null };

test('200 estimates are revised from a pasted table, and refused rows are listed by well', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.slow();
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const codes = Array.from({ length: 200 }, (_, index) => `R-${String(index + 1).padStart(3, '0')}`);
  const titles =
    'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate';
  const terms = 'Active,F,2023-12-31,initial,12.00,12.00,100000.00,20,2023-12-31';
  const { uploadURL } = await (await page.request.post('/api/objects/upload')).json();
  const stored = await page.request.put(uploadURL, {
    data: Buffer.from([titles, ...codes.map((code) => `${code},Well ${code},${terms}`)].join('\n')),
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(stored.status()).toBe(204);
  const uploaded = await page.request.post('/api/wells/mass-upload', { data: { uploadURL } });
  expect((await uploaded.json()).results).toMatchObject({ successful: 200, failed: 0 });
  await postAccretionThrough(page, '2024-01-31');

  await open(page, '/?tab=calculate');
  await page.getByRole('button', { name: 'Revise Estimates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revise Estimates' });
  await dialog.getByLabel('Date').fill('2024-01-31');
  // As copied from a spreadsheet: tabs, its own headings, formatted amounts. Every other estimate decreases.
  const lines = codes.map((code, index) =>
    index % 2 === 0 ? `${code}\t$90,000.00\t\t\tSteel` : `${code}\t$110,000.00\t12%\t12%\tRigs`,
  );
  const table = ['Well\tNew P&A Cost ($)\tDiscount Rate\tInflation\tReason', ...lines];
  const rows = dialog.getByRole('textbox', { name: 'Rows' });
  const fillIn = dialog.getByRole('button', { name: 'Fill In Current Estimates' });
  await fillIn.click();
  await expect(rows).toHaveValue(
    ['Well Code\tNew P&A Cost', ...codes.map((code) => `${code}\t100000.00`)].join('\n'),
  );
  await expect(dialog.getByRole('button', { name: 'Post 200 Layers, 0.00' })).toBeVisible();
  await rows.fill(['Well\tReason', 'R-001\tx'].join('\n'));
  await expect(dialog.getByText('Missing: “New P&A Cost”. Choose your column below.')).toBeVisible();
  // Typed text is not replaced.
  await expect(fillIn).toHaveAttribute('aria-disabled', 'true');
  // The user matches unrecognized headings directly, without opening the column list first.
  await rows.fill(['API\tLast year\tThis year', 'R-001\t100000\t90000'].join('\n'));
  await expect(dialog.getByRole('button', { name: 'Match Columns' })).toBeHidden();
  await dialog.getByLabel('Well Code').selectOption('API');
  await dialog.getByLabel('New P&A Cost', { exact: true }).selectOption('This year');
  await expect(dialog.getByText('1 row read. Not used: Last year')).toBeVisible();
  await rows.fill(['Well\tNew P&A Cost\tRevised', 'R-001\t100000\t90000'].join('\n'));
  await dialog.getByLabel('New P&A Cost', { exact: true }).selectOption('Revised');
  // Two headings with the same meaning.
  await rows.fill(['Well\tWell Code\tNew P&A Cost', 'North\tR-001\t90000'].join('\n'));
  await dialog.getByLabel('Well Code').selectOption('Well Code');
  await expect(dialog.getByText('1 row read. Not used: Well')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Revised wells' })).toContainText('(10,000.00)');
  await rows.fill([...table, 'X-1\t5\t\t\t', 'R-001\t5\t\t\t'].join('\n'));
  await expect(dialog.getByText('202 rows read')).toBeVisible();
  const refused = dialog.getByRole('table', { name: 'Failed rows' });
  await expect(refused).toContainText('No well has this code');
  await expect(refused.getByRole('row').filter({ hasText: 'X-1' })).toContainText('202');
  await expect(refused).toContainText('An earlier row has the same well');
  await expect(dialog.getByRole('button', { name: 'Post All' })).toHaveAttribute('aria-disabled', 'true');

  await rows.fill(['Well\tNew P&A Cost\tDiscount\tInflation', 'R-001\t100500\t12%\t12%'].join('\n'));
  await expect(dialog.getByText('1 increase within inflation')).toBeVisible();
  await expect(dialog.getByText('R-001 100,948.88')).toBeVisible();
  await rows.fill(['Well\tNew P&A Cost\tLifespan', 'R-001\t100000\t30'].join('\n'));
  await expect(dialog.getByText('1 retirement date moved')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Post 1 Layer, 0.00' })).toBeVisible();
  const remeasure = dialog.getByRole('checkbox', { name: 'Remeasure wells that retire earlier or later' });
  await remeasure.check();
  // With inflation equal to the discount rate, moving the date has no effect. Only the month already accreted remains.
  await expect(dialog.getByRole('button', { name: 'Post 1 Layer, (1,000.00)' })).toBeVisible();
  await expect(dialog.getByText('1 retirement date moved')).toBeHidden();
  await remeasure.uncheck();

  await rows.fill(table.join('\n'));
  await expect(refused).toBeHidden();
  const revised = dialog.getByRole('table', { name: 'Revised wells' });
  await expect(revised.getByRole('row').filter({ hasText: 'R-001' })).toContainText('(10,000.00)');
  await expect(revised.getByRole('row').filter({ hasText: 'R-001' })).toContainText(
    'Average of the well’s layers',
  );
  await expect(dialog.locator('dl')).toContainText('1,000,000.00');
  await expect(dialog.locator('dl')).toContainText('(1,000,000.00)');
  await dialog.getByRole('button', { name: 'Post 200 Layers, 0.00' }).click();
  await expectToast(page, '200 estimates revised. Net change $0.00.');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('200 layers calculated')).toBeVisible();

  const layers = await fetchJson<Layer[]>(page, '/api/aro-layers?layer=2&limit=500');
  expect(layers).toHaveLength(200);
  const first = { pAndACost: '90000.00', aroValue: '-10000.00', reason: 'Steel' };
  const second = { pAndACost: '110000.00', aroValue: '10000.00', reason: 'Rigs' };
  expect(layers[0]).toMatchObject(first);
  expect(layers[1]).toMatchObject(second);
});
