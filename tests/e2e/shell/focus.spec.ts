import { expect, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const frame = (page: Page, label: string) => page.locator(`section[aria-label="${label}"]`);

async function deleteWithKeyboard(page: Page, button: string) {
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', { name: 'Delete' });
  // For a well, the dialog first shows what is deleted with it.
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: button })).toHaveCount(0);
}

test.beforeEach(async ({ signIn, newPerson }) => {
  await signIn(newPerson());
});

test('deleting a row moves the focus to its table', async ({ page, browser }) => {
  const { id } = await addToNewCompany(browser, page);
  for (const code of ['A-1', 'B-1', 'C-1']) {
    const added = await page.request.post('/api/wells', {
      data: {
        wellCode: code,
        wellName: `Well ${code}`,
        wellStatus: 'Active',
        field: 'ALPHA',
        activeDate: '2020-01-01',
      },
    });
    expect(added.status()).toBe(201);
  }
  await page.goto('/', READY);
  await deleteWithKeyboard(page, 'Delete B-1');
  await expect(frame(page, 'Wells')).toBeFocused();

  const customFieldTemplates = ['First', 'Second'].map((name, order) => ({
    id: `field_${order}`,
    fieldName: name.toLowerCase(),
    displayName: name,
    fieldType: 'text',
    required: false,
    order,
  }));
  await page.request.put(`/api/companies/${id}/custom-fields`, { data: { customFieldTemplates } });
  await page.goto('/?view=fields', READY);
  await deleteWithKeyboard(page, 'Delete First');
  await expect(frame(page, 'Custom Field Templates')).toBeFocused();
});

test('matching a file by keyboard keeps the focus at the current step', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await page.goto('/?tab=wells&view=import', READY);
  const buffer = Buffer.from('API,Lease,Stat,Spud\nA-1,Alpha,PR,01/02/2020\nA-2,Beta,XX,03/04/2020\n');
  const picker = page.getByLabel('Choose a spreadsheet');
  await picker.focus();
  await picker.setInputFiles({ name: 'wells.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { name: 'wells.csv' })).toBeFocused();
  await page.getByRole('button', { name: /^Month first/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Month first. Change' })).toBeVisible();
  await expect(page.getByLabel('Spud becomes')).toBeFocused();

  await page.getByRole('button', { name: 'Choose Another File' }).click();
  const complete = Buffer.from(
    'Code,Well name,Status,Field,Active date\nA-1,Alpha,Active,NORTH,2020-01-31\n',
  );
  await picker.setInputFiles({ name: 'wells.csv', mimeType: 'text/csv', buffer: complete });
  await page.getByRole('button', { name: 'Import 1 Row' }).press('Enter');
  // The button is gone with the review; the next control is one Tab away.
  const next = page.getByRole('button', { name: 'Show Wells' });
  await next.waitFor();
  await page.keyboard.press('Tab');
  await expect(next).toBeFocused();
});

test('settings saved with Enter leave the focus in the field', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await page.goto('/?tab=company', READY);
  const account = page.getByLabel('ARO Asset, main account');
  await account.fill('1805');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Company settings updated successfully').first()).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(account).toBeFocused();
});

test('switching companies keeps the focus on the company menu', async ({ page, browser }) => {
  const first = await addToNewCompany(browser, page);
  const second = await addToNewCompany(browser, page);
  const selected = await page.request.post('/api/companies/select', { data: { companyId: first.id } });
  expect(selected.ok()).toBe(true);
  await page.goto('/', READY);
  const companies = page.getByRole('button', { name: /, switch company$/ });
  const selections: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/companies/select')) selections.push(request.postData() ?? '');
  });
  const search = page.getByRole('combobox', { name: 'Search companies' });
  await companies.press('Enter');
  await search.fill(second.code);
  // Leaving the box selects nothing.
  await search.blur();
  await expect(search).toBeVisible();
  await search.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Company Selected', { exact: true })).toBeVisible();
  await expect(companies).toHaveText(`${second.name} ${second.code}`);
  await expect(companies).toBeFocused();
  expect(selections.length, 'asked for once').toBe(1);
});

test('a control that disappears when used leaves the focus next to where it was', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  const added = await page.request.post('/api/wells', {
    data: { wellCode: 'A-1', wellName: 'A', wellStatus: 'Active', field: 'ALPHA', activeDate: '2020-01-01' },
  });
  expect(added.status()).toBe(201);
  await page.goto('/', READY);
  await page.getByRole('checkbox', { name: 'Select A-1' }).check();
  await page.getByRole('button', { name: 'Clear Selection' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Selected wells' })).toHaveCount(0);
  await expect(frame(page, 'Wells')).toBeFocused();

  // And within the dialog, if it was in one.
  await page.goto('/?dialog=new', READY);
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByRole('button', { name: 'Add Interest' }).click();
  await form.getByRole('button', { name: 'Remove interest 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Remove interest 1' })).toHaveCount(0);
  expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});
