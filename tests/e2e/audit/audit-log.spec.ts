import { expect, type Page } from '@playwright/test';
import { fetchJson } from '../../support/e2e/books';
import { addToNewCompany, makeViewer } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const log = (page: Page) => page.getByRole('table', { name: 'Audit Log' });
const rows = (page: Page) => log(page).locator('tbody tr[aria-rowindex]');
const AUDIT = '/?tab=company&view=audit';
const well = (wellCode: string) => ({
  wellCode,
  wellName: `Well ${wellCode}`,
  wellStatus: 'Active',
  field: 'ALPHA',
  activeDate: '2024-01-01',
});

test('every change is listed, filtered, opened and exported', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  const { id } = await addToNewCompany(browser, page);
  const created = await page.request.post('/api/wells', { data: well('A-1') });
  const { id: wellId } = await created.json();
  const changed = { ...well('A-1'), wellName: '=cmd()', wellStatus: 'Plugged' };
  expect((await page.request.put(`/api/wells/${wellId}`, { data: changed })).status()).toBe(200);
  const fields = [{ fieldName: 'operator', displayName: 'Operator', fieldType: 'text' }];
  await page.request.put(`/api/companies/${id}/custom-fields`, { data: { customFieldTemplates: fields } });
  expect((await page.request.delete(`/api/wells/${wellId}`)).status()).toBe(204);

  // Newest first.
  await page.goto(AUDIT, READY);
  await expect(rows(page).nth(0)).toContainText('Well deleted');
  await expect(rows(page).nth(1)).toContainText('Custom fields updated');
  await expect(rows(page).nth(2)).toContainText('Well updated');
  // Each change is summarized in one line.
  await expect(rows(page).nth(2)).toContainText('A-1 · Name: Well A-1 → =cmd() · Status: Active → Plugged');
  await expect(rows(page).nth(2)).toContainText('Edda Endtoend');
  await expect(rows(page).nth(3)).toContainText('Well created');
  await expect(rows(page).nth(3)).toContainText('A-1 · Name: Well A-1');

  // The filters and the open entry live in the URL.
  await page.getByLabel('Action').selectOption('Well updated');
  await expect(rows(page)).toHaveCount(1);
  await page.waitForURL('**/?*action=well.updated*');
  await rows(page)
    .getByRole('button', { name: /^Details of Well updated/ })
    .click();
  await page.waitForURL('**/?tab=company&view=audit&*entry=*');
  // Old and new values side by side, with changes marked.
  const dialog = page.getByRole('dialog', { name: 'Well updated' });
  const values = dialog.getByRole('table', { name: 'Values' });
  const nameRow = values.getByRole('row', { name: /^Well name/ });
  await expect(nameRow.getByRole('cell')).toHaveText(['Well A-1', '=cmd()']);
  await expect(nameRow).toContainText('Changed');
  await expect(values.getByRole('row', { name: /^Field/ })).toBeHidden();
  await dialog.getByRole('button', { name: /^Show unchanged values/ }).click();
  await expect(values.getByRole('row', { name: /^Field/ }).getByRole('cell')).toHaveText(['ALPHA', 'ALPHA']);
  await expect(values.getByRole('row', { name: /^Field/ })).not.toContainText('Changed');
  await page.reload(READY);
  await expect(nameRow).toContainText('=cmd()');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByLabel('Action')).toHaveValue('well.updated');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('From').fill('2031-01-01');
  await expect(page.getByText('No changes match your filter criteria.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await page.getByLabel('Record type').selectOption('Well');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('User', { exact: true }).selectOption('Edda Endtoend');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('To').fill('2020-01-01');
  await expect(page.getByText('No changes match your filter criteria.')).toBeVisible();
  await page.getByLabel('To').fill('');

  // The export contains the filtered rows, and no cell is a formula.
  await expect(rows(page)).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readCsv(await downloading);
  await expect(page.getByText('Audit log exported successfully', { exact: true }).first()).toBeVisible();
  expect(file.name).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(file.rows.map(({ action }) => action)).toEqual(['well.deleted', 'well.updated', 'well.created']);
  expect(JSON.parse(file.rows[1]?.newValues ?? '')).toMatchObject({ wellName: '=cmd()' });
  expect(file.rows[0]).toMatchObject({ user: 'Edda Endtoend', entityId: wellId, newValues: '' });
  expect(file.rows[1]).toMatchObject({
    actionName: 'Well updated',
    change: expect.stringContaining('A-1 · Name: Well A-1 → =cmd() · Status: Active → Plugged'),
  });
});

