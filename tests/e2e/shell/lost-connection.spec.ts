import { expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany, openSidebarScreen } from '../../support/e2e/company';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

const told = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function addWells(page: Page, ...codes: string[]) {
  for (const wellCode of codes) {
    const added = await page.request.post('/api/wells', {
      data: {
        wellCode,
        wellName: `Well ${wellCode}`,
        wellStatus: 'Active',
        field: 'ALPHA',
        activeDate: '2020-01-01',
      },
    });
    expect(added.status()).toBe(201);
  }
}

const fieldNames = (page: Page) =>
  page.getByRole('table', { name: 'Custom Field Templates' }).locator('tbody th > span:first-child');

async function addFields(page: Page, companyId: string, ...names: string[]) {
  const saved = await page.request.put(`/api/companies/${companyId}/custom-fields`, {
    data: {
      customFieldTemplates: names.map((name, order) => ({
        id: `field_${order}`,
        fieldName: name.toLowerCase(),
        displayName: name,
        fieldType: 'text',
        required: false,
        order,
      })),
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

test.beforeEach(async ({ signIn, newPerson }) => {
  await signIn(newPerson());
});

test('a filter, sort order, tab, Back or other page that fails to load leaves the page unchanged', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  await addWells(page, 'A-1', 'B-1');
  await page.goto('/?tab=accretion', READY);
  await page.getByRole('tab', { name: 'Wells', exact: true }).click();
  await expect(row(page, 'A-1')).toBeVisible();
  const address = page.url();
  const isAsItWas = async () => {
    await told(page, UNREACHABLE);
    // So that the next message is known to be new.
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(row(page, 'A-1')).toBeVisible();
    await expect(row(page, 'B-1')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Wells', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  };

  // Load the menu, but not the page that it links to.
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).waitFor();
  await page.keyboard.press('Escape');

  // The server is down, and the browser doesn't know.
  await page.route('**/*.data*', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Well Name' }).click();
  await isAsItWas();
  await page.goBack();
  await isAsItWas();
  await page.unroute('**/*.data*');

  await page.context().setOffline(true);
  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  await isAsItWas();
  await page.getByRole('searchbox').first().fill('A-1');
  await isAsItWas();
  // Nothing of this page has been loaded before, not even its code.
  await openSidebarScreen(page, 'Account', 'Account Settings');
  await isAsItWas();
  await page.goBack();
  await isAsItWas();

  await page.context().setOffline(false);
  await page.getByRole('searchbox').first().fill('A-1');
  // The typed text may still be in the box.
  await page.getByRole('searchbox').first().press('Enter');
  await expect(row(page, 'B-1')).toHaveCount(0);
  await expect(page).toHaveURL(/search=A-1/);
  await openSidebarScreen(page, 'Account', 'Account Settings');
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  // The history is as if nothing had failed.
  await page.goBack();
  await expect(page).toHaveURL(/search=A-1/);
  await expect(row(page, 'A-1')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/tab=accretion/);
  await expect(page.getByRole('tab', { name: 'Accretion', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('a link that fails to load leaves the 404 page and the API reference unchanged', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  for (const [path, heading] of [
    ['/nowhere', '404 Page Not Found'],
    ['/api/docs', 'API reference'],
  ] as const) {
    await page.goto(path, READY);
    await page.route('**/*.data*', (route) => route.abort('connectionrefused'));
    await page.getByRole('banner').getByRole('link').first().click();
    await told(page, UNREACHABLE);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.unroute('**/*.data*');
    if (path !== '/nowhere') continue;
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.getByText('No wells found.', { exact: false })).toBeVisible();
  }
});

test('a well that fails to save keeps its form, which still shows the error after the toast is gone', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  await page.goto('/?dialog=new', READY);
  const dialog = page.getByRole('dialog', { name: 'Add New Well' });
  await dialog.getByLabel('Well Code').fill('A-1');
  await dialog.getByLabel('Well Name').fill('Alpha');
  await dialog.getByLabel('Field').last().fill('NORTH');
  await dialog.getByLabel('Active Date').fill('2024-01-01');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog.getByText(UNREACHABLE)).toBeVisible();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Create Well' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'A-1')).toBeVisible();
});

test('a custom field that fails to save keeps its form, and a failed move is undone', async ({
  page,
  browser,
}) => {
  const { id } = await addToNewCompany(browser, page);
  await addFields(page, id, 'First', 'Second');
  await page.goto('/?view=fields', READY);
  await page.getByRole('button', { name: 'Add Custom Field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Custom Field' });
  await dialog.getByLabel('Field Name').fill('operator');
  await dialog.getByLabel('Display Name').fill('Operator');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Create Field' }).click();
  await told(page, UNREACHABLE);
  await expect(dialog.getByLabel('Field Name')).toHaveValue('operator');
  await expect(dialog.getByLabel('Display Name')).toHaveValue('Operator');

  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Create Field' }).click();
  await expect(dialog).toBeHidden();
  await expect(fieldNames(page)).toHaveText([/First/, /Second/, /Operator/]);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Move First down' }).click();
  await told(page, UNREACHABLE);
  await expect(fieldNames(page)).toHaveText([/First/, /Second/, /Operator/]);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Move First down' }).click();
  await expect(fieldNames(page)).toHaveText([/Second/, /First/, /Operator/]);
});

test('a save whose response was lost is not reported as a failure on retry', async ({ page, browser }) => {
  const { id } = await addToNewCompany(browser, page);
  await addWells(page, 'A-1');
  await addFields(page, id, 'First');
  /** Clicks twice: the server executes the first request, but its response is lost. */
  const pressTwice = async (button: Locator, method: string, path: RegExp) => {
    let lost = 0;
    await page.route(path, async (route) => {
      if (route.request().method() !== method || lost > 0) return route.fallback();
      lost += 1;
      expect((await route.fetch()).ok()).toBe(true);
      await route.abort();
    });
    await button.click();
    await told(page, UNREACHABLE);
    await button.click();
    await expect(button).toBeHidden();
    expect(lost).toBe(1);
    await page.unroute(path);
  };

  await page.goto('/?view=fields', READY);
  await page.getByRole('button', { name: 'Add Custom Field' }).click();
  await page.getByLabel('Field Name').fill('operator');
  await page.getByLabel('Display Name').fill('Operator');
  const fields = /\/custom-fields$/;
  await pressTwice(page.getByRole('button', { name: 'Create Field' }), 'PUT', fields);
  await expect(fieldNames(page)).toHaveText([/First/, /Operator/]);
  await page.getByRole('button', { name: 'Delete First' }).click();
  await pressTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }), 'PUT', fields);
  await expect(fieldNames(page)).toHaveText([/Operator/]);

  await page.goto('/', READY);
  const well = /\/api\/wells\/[\w-]+(\?reviewed=.*)?$/;
  await page.getByRole('button', { name: 'Edit A-1' }).click();
  // Saved after a preview, which no longer matches the server's state on the retry.
  await page.getByLabel('Well Status').last().selectOption('Plugged');
  await pressTwice(page.getByRole('button', { name: 'Update Well' }), 'PUT', well);
  await expect(row(page, 'Plugged')).toBeVisible();
  await page.getByRole('button', { name: 'Delete A-1' }).click();
  await pressTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }), 'DELETE', well);
  await expect(row(page, 'A-1')).toHaveCount(0);
});

