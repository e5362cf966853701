import { expect, type Page } from '@playwright/test';
import { addLayer, addWell, fetchJson, open, postAccretionThrough, rowOf } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const wells = (page: Page) => page.getByRole('table', { name: 'Wells' });

test('a well is plugged on a date after a preview of the postings, and can no longer be deleted once that month is closed', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(120_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const wellId = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, wellId, { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31');

  await open(page, '/');
  await rowOf(wells(page), 'A-1').getByRole('button', { name: 'Edit A-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Well' });
  await expect(dialog.getByLabel('Plugged On')).toHaveCount(0);
  await dialog.getByLabel('Well Status').selectOption('Plugged');
  await expect(dialog.getByLabel('Plugged On')).toHaveValue(new Date().toISOString().slice(0, 10));
  await dialog.getByLabel('Plugged On').fill('2024-02-15');
  await dialog.getByRole('button', { name: 'Update Well' }).click();

  // 101,000.00 at 12% over 15 of 29 days.
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  await expect(rowOf(planned, 'Mar 31, 2024')).toContainText('(1,020.10)');
  await expect(rowOf(planned, 'Feb 29, 2024')).toContainText('(1,010.00)');
  await expect(rowOf(planned, 'Feb 15, 2024')).toContainText('522.41');
  await expect(rowOf(planned, 'Total')).toContainText('(1,507.69)');
  // All columns are visible without scrolling.
  const frame = dialog.getByRole('region', { name: 'What will be posted' });
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  // Back to the form and forward again; nothing is saved before the last step.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Plugged On')).toHaveValue('2024-02-15');
  expect(await fetchJson(page, `/api/wells/${wellId}`)).toMatchObject({
    wellStatus: 'Active',
    pluggedOn: null,
  });
  await dialog.getByRole('button', { name: 'Update Well' }).click();
  await dialog.getByRole('button', { name: 'Post and Update Well' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(wells(page), 'A-1')).toContainText('Plugged');
  expect(await fetchJson(page, `/api/wells/${wellId}`)).toMatchObject({ pluggedOn: '2024-02-15' });
  const [layer] = await fetchJson<object[]>(page, `/api/wells/${wellId}/aro-layers`);
  expect(layer).toMatchObject({ currentAroValue: '101522.41', accretedThrough: '2024-02-15' });

  // The amounts that deleting the well would remove.
  await rowOf(wells(page), 'A-1').getByRole('button', { name: 'Delete A-1' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete Well' });
  await expect(confirm).toContainText(
    'Are you sure you want to delete this well? This will also delete all associated ARO layers.',
  );
  await expect(confirm).toContainText('(101,522.41)');
  await expect(confirm).toContainText('Dec 2023, Jan 2024 and Feb 2024');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(wells(page), 'A-1').getByRole('button', { name: 'Delete A-1' })).toBeFocused();

  expect((await page.request.post('/api/periods/close', { data: { through: '2024-02-29' } })).status()).toBe(
    200,
  );
  await page.reload({ waitUntil: 'networkidle' });
  await rowOf(wells(page), 'A-1').getByRole('button', { name: 'Delete A-1' }).click();
  await expect(confirm).toContainText(
    'This well has amounts in closed periods. Settle, sell or reverse it instead.',
  );
  await expect(confirm.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await confirm.getByRole('button', { name: 'Cancel' }).click();

  // The plugging date is in a closed month now, so it can't change; the rest of the well can.
  await rowOf(wells(page), 'A-1').getByRole('button', { name: 'Edit A-1' }).click();
  await expect(dialog.getByLabel('Plugged On')).toHaveValue('2024-02-15');
  await dialog.getByLabel('Well Name').fill('Renamed');
  await dialog.getByRole('button', { name: 'Update Well' }).click();
  await expect(rowOf(wells(page), 'A-1')).toContainText('Renamed');

  // An initial layer can't be dated in a closed month either: the form says so, and where to enter another date.
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByLabel('Well Code').fill('A-2');
  await form.getByLabel('Well Name').fill('Alpha 2');
  await form.getByLabel('Field', { exact: false }).last().fill('F');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await form.getByRole('button', { name: 'Create and Add Layer' }).click();
  const initial = page.getByRole('dialog', { name: 'Initial Layer' });
  await initial.getByLabel('P&A Cost').fill('100000');
  await initial.getByRole('textbox', { name: /^Discount Rate/ }).fill('8');
  await initial.getByRole('textbox', { name: /^Inflation Rate/ }).fill('2.5');
  await expect(initial.getByRole('alert')).toContainText('Feb 29, 2024');
  await expect(initial.getByText(/To use another date, close this window/)).toBeVisible();
  await expect(initial.getByRole('button', { name: 'Calculate ARO' })).toHaveAccessibleDescription(
    'This can’t be posted. See the message above.',
  );
});