test('the log sorts by date, user and action, and exports in that order', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const created = await page.request.post('/api/wells', { data: well('A-1') });
  const { id: wellId } = await created.json();
  await page.request.put(`/api/wells/${wellId}`, { data: { ...well('A-1'), field: 'BETA' } });
  await page.request.post('/api/wells', { data: well('B-1') });
  await page.goto(`${AUDIT}&entityType=well`, READY);
  const heading = (name: string) => log(page).getByRole('columnheader', { name, exact: true });
  await expect(heading('Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).nth(1)).toContainText('Well updated');
  await heading('Action').getByRole('button').click();
  await expect(heading('Action')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page)).toContainText(['B-1', 'A-1', 'Well updated']);
  await heading('Date').getByRole('button').click();
  await expect(heading('Date')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page)).toContainText(['A-1', 'Well updated', 'B-1']);
  await heading('User').getByRole('button').click();
  await expect(heading('User')).toHaveAttribute('aria-sort', 'ascending');
  // Free text is not sortable.
  await expect(heading('Change').getByRole('button')).toHaveCount(0);
  await heading('Action').getByRole('button').click();
  await expect(heading('Action')).toHaveAttribute('aria-sort', 'ascending');
  await heading('Action').getByRole('button').click();
  await expect(heading('Action')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page)).toContainText(['Well updated', 'B-1', 'A-1']);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readCsv(await downloading);
  expect(file.rows.map(({ action }) => action)).toEqual(['well.updated', 'well.created', 'well.created']);

  // An end date before the start date is flagged, and both the list and the file ignore it.
  await page.goto(`${AUDIT}&entityType=well&from=2001-01-01&to=2000-12-31&sort=-action`, READY);
  await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
    'End date must be on or after start date',
  );
  await expect(rows(page)).toContainText(['Well updated', 'B-1', 'A-1']);
  await expect(rows(page)).toHaveCount(3);
  const next = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await readCsv(await next)).rows).toHaveLength(3);
});

test('amounts, rates and dates show in the user’s format, and as recorded', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const { id: wellId } = await (await page.request.post('/api/wells', { data: well('A-1') })).json();
  const layer = {
    wellId,
    layerType: 'initial',
    discountRate: 8,
    inflationRate: 2.5,
    pAndACost: 100_000,
    wellLifespan: 25,
    calculationDate: '2024-01-15',
  };
  expect((await page.request.post('/api/aro-layers/calculate', { data: layer })).status()).toBe(201);
  for (const [preferenceKey, preferenceValue] of Object.entries({ language: 'de-DE', currency: 'EUR' })) {
    await page.request.post('/api/user/preferences', { data: { preferenceKey, preferenceValue } });
  }
  await page.goto(`${AUDIT}&entityType=aro_layer`, READY);
  await expect(rows(page).first()).toContainText('ARO value: 27.070,90\u00a0€');
  await rows(page).first().getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'ARO layer calculated' });
  const value = (name: string) =>
    dialog
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .last();
  await expect(value('P&A cost')).toHaveText('100.000,00\u00a0€');
  await expect(value('Discount rate')).toHaveText('8,00%');
  await expect(value('Calculation date')).toHaveText('15.01.2024');
  await expect(dialog).toContainText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/);
  await expect(dialog.getByText('"pAndACost": "100000.00"')).toBeHidden();
  await dialog.getByText('Raw data').click();
  await expect(dialog.getByText('"pAndACost": "100000.00"')).toBeVisible();
});