test('a save is not reported as a failure if its page cannot be reloaded', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await addWells(page, 'A-1', 'B-1');
  await page.goto('/', READY);
  await page.route('**/*.data*', (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Delete A-1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await told(page, 'What you see may be out of date. Reload when you’re back online.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(row(page, 'B-1')).toBeVisible();
  // Later loads work as usual.
  await page.unroute('**/*.data*');
  await page.getByRole('button', { name: 'Well Name' }).click();
  await expect(row(page, 'A-1')).toHaveCount(0);
  await expect(row(page, 'B-1')).toBeVisible();
});

test('a report whose dialog fails to load leaves the page unchanged', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  await page.goto('/?tab=detail', READY);
  // After a deployment, the code of the toast is missing as well.
  await page.route(/report-dialog|toast-message/, (route) => route.fulfill({ status: 404, body: '' }));
  const open = page.getByRole('button', { name: 'Journal Entries' });
  await open.click();
  await told(page, 'Couldn’t load this. Check your connection and reload the page.');
  await expect(page).toHaveURL(/\?tab=detail$/);
  const closeMessage = page.getByRole('button', { name: 'Close', exact: true }).last();
  // In the same position as toasts whose code has loaded.
  expect((await closeMessage.boundingBox())!.x).toBeGreaterThan(page.viewportSize()!.width / 2);
  await closeMessage.click();
  const reload = page.getByRole('link', { name: 'Reload' });
  await expect(reload).toBeHidden();
  await open.click();
  // The click returns before its request is refused.
  await expect(reload).toBeVisible();
  await page.unroute(/report-dialog|toast-message/);
  await reload.click();
  // The requested dialog is open now.
  await expect(page.getByRole('dialog', { name: 'Journal Entries' })).toBeVisible();

  await addWells(page, 'A-1');
  await page.goto('/', READY);
  await page.route(/save-wells-csv/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await told(page, 'Couldn’t load this. Check your connection and reload the page.');
  await expect(reload).toBeVisible();
});

test('a dialog, a menu and a message that failed to load offline load once the connection is back', async ({
  page,
  browser,
}) => {
  await addToNewCompany(browser, page);
  await addWells(page, 'A-1');
  await page.goto('/', READY);
  const remove = page.getByRole('button', { name: 'Delete A-1' });
  const message = page.getByText('Couldn’t load this. Check your connection and reload the page.');
  // Block the assets, since even offline the browser has whatever an earlier test in this window loaded. Do so before going offline:
  // if an import starts while they are still reachable, the browser remembers its failure permanently.
  await page.route('**/assets/*', (route) => route.abort());
  await page.context().setOffline(true);
  await remove.hover();
  await remove.click();
  await expect(message).toBeVisible();

  await page.unroute('**/assets/*');
  await page.context().setOffline(false);
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByText(/^Couldn’t load/),
  ).toBeVisible();
  await remove.click();
  await expect(page.getByRole('alertdialog', { name: 'Delete Well' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  // A file that fails once, as happens just after reconnecting.
  let tries = 0;
  await page.route('**/assets/command-palette-*', (route) => (tries++ ? route.continue() : route.abort()));
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette).toBeVisible();
  expect(tries).toBeGreaterThan(1);
  // Radix ignores keys for an instant while it determines the topmost layer.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden({ timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toBeVisible();
  // Toasts disappear after a few seconds. The plain message, shown while their code is missing, does not.
  await expect(message).toBeHidden();
});

test('a theme that fails to save is still reverted after a reload', async ({ page, browser }) => {
  await addToNewCompany(browser, page);
  const html = page.locator('html');
  // Here the code that saves is already loaded.
  await page.goto('/settings', READY);
  await page.context().setOffline(true);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await told(page, UNREACHABLE);
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(html).not.toHaveAttribute('data-theme', /./);
  await page.context().setOffline(false);

  // And here it is not.
  await page.goto('/', READY);
  await expect(html).not.toHaveAttribute('data-theme', /./);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.route(/save-preference/, (route) => route.abort());
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await told(page, 'Couldn’t save your preference. Check your connection and reload the page.');
  await expect(html).not.toHaveAttribute('data-theme', /./);
  await page.reload(READY);
  await expect(html).not.toHaveAttribute('data-theme', /./);
});
