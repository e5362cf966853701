import { expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany, joinNewCompany, makeViewer } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Custom Field Templates' }).getByRole('row').filter({ hasText: name });
const names = (page: Page) =>
  page.getByRole('table', { name: 'Custom Field Templates' }).locator('tbody th > span:first-child');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The code of lazy-loaded screens arrives after the page. */
const READY = { waitUntil: 'networkidle' } as const;

type NewField = {
  fieldName: string;
  displayName: string;
  type?: 'Text' | 'Number' | 'Date' | 'Dropdown' | 'Large Text' | 'Checkbox';
  required?: boolean;
  helpText?: string;
  options?: string[];
};

async function fillField(dialog: Locator, field: NewField) {
  await dialog.getByLabel('Field Name').fill(field.fieldName);
  await dialog.getByLabel('Display Name').fill(field.displayName);
  if (field.type) await dialog.getByLabel('Field Type').selectOption(field.type);
  if (field.required) await dialog.getByLabel('Required field').check();
  if (field.helpText) await dialog.getByLabel('Help Text').fill(field.helpText);
  for (const [index, option] of (field.options ?? []).entries()) {
    if (index > 0) await dialog.getByRole('button', { name: 'Add Option' }).click();
    await dialog.getByLabel(`Option ${index + 1}`, { exact: true }).fill(option);
  }
}

async function addField(page: Page, field: NewField) {
  await page.getByRole('button', { name: 'Add Custom Field' }).first().click();
  const dialog = dialogOf(page, 'Add Custom Field');
  await fillField(dialog, field);
  await dialog.getByRole('button', { name: 'Create Field' }).click();
  await expect(dialog).toBeHidden();
  await toast(page, 'Custom field created successfully');
  await expect(row(page, field.displayName)).toBeVisible();
}

async function addWell(page: Page, code: string, fill: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const dialog = dialogOf(page, 'Add New Well');
  await dialog.getByLabel('Well Code').fill(code);
  await dialog.getByLabel('Well Name').fill(`Well ${code}`);
  await dialog.getByRole('combobox', { name: 'Field' }).fill('ALPHA');
  await dialog.getByLabel('Active Date').fill('2024-01-01');
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog).toBeHidden();
}

const subTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

