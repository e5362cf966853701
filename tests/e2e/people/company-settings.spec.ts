import { expect, type Page } from '@playwright/test';
import { addToNewCompany, joinNewCompany, openSidebarScreen } from '../../support/e2e/company';
import { waitForHydration } from '../../support/e2e/hydration';
import { test } from '../../support/e2e/test';

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The code of lazy-loaded screens arrives after the page. */
const READY = { waitUntil: 'networkidle' } as const;

test('settings are explained and saved', async ({ page, browser, signIn, newPerson }) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  const { id } = await joinNewCompany(browser, page);
  await openSidebarScreen(page, 'Company', 'Settings');
  await page.waitForURL('**/?tab=company');
  await expect(page.getByRole('tab', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Accretion Method' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Simple' })).toBeChecked();
  await expect(page.getByText('ARO value × discount rate × time', { exact: false })).toBeVisible();
  await expect(page.getByText('The effective interest method', { exact: false })).toBeVisible();
  await expect(page.getByLabel('ARO Asset, main account')).toHaveValue('1800');

  const save = page.getByRole('button', { name: 'Save Settings' });
  await expect(save).toBeDisabled();
  await page.getByRole('radio', { name: 'Effective' }).check();
  await page.getByRole('radio', { name: 'Previous estimate at prices of the date' }).check();
  await page.getByLabel('Accretion Expense, subaccount').fill('900');
  await page.getByLabel('Cash Date').fill('2300-01-01');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save.click();
  await expect(page.getByText(/^Must be a valid date/).first()).toBeVisible();
  await expect(page.getByLabel('Cash Date')).toBeFocused();
  await expect(page.getByLabel('Accretion Expense, subaccount')).toHaveValue('900');
  await page.getByLabel('Cash Date').fill('');
  await page.getByLabel('AFE').fill('AFE-17');
  await save.click();
  await toast(page, 'Company settings updated successfully');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.reload(READY);
  await expect(page.getByRole('radio', { name: 'Effective' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Previous estimate at prices of the date' })).toBeChecked();
  await expect(page.getByLabel('AFE')).toHaveValue('AFE-17');

  // A blank account falls back to the default; discarded input was never saved.
  await page.getByLabel('Accretion Expense, subaccount').fill('');
  await save.click();
  await expect(page.getByLabel('Accretion Expense, subaccount')).toHaveValue('100');
  await page.getByLabel('ARO Liability, main account').fill('2499');
  await page.getByLabel('Ask for a Reason Above').fill('abc');
  await save.click();
  await expect(page.getByText('Must be a valid number').first()).toBeVisible();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page.getByLabel('ARO Liability, main account')).toHaveValue('2400');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  const problem = page.locator('form').getByRole('alert');
  await expect(problem).toHaveCount(0);

  // Two people at the same time: the later one is told, and keeps their input.
  await page.getByLabel('ARO Liability, main account').fill('2500');
  const theirs = await page.request.put(`/api/companies/${id}/settings`, {
    data: { journal: { entity: 'THEIRS' } },
  });
  expect(theirs.status()).toBe(200);
  // Saving a section next to the form reloads the page's data, and leaves the form's input alone.
  const reloaded = page.waitForResponse(/\.data/);
  await page
    .getByRole('textbox', { name: 'Add or replace tables' })
    .fill('2024-01-01, 20, 8.00\n2024-01-01, 35, 8.50');
  await page.getByRole('button', { name: 'Save Tables' }).click();
  await toast(page, 'Rate tables saved successfully');
  await reloaded;
  await save.click();
  await expect(problem).toContainText('Someone else changed this while you were editing');
  await expect(page.getByLabel('ARO Liability, main account')).toHaveValue('2500');
  await problem.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Entity', { exact: true })).toHaveValue('THEIRS');
  await waitForHydration(page);
  await page.getByLabel('ARO Liability, main account').fill('2500');
  await save.click();
  await toast(page, 'Company settings updated successfully');

  const saved = await (await page.request.get(`/api/companies/${id}/settings`)).json();
  expect(saved).toMatchObject({
    accretionMethod: 'effective',
    journal: { liabilityMain: '2500', afe: 'AFE-17', entity: 'THEIRS' },
  });
});

test('a layer opens its history: inputs, formula and every accretion', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const { id: wellId } = await post('/api/wells', {
    wellCode: 'A-1',
    wellName: 'Alpha',
    wellStatus: 'Active',
    field: 'ALPHA',
    activeDate: '2024-01-01',
  });
  const layer = {
    wellId,
    layerType: 'initial',
    discountRate: '8',
    inflationRate: '2.5',
    pAndACost: '100000',
  };
  await post('/api/aro-layers/calculate', { ...layer, wellLifespan: 25, calculationDate: '2024-01-01' });

  await page.goto('/?tab=detail', READY);
  const open = page.getByRole('button', { name: 'History of A-1, Layer 1 (Initial)' });
  await open.click();
  await page.waitForURL('**/?tab=detail&*dialog=layer*');
  const address = page.url();
  const dialog = page.getByRole('dialog', { name: 'A-1: Layer 1 (Initial)' });
  await expect(dialog.getByText('$100,000.00').first()).toBeVisible();
  await expect(
    dialog.getByText('100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByText(/^Calculated by Edda Endtoend, /)).toBeVisible();
  await expect(dialog.getByText('No accretion posted to this layer yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-01-31' });
  await post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-02-29' });
  // A link to it opens it too; a link to a missing layer says so.
  await page.goto(address, READY);
  const rows = dialog.getByRole('table', { name: 'Accretion' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  for (const text of [
    'Jan 1, 2024',
    'Jan 31, 2024',
    '0.083333',
    '27,070.90',
    '180.47',
    '27,251.37',
    'Edda Endtoend',
  ]) {
    await expect(rows.first()).toContainText(text);
  }
  await expect(dialog.getByRole('table', { name: 'Accretion' }).locator('tfoot')).toContainText('362.15');
  await page.goto('/?tab=detail&dialog=layer&layerId=none', READY);
  await expect(page.getByRole('dialog').getByText('Layer not found')).toBeVisible();
});
