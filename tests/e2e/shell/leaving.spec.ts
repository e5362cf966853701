import { expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany, asSystemAdmin } from '../../support/e2e/company';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard Your Changes?' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Types at human speed, so that whatever follows comes a moment later. */
async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+A');
  await field.pressSequentially(text, { delay: 30 });
}

async function keepEditing(page: Page) {
  await question(page).getByRole('button', { name: 'Keep Editing' }).click();
  await expect(question(page)).toBeHidden();
}

async function discard(page: Page) {
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(question(page)).toBeHidden();
}

async function addWell(page: Page, wellCode: string) {
  const added = await page.request.post('/api/wells', {
    data: { wellCode, wellName: wellCode, wellStatus: 'Active', field: 'ALPHA', activeDate: '2020-01-01' },
  });
  expect(added.status()).toBe(201);
  return added.json();
}

test.beforeEach(async ({ signIn, newPerson }) => {
  await signIn(newPerson());
});

test('Back and Forward ask before they close a form with unsaved input', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await page.goto('/', READY);
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  const code = form.getByLabel('Well Code');
  await type(code, 'A-1');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await keepEditing(page);
  await expect(page).toHaveURL(/dialog=new/);
  await expect(code).toHaveValue('A-1');

  await page.goBack();
  await discard(page);
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/$/);

  await page.goForward();
  await expect(code).toHaveValue('');
  await page.goBack();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  await code.fill('A-2');
  await form.getByLabel('Well Name').fill('Alpha 2');
  await form.getByLabel('Field', { exact: false }).last().fill('ALPHA');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await form.getByLabel('Well Name').press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('link', { name: 'A-2' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  // A saved form no longer blocks leaving.
  await tab(page, 'Accretion').click();
  await expect(tab(page, 'Accretion')).toHaveAttribute('aria-selected', 'true');
});

test('a form that is not in the URL asks before Back leaves its page', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await addWell(page, 'A-1');
  await page.goto('/?tab=accretion', READY);
  await tab(page, 'Wells').click();
  await page.getByRole('button', { name: 'Settle A-1' }).click();
  const form = page.getByRole('dialog', { name: 'Settle Well' });
  const memo = form.getByLabel('Memo');
  await type(memo, 'Plugged');
  await page.goBack();
  await keepEditing(page);
  await expect(memo).toHaveValue('Plugged');
  await page.goBack();
  await discard(page);
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/tab=accretion/);
});

test('company settings ask before a link, Back or another company replaces their page', async ({
  page,
  browser,
}) => {
  const first = await addToNewCompany(browser, page);
  const second = await addToNewCompany(browser, page);
  expect((await page.request.post('/api/companies/select', { data: { companyId: first.id } })).status()).toBe(
    200,
  );
  await page.goto('/?tab=company&view=settings', READY);
  const account = page.getByLabel('Voucher Description').or(page.getByLabel('Reference Type')).first();
  await type(account, 'ABC');
  await tab(page, 'Wells')
    .or(page.getByRole('link', { name: 'Wells', exact: true }))
    .first()
    .click();
  await keepEditing(page);
  await expect(account).toHaveValue('ABC');

  const switched: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/api/companies/select') && switched.push(request.url()),
  );
  const chooseSecond = async () => {
    await page.getByRole('button', { name: /switch company/ }).click();
    await page.getByRole('option', { name: second.name }).click();
  };
  await chooseSecond();
  await keepEditing(page);
  expect(switched).toEqual([]);
  await expect(account).toHaveValue('ABC');

  await chooseSecond();
  await discard(page);
  await expect(
    page.getByRole('button', { name: `${second.name} ${second.code}, switch company` }),
  ).toBeVisible();
  await expect(account).not.toHaveValue('ABC');
  await expect(question(page)).toHaveCount(0);

  await account.fill('DEF');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText('Company settings updated successfully').first()).toBeVisible();
  await tab(page, 'Wells')
    .or(page.getByRole('link', { name: 'Wells', exact: true }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/(\?tab=wells)?$/);
});