test('a viewer reads and exports a well’s history, without IP addresses', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const { id: companyId } = await addToNewCompany(browser, page);
  const made = await Promise.all(
    ['A-1', 'B-1'].map(async (code) => (await page.request.post('/api/wells', { data: well(code) })).json()),
  );
  const [{ id: wellId }] = made;
  await page.request.put(`/api/wells/${wellId}`, { data: { ...well('A-1'), wellStatus: 'Inactive' } });
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  await makeViewer(browser, userId, companyId);

  await page.goto('/');
  // The audit log is the only company screen for viewers.
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Audit Log']);
  await page.getByRole('menuitem', { name: 'Audit Log' }).click();
  await page.waitForURL('**/?tab=company&view=audit');
  await expect(page.getByRole('tab', { name: 'Audit Log' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Settings', exact: true })).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  await expect(log(page)).toContainText('B-1');
  // Only entries about the well; the URL keeps the filter.
  await page.getByRole('combobox', { name: 'Well' }).fill('A-1');
  await page.getByRole('option', { name: /^A-1/ }).click();
  await page.waitForURL(`**/?*wellId=${wellId}*`);
  await expect(rows(page)).toHaveCount(2);
  await page.reload(READY);
  await expect(page.getByRole('combobox', { name: 'Well' })).toHaveValue('A-1 - Well A-1');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('A-1 · Status: Active → Inactive');

  await rows(page)
    .first()
    .getByRole('button', { name: /^Details of/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Well updated' });
  await expect(dialog).toContainText('User ID');
  await expect(dialog).not.toContainText('IP address');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readCsv(await downloading);
  expect(file.rows.map(({ change }) => change)).toEqual([
    'A-1 · Status: Active → Inactive',
    'A-1 · Name: Well A-1 · Field: ALPHA',
  ]);
  expect(Object.keys(file.rows[0]!)).not.toContain('ipAddress');

  await rows(page).first().getByRole('link', { name: 'A-1' }).click();
  await expect(page.getByRole('heading', { name: /A-1/ }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Audit Trail' })).toContainText('Status: Active → Inactive');
});

test('a long log loads while scrolling and exports in full', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  // No test adds wells to the demo companies one by one.
  const all = await fetchJson<object[]>(page, '/api/audit-logs?action=well.created&limit=500');
  expect(all.length).toBeGreaterThan(200);
  await page.goto(`${AUDIT}&action=well.created`, READY);
  const frame = page.getByRole('region', { name: 'Audit Log' });
  await expect(rows(page).first()).toBeVisible();
  const last = page.locator(`tbody tr[aria-rowindex="${all.length + 1}"]`);
  await expect(async () => {
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(last).toContainText(/\w+-\d+ · Name/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await readCsv(await downloading)).rows).toHaveLength(all.length);
});

test('a list without a total count says so', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=company&view=audit', { waitUntil: 'networkidle' });
  const log = page.getByRole('table', { name: 'Audit Log' });
  await expect(log).toHaveAttribute('aria-rowcount', '-1');
  await log
    .getByRole('button', { name: /^Details/ })
    .first()
    .hover();
  await expect(page.getByText(/^1–\d+ of more than 100$/)).toBeVisible();
  const said = page.getByRole('status').filter({ hasText: 'changes' });
  await expect(said).toHaveText('More than 100 changes');

  // Paper says so too, and no change is truncated there. Printing every row would load more, so block that to keep the 100 loaded.
  await page.route('**/api/audit-logs?*', (route) => route.abort());
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText(/^Rows 1 to 100 of more than 100,/)).toBeVisible();
  const cut = await log
    .locator('tbody')
    .locator('th, td')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await page.unroute('**/api/audit-logs?*');

  await page.getByLabel('Action').selectOption({ label: 'Month end posted' });
  await expect(said).toHaveText(/^\d+ changes?$/);
});