test('fields of all six types are added, ordered, renamed and deleted, and wells follow', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(90_000);
  await signIn(newPerson());
  const { id: companyId } = await joinNewCompany(browser, page);
  await subTab(page, 'Custom Fields');
  await page.waitForURL('**/?view=fields');
  await expect(page.getByRole('heading', { name: 'Custom Field Templates' })).toBeVisible();
  await expect(
    page.getByText('No custom fields defined. Add your first custom field to get started.'),
  ).toBeVisible();

  // Messages for missing input, word for word. A dropdown always keeps one option row.
  await page.getByRole('button', { name: 'Add Custom Field' }).first().click();
  const dialog = dialogOf(page, 'Add Custom Field');
  await page.waitForURL('**/?view=fields&dialog=new');
  await dialog.getByRole('button', { name: 'Create Field' }).click();
  await expect(dialog.getByText('Field name is required', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Display name is required', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Field Name')).toBeFocused();
  const types = dialog.getByLabel('Field Type').locator('option');
  await expect(types).toHaveText(['Text', 'Number', 'Date', 'Dropdown', 'Large Text', 'Checkbox']);
  expect(await types.evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value))).toEqual([
    'text',
    'number',
    'date',
    'select',
    'textarea',
    'checkbox',
  ]);
  await expect(dialog.getByLabel('Maximum Length')).toBeVisible();
  await dialog.getByLabel('Field Type').selectOption('Number');
  await expect(dialog.getByLabel('Maximum Length')).toBeHidden();
  await dialog.getByLabel('Maximum Value').fill('much');
  await expect(dialog.getByText('Maximum value must be a number', { exact: true })).toBeVisible();
  await dialog.getByLabel('Field Type').selectOption('Dropdown');
  const removeFirst = dialog.getByRole('button', { name: 'Remove option 1' });
  await expect(removeFirst).toBeDisabled();
  await dialog.getByRole('button', { name: 'Add Option' }).click();
  await expect(dialog.getByLabel('Option 2', { exact: true })).toBeFocused();
  await expect(removeFirst).toBeEnabled();
  await removeFirst.click();
  await expect(removeFirst).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();

  await addField(page, {
    fieldName: 'operator',
    displayName: 'Operator',
    required: true,
    helpText: 'Who runs it',
  });
  await addField(page, {
    fieldName: 'basin',
    displayName: 'Basin',
    type: 'Dropdown',
    options: ['North', '', 'South'],
  });
  // The form would create the others the same way.
  const path = `/api/companies/${companyId}/custom-fields`;
  const [operator, basin] = await (await page.request.get(path)).json();
  const customFieldTemplates = [
    operator,
    { fieldName: 'depth', displayName: 'Depth', fieldType: 'number' },
    { fieldName: 'spudded', displayName: 'Spudded', fieldType: 'date' },
    basin,
    { fieldName: 'remarks', displayName: 'Remarks', fieldType: 'textarea' },
    { fieldName: 'subsea', displayName: 'Subsea', fieldType: 'checkbox' },
  ].map((field, order) => ({ ...field, order }));
  expect((await page.request.put(path, { data: { customFieldTemplates } })).status()).toBe(200);
  await page.goto('/?view=fields', READY);
  await expect(names(page)).toContainText(['Operator', 'Depth', 'Spudded', 'Basin', 'Remarks', 'Subsea']);
  await expect(row(page, 'Operator')).toContainText('Text');
  await expect(row(page, 'Depth')).toContainText('Number');
  await expect(row(page, 'Spudded')).toContainText('Date');
  await expect(row(page, 'Subsea')).toContainText('Checkbox');
  await expect(row(page, 'Basin')).toContainText('Dropdown');
  await expect(row(page, 'Basin')).toContainText('North, South');
  await expect(row(page, 'Remarks')).toContainText('Large Text');

  // Order: the first can't move up, the last can't move down. A move swaps neighbors, and the focus follows.
  await expect(page.getByRole('button', { name: 'Move Operator up' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Move Subsea down' })).toBeDisabled();
  const moved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Move Basin up' }).click();
  const saved = (await moved).request().postDataJSON().customFieldTemplates;
  expect(saved.map((template: { order: number }) => template.order)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(saved[2].id).toMatch(/^field_\d+$/);
  await expect(names(page)).toContainText(['Operator', 'Depth', 'Basin', 'Spudded', 'Remarks', 'Subsea']);
  await expect(page.getByRole('button', { name: 'Move Basin up' })).toBeFocused();
  const movedAgain = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Move Depth down' }).click();
  const inOrder = ['Operator', 'Basin', 'Depth', 'Spudded', 'Remarks', 'Subsea'];
  await expect(names(page)).toContainText(inOrder);
  // The list shows the order before the server confirms it.
  await movedAgain;
  const kept: { displayName: string }[] = await (await page.request.get(path)).json();
  expect(kept.map(({ displayName }) => displayName)).toEqual(inOrder);

  // The well form has all of them; the first three are columns.
  await subTab(page, 'Wells List');
  await addWell(page, 'A-1', async (form) => {
    await expect(form.getByText('Additional Information')).toBeVisible();
    await expect(form.getByText('Who runs it')).toBeVisible();
    await form.getByRole('button', { name: 'Create Well' }).click();
    // The form leaves required fields to the server, whose error names the field.
    await expect(form.getByText('Operator is required', { exact: true }).first()).toBeVisible();
    await form.getByLabel('Operator').fill('Equinor');
    await form.getByLabel('Basin').selectOption('South');
    await form.getByLabel('Depth').fill('2500.5');
    await form.getByLabel('Spudded').fill('2020-02-29');
    await form.getByLabel('Remarks').fill('two\nlines');
    await form.getByLabel('Subsea').check();
  });
  const wells = page.getByRole('table', { name: 'Wells' });
  await expect(wells.getByRole('columnheader')).toHaveText([
    'Well Code',
    'Well Name',
    'Status',
    'Field',
    'Active Date',
    'Operator',
    'Basin',
    'Depth',
    'Actions',
  ]);
  await expect(wells.getByRole('row', { name: /A-1/ })).toContainText('Equinor');
  await wells.getByRole('button', { name: 'Edit A-1' }).click();
  const edit = dialogOf(page, 'Edit Well');
  await expect(edit.getByLabel('Basin')).toHaveValue('South');
  await expect(edit.getByLabel('Depth')).toHaveValue('2500.5');
  await expect(edit.getByLabel('Spudded')).toHaveValue('2020-02-29');
  await expect(edit.getByLabel('Remarks')).toHaveValue('two\nlines');
  await expect(edit.getByLabel('Subsea')).toBeChecked();

  // Input that the browser can't parse is not blank, so nothing is cleared.
  const depth = edit.getByLabel('Depth');
  const spudded = edit.getByLabel('Spudded');
  const update = edit.getByRole('button', { name: 'Update Well' });
  await depth.press('End');
  await depth.press('e');
  await spudded.press('Backspace');
  await expect(edit.getByText('Enter a number')).toBeVisible();
  await update.click();
  await expect(depth).toBeFocused();
  await depth.fill('2500.5');
  await expect(edit.getByText('Enter a number')).toBeHidden();
  await depth.press('Enter');
  await expect(spudded).toBeFocused();
  await expect(spudded).toHaveAccessibleDescription('Enter a complete, valid date');
  await page.keyboard.type('02');
  await expect(spudded).toHaveValue('2020-02-29');
  await expect(edit.getByText('Enter a complete, valid date')).toBeHidden();
  await update.click();
  await expect(edit).toBeHidden();

  // The well's page shows them too, for users who can't open its form.
  await wells.getByRole('link', { name: 'A-1' }).click();
  const facts = page.locator('dl').first();
  await expect(facts.getByText('Operator', { exact: true })).toBeVisible();
  await expect(facts).toContainText('Equinor');
  await expect(facts).toContainText('2500.5');
  await page.goBack();

  // Renaming a field keeps the wells' values.
  await subTab(page, 'Custom Fields');
  await page.getByRole('button', { name: 'Edit Operator' }).click();
  const editing = dialogOf(page, 'Edit Custom Field');
  await expect(editing.getByLabel('Field Name')).toHaveValue('operator');
  await editing.getByLabel('Field Name').fill('licensee');
  await editing.getByLabel('Display Name').fill('Licensee');
  await editing.getByRole('button', { name: 'Update Field' }).click();
  await toast(page, 'Custom field updated successfully');
  await subTab(page, 'Wells List');
  await expect(wells.getByRole('columnheader', { name: 'Licensee' })).toBeVisible();
  await expect(wells.getByRole('row', { name: /A-1/ })).toContainText('Equinor');

  // Deleting a field removes its values, after a warning.
  await subTab(page, 'Custom Fields');
  await page.getByRole('button', { name: 'Delete Licensee' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(
    confirm.getByText(
      'Are you sure you want to delete this custom field? This will remove all data for this field from existing wells.',
      { exact: true },
    ),
  ).toBeVisible();
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Custom field deleted successfully');
  await expect(row(page, 'Licensee')).toBeHidden();
  const [well] = await (await page.request.get('/api/wells/with-custom-fields')).json();
  expect(well.customFields).toEqual({
    basin: 'South',
    depth: 2500.5,
    spudded: '2020-02-29',
    remarks: 'two\nlines',
    subsea: true,
  });
});

test('two people editing the list at the same time lose nothing and are told', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  const { id } = await addToNewCompany(browser, page);
  const path = `/api/companies/${id}/custom-fields`;
  // Another user's change, made through the API.
  const change = async (by: (list: Record<string, unknown>[]) => unknown[]) => {
    const list = await (await page.request.get(path)).json();
    const answer = await page.request.put(path, { data: { customFieldTemplates: by(list) } });
    expect(answer.status()).toBe(200);
  };
  const field = (fieldName: string, displayName: string, order: number) => ({
    id: `field_${order}`,
    fieldName,
    displayName,
    fieldType: 'text',
    required: false,
    order,
  });
  await change(() => [field('operator', 'Operator', 0), field('depth', 'Depth', 1)]);
  await page.goto('/?view=fields', READY);
  const renamed = (from: string, to: string) => (list: Record<string, unknown>[]) =>
    list.map((field) => (field.displayName === from ? { ...field, displayName: to } : field));

  // Added by someone else meanwhile: both fields are listed.
  await page.getByRole('button', { name: 'Add Custom Field' }).click();
  await change((list) => [...list, field('theirs', 'Theirs', 2)]);
  await fillField(dialogOf(page, 'Add Custom Field'), { fieldName: 'mine', displayName: 'Mine' });
  await page.getByRole('button', { name: 'Create Field' }).click();
  await expect(names(page)).toContainText(['Operator', 'Depth', 'Theirs', 'Mine']);

  // The same field changed meanwhile: the update is refused, and the input stays.
  await page.getByRole('button', { name: 'Edit Depth' }).click();
  const dialog = dialogOf(page, 'Edit Custom Field');
  await dialog.getByLabel('Display Name').fill('Depth of mine');
  await change(renamed('Depth', 'Depth of theirs'));
  await dialog.getByRole('button', { name: 'Update Field' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Someone else changed "Depth" while you were editing. Nothing was saved.',
  );
  await expect(dialog.getByLabel('Display Name')).toHaveValue('Depth of mine');
  // A toast over the dialog doesn't take Escape from it.
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications).toContainText('Nothing was saved.');
  await page.keyboard.press('Escape');
  const discard = page.getByRole('alertdialog', { name: 'Discard Your Changes?' });
  await expect(discard).toBeVisible();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(row(page, 'Depth of theirs')).toBeVisible();

  // Deleted meanwhile.
  await page.getByRole('button', { name: 'Delete Theirs' }).click();
  await change((list) => list.filter(({ fieldName }) => fieldName !== 'theirs'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Someone else deleted "Theirs" while you were editing. Nothing was deleted.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Theirs' })).toBeHidden();

  // Changed between reading the list and saving it.
  await page.getByRole('button', { name: 'Add Custom Field' }).click();
  await fillField(dialogOf(page, 'Add Custom Field'), { fieldName: 'late', displayName: 'Late' });
  let hasChanged = false;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'PUT' && !hasChanged) {
      hasChanged = true;
      await change(renamed('Operator', 'Operator of theirs'));
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Field' }).click();
  await expect(dialogOf(page, 'Add Custom Field').getByRole('alert')).toContainText(
    'Your entries are still here',
  );
  await page.getByRole('button', { name: 'Create Field' }).click();
  await expect(names(page)).toContainText(['Operator of theirs', 'Depth of theirs', 'Mine', 'Late']);

  // A reorder is refused too, and the list then shows the other user's version.
  await change(renamed('Late', 'Late of theirs'));
  await page.getByRole('button', { name: 'Move Mine up' }).click();
  await expect(row(page, 'Late of theirs')).toBeVisible();
  await expect(names(page)).toContainText([
    'Operator of theirs',
    'Depth of theirs',
    'Mine',
    'Late of theirs',
  ]);
});

test('a refused form keeps its input and its company', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  const { id } = await addToNewCompany(browser, page);
  const other = await addToNewCompany(browser, page);
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  const select = async (companyId: string) => {
    const selected = await page.request.post('/api/companies/select', { data: { companyId } });
    expect(selected.status()).toBe(200);
  };
  await select(id);
  await page.goto('/?view=fields&dialog=new', READY);
  const dialog = dialogOf(page, 'Add Custom Field');
  await fillField(dialog, { fieldName: 'depth', displayName: 'Depth', helpText: 'In feet' });
  const loads: string[] = [];
  page.on('request', (request) => request.url().includes('.data') && loads.push(request.url()));
  const expectRefusal = async (text: string) => {
    await dialog.getByRole('button', { name: 'Create Field' }).click();
    await expect(dialog.getByRole('alert')).toContainText(text);
    await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)));
    await expect(dialog.getByLabel('Help Text')).toHaveValue('In feet');
    expect(loads).toEqual([]);
  };

  // Another tab selects another company.
  await select(other.id);
  await expectRefusal('Switch back there to keep what you entered here');
  await makeViewer(browser, userId, id);
  await select(id);
  await expectRefusal('Company admin role required');
});

test('failures of the list call are told in its words', async ({ page, browser, signIn, newPerson }) => {
  test.setTimeout(60_000);
  await signIn(newPerson());
  const { id } = await addToNewCompany(browser, page);
  const path = `/api/companies/${id}/custom-fields`;
  const customFieldTemplates = [
    { fieldName: 'operator', displayName: 'Operator', fieldType: 'text' },
    { fieldName: 'depth', displayName: 'Depth', fieldType: 'text' },
  ];
  expect((await page.request.put(path, { data: { customFieldTemplates } })).status()).toBe(200);
  await page.goto('/?view=fields', READY);
  const pattern = `**${path}`;
  const confirmDelete = async () => {
    await page.getByRole('button', { name: 'Delete Operator' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  const cancel = () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await page.route(pattern, (route) => route.fulfill({ status: 503, body: '' }));
  await confirmDelete();
  await toast(page, 'Failed to fetch custom fields: 503');
  await cancel();
  await page.unroute(pattern);

  await page.route(pattern, (route) => route.fulfill({ status: 200, body: '{}' }));
  await confirmDelete();
  await toast(page, 'Invalid response format: expected array');
  await cancel();
  await page.unroute(pattern);

  await page.route(pattern, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await confirmDelete();
  await toast(page, 'Failed to delete custom field');
  await cancel();
  await page.getByRole('button', { name: 'Move Operator down' }).click();
  await toast(page, 'Failed to reorder custom fields');
  await expect(names(page)).toContainText(['Operator', 'Depth']);
  await page.getByRole('button', { name: 'Edit Operator' }).click();
  await page.getByRole('button', { name: 'Update Field' }).click();
  await toast(page, 'Failed to update custom field');
  await dialogOf(page, 'Edit Custom Field').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Custom Field' }).click();
  await fillField(dialogOf(page, 'Add Custom Field'), { fieldName: 'late', displayName: 'Late' });
  await page.getByRole('button', { name: 'Create Field' }).click();
  await toast(page, 'Failed to create custom field');
});

test('a viewer sees the fields and cannot change them', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page, 'viewer');
  await page.goto('/?view=fields&dialog=new', READY);
  await expect(page.getByRole('button', { name: 'Add Custom Field' }).first()).toBeDisabled();
  await expect(page.getByRole('dialog')).toBeHidden();
});