test('a save that completes while the question is open lets the user leave', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await page.goto('/?tab=company&view=settings', READY);
  const account = page.getByLabel('Voucher Description').or(page.getByLabel('Reference Type')).first();
  const saveSlowly = async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/companies/*/settings', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const sent = page.waitForRequest('**/api/companies/*/settings');
    await page.getByRole('button', { name: /^Save/ }).first().click();
    await sent;
    return gate.resolve;
  };
  await type(account, 'ABC');
  const answer = await saveSlowly();
  await page.getByRole('link', { name: 'Wells', exact: true }).or(tab(page, 'Wells')).first().click();
  await expect(question(page)).toBeVisible();
  answer();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/(\?tab=wells)?$/);
  await page.unroute('**/api/companies/*/settings');

  await page.goBack();
  await expect(page).toHaveURL(/view=settings/);
  await type(account, 'DEF');
  const answerAgain = await saveSlowly();
  await page.goForward();
  await expect(question(page)).toBeVisible();
  answerAgain();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/(\?tab=wells)?$/);
});

test('a token created while the question is open is shown to the user about to leave', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  await page.goto('/?tab=company&view=tokens', READY);
  await page.getByRole('button', { name: 'Create Token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Token' });
  await type(form.getByLabel('Name'), 'Night run');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/companies/*/tokens', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await form.getByLabel('Name').press('Enter');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  gate.resolve();
  await expect(page.getByRole('dialog', { name: 'Night run' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('an import asks before the user leaves it, from the columns to the review', async ({
  page,
  browser,
}) => {
  const { id: companyId } = await addToNewCompany(browser, page);
  await page.goto('/', READY);
  await page.getByRole('button', { name: 'Import Spreadsheet' }).first().click();
  await expect(page.getByRole('heading', { name: 'Import Wells and Balances' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'wells.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Well,Name,Field,Spud\nA-1,Alpha,ALPHA,2020-01-01\n'),
  });
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  await page.getByRole('link', { name: 'All Wells', exact: true }).click();
  await keepEditing(page);
  await page.goBack();
  await keepEditing(page);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();

  // Another tab selects another company: choosing a theme here must not load that company's page over the import.
  const { id: otherId } = await addToNewCompany(browser, page);
  const select = (id: string) => page.request.post('/api/companies/select', { data: { companyId: id } });
  expect((await select(otherId)).status()).toBe(200);
  const loads: string[] = [];
  page.on('request', (request) => request.url().includes('.data') && loads.push(request.url()));
  const saved = page.waitForResponse('**/api/user/preferences');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect((await saved).status()).toBe(201);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)));
  expect(loads).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  expect((await select(companyId)).status()).toBe(200);

  await page.getByRole('link', { name: 'All Wells', exact: true }).click();
  await discard(page);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeHidden();
});

test('a tab whose code was replaced by a newer version says so, and a reload opens it', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  await page.goto('/', READY);
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await tab(page, 'Accretion').click();
  await expect(page.getByText(/^Couldn’t load this screen\. Either a newer version/)).toBeVisible();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('button', { name: 'Calculate Accretion' })).toBeVisible();
  await expect(page).toHaveURL(/tab=accretion/);
});

test('a user who loses access to the current company is told so, and continues with another', async ({
  page,
  browser,
}) => {
  const lost = await addToNewCompany(browser, page);
  const other = await addToNewCompany(browser, page);
  const third = await addToNewCompany(browser, page);
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  const select = (companyId: string) =>
    page.request
      .post('/api/companies/select', { data: { companyId } })
      .then((it) => expect(it.ok()).toBe(true));
  const removeFrom = (companyId: string) =>
    asSystemAdmin(browser, async (request) => {
      const removed = await request.delete(`/api/admin/users/${userId}/companies/${companyId}`);
      expect(removed.status()).toBe(204);
    });
  const told = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

  await select(lost.id);
  await page.goto('/?dialog=new', READY);
  await removeFrom(lost.id);
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByLabel('Well Code').fill('A-1');
  await form.getByLabel('Well Name').fill('Alpha 1');
  await form.getByLabel('Field', { exact: false }).last().fill('ALPHA');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await form.getByLabel('Well Name').press('Enter');
  await told('You no longer have access to this company. Nothing was changed. Reload to continue.');
  await expect(form.getByLabel('Well Code')).toHaveValue('A-1');
  page.on('dialog', (leave) => void leave.accept());
  await page.reload(READY);
  await told(`You no longer have access to ${lost.name}`);
  await told('Select another company to continue.');

  await page.getByLabel('Company', { exact: true }).selectOption(other.id);
  await page.getByRole('button', { name: 'Continue to ARO System' }).click();
  await expect(tab(page, 'Wells')).toBeVisible();
  await removeFrom(other.id);
  await tab(page, 'ARO Detail').click();
  await told(`You no longer have access to ${other.name}`);
  await told(`You’re now viewing ${third.name}.`);
  await removeFrom(third.id);
  await tab(page, 'Wells').click();
  await told(`You no longer have access to ${third.name}`);
  await told('If you still need access, contact your administrator.');
});

test('a reload asks about drafts kept by other screens, and only about those', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await addWell(page, 'A-1');
  let asked = 0;
  let mayLeave = false;
  page.on('dialog', async (dialog) => {
    expect(dialog.type()).toBe('beforeunload');
    asked += 1;
    await (mayLeave ? dialog.accept() : dialog.dismiss());
  });
  /** Does what the browser's own reload button does. */
  const reload = () => page.evaluate(() => window.location.reload());

  await page.goto('/?tab=calculate', READY);
  const cost = page.getByLabel('P&A Cost');
  const well = page.getByRole('combobox', { name: 'Well', exact: true });
  await well.fill('A-1');
  await well.press('Enter');
  await page.reload(READY);
  await expect(cost).toHaveValue('');
  expect(asked, 'a well alone is chosen again').toBe(0);

  await type(cost, '100000');
  await tab(page, 'Wells').click();
  await expect(page).not.toHaveURL(/calculate/);
  await expect(question(page)).toBeHidden();
  await reload();
  await expect.poll(() => asked).toBe(1);
  await tab(page, 'Calculate ARO').click();
  await expect(cost).toHaveValue('100000');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.reload(READY);
  expect(asked).toBe(1);

  // No other screen keeps the rates, so every way of leaving asks.
  await page.goto('/?tab=company', READY);
  await type(page.getByRole('textbox', { name: 'Add or replace tables' }), '2026');
  await tab(page, 'Wells').click();
  await keepEditing(page);
  await reload();
  await expect.poll(() => asked).toBe(2);
  mayLeave = true;
  await reload();
  await expect.poll(() => asked).toBe(3);
});
