import { expect, type Locator, type Page } from '@playwright/test';
import { violations } from '../../support/e2e/axe';
import { addLayer, addWell, open } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

const wells = (page: Page) => page.getByRole('region', { name: 'Wells', exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Wells' });
const sideways = (scrolling: Locator) =>
  scrolling.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

test('the wells list fits its space at any desktop size', async ({ page, signIn }) => {
  await signIn({ email: 'accountant@example.com' });
  await open(page, '/');
  for (const width of [1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(wells(page)), `${width}`).toBe(0);
    expect(await sideways(page.locator('html')), `${width}`).toBe(0);
  }
});

test('a table that scrolls sideways keeps its row names and actions in view', async ({ page, signIn }) => {
  await signIn({ email: 'accountant@example.com' });
  await page.setViewportSize({ width: 800, height: 700 });
  await open(page, '/');
  const row = table(page).locator('tbody').getByRole('row').first();
  const [code, actions] = [row.getByRole('rowheader'), row.getByRole('button', { name: /^Delete/ })];
  const before = (await code.boundingBox())!.x;
  await wells(page).evaluate((frame) => frame.scrollTo({ left: 200 }));
  expect((await code.boundingBox())!.x).toBe(before);
  await expect(actions).toBeInViewport();

  // On ARO Detail the status stays in view, however long the amounts.
  await open(page, '/?tab=detail');
  const layer = page.getByRole('table', { name: 'ARO Detail' }).locator('tbody').getByRole('row').nth(1);
  await expect(layer.getByRole('cell').last()).toHaveText('Current');
  await expect(layer.getByRole('cell').last()).toBeInViewport({ ratio: 0.9 });
});

test('text cut off by its cell shows in full on hover and on focus', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const long = 'A well with a name that no column has the room for, however wide the window may be';
  const data = {
    wellCode: `${'L'.repeat(60)}-1`,
    wellName: long,
    wellStatus: 'Active',
    field: 'F',
    activeDate: '2024-01-01',
  };
  expect((await page.request.post('/api/wells', { data })).status()).toBe(201);
  await open(page, '/');
  const tooltip = page.getByRole('tooltip');
  await page.getByRole('cell', { name: long }).hover();
  await expect(tooltip).toHaveText(long);
  // After that tooltip the next one would show immediately, but a cell that isn't cut off has none.
  await page.getByRole('cell', { name: 'Jan 1, 2024' }).hover();
  await expect(tooltip).toBeHidden();
  await page.getByRole('cell', { name: long }).hover();
  await expect(tooltip).toHaveText(long);
  const range = page.getByText(/^\d+–\d+ of \d+$/);
  await expect(range).toHaveText('1–1 of 1');
  // The cell disappears while the pointer stays in place.
  const search = page.getByRole('searchbox').first();
  await search.fill('no such well');
  await expect(page.getByText('No wells match your search criteria.')).toBeVisible();
  await expect(tooltip).toBeHidden();
  await expect(range).toBeHidden();
  await search.fill('');
  await page.getByRole('button', { name: 'Active Date' }).focus();
  while (
    !(await page.getByRole('link', { name: data.wellCode }).evaluate((it) => it === document.activeElement))
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(tooltip).toContainText(data.wellCode);
});

test('a long list shows which rows are in view, and its scrollbar covers all of them', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, '/?tab=detail');
  const list: { well: { wellCode: string } }[] = await (await page.request.get('/api/aro-layers')).json();
  const total = list.length;
  expect(total).toBeGreaterThan(200);
  // Content below the table loads on the first user activity.
  await page.mouse.move(9, 9);
  await expect(page.getByText(new RegExp(`^1–\\d of ${total}$`))).toBeVisible();
  const frame = page.getByRole('region', { name: 'ARO Detail' });
  const rowHeight = (await frame.locator('tbody [aria-rowindex]').first().boundingBox())!.height;
  // With only the first hundred rows loaded.
  expect(await frame.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(total * rowHeight);
  await frame.evaluate((it) => it.scrollTo({ top: it.scrollHeight }));
  await expect(page.getByText(new RegExp(`–${total} of ${total}$`))).toBeVisible();
  const last = frame.locator(`tbody [aria-rowindex="${total + 1}"]`);
  await expect(last).toContainText(list.at(-1)!.well.wellCode);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1500);

  // Back from a well returns to the same rows and the link that was followed, though its row must load again.
  const top = () => frame.evaluate(({ scrollTop }) => scrollTop);
  const before = await top();
  const link = last.getByRole('link');
  await link.click();
  await expect(page.getByRole('link', { name: 'All Wells' })).toBeVisible();
  const later = Promise.withResolvers<void>();
  await page.route('**/api/aro-layers?*', async (route) => {
    await later.promise;
    await route.continue();
  });
  await page.goBack();
  await expect(frame).toBeFocused();
  expect(await top()).toBe(before);
  later.resolve();
  await expect(link).toBeFocused();
  expect(await top()).toBe(before);
  // A new visit starts at the top.
  await page.getByRole('tab', { name: 'Wells', exact: true }).click();
  await page.getByRole('tab', { name: 'ARO Detail' }).click();
  await expect(frame.locator('tbody [aria-rowindex]').first()).toHaveAttribute('aria-rowindex', '2');
  expect(await top()).toBe(0);
});

test('columns can be hidden and widened, rows made compact, and this browser remembers it', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  await open(page, '/');
  await page.mouse.move(9, 9);
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  expect(await violations(page)).toEqual([]);
  await expect(dialog.getByRole('checkbox', { name: 'Well Code' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Field' }).click();
  await dialog.getByText('Compact').click();
  const width = dialog.getByRole('slider', { name: 'Width of Well Name' });
  await width.focus();
  await width.press('End');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(heading('Field')).toBeHidden();
  await page.reload();
  await expect(heading('Field')).toBeHidden();
  expect((await heading('Well Name').boundingBox())!.width).toBeGreaterThan(500);
  const row = table(page).locator('tbody').getByRole('row').first();
  expect((await row.boundingBox())!.height).toBeLessThan(32);
  await page.mouse.move(19, 9);
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(heading('Field')).toBeVisible();
});

test('selected wells can be acted on together', async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const code of ['A-1', 'A-2', 'A-3']) {
    await addLayer(page, await addWell(page, code, '2024-01-01'), { cost: 100_000, date: '2024-01-01' });
  }
  await open(page, '/');
  const bar = page.getByRole('region', { name: 'Selected wells' });
  await page.getByRole('checkbox', { name: 'Select all rows loaded' }).click();
  await expect(bar).toContainText('3 wells selected');
  await page.getByRole('checkbox', { name: 'Select A-2' }).click();
  await expect(bar).toContainText('2 wells selected');
  await bar.getByRole('button', { name: 'Sell' }).click();
  const sell = page.getByRole('dialog', { name: 'Sell Wells' });
  await expect(sell.getByLabel('Well Codes')).toHaveValue('A-1\nA-3');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Settle' }).click();
  const settle = page.getByRole('dialog', { name: 'Settle Wells' });
  await expect(settle.getByRole('textbox', { name: 'Rows' })).toHaveValue(
    'Well Code\tDate\tCost\nA-1\t\t\nA-3\t\t',
  );
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Revise Estimates' }).click();
  const revise = page.getByRole('dialog', { name: 'Revise Estimates' });
  await expect(revise.getByRole('textbox', { name: 'Rows' })).toHaveValue(
    'Well Code\tNew P&A Cost\nA-1\t\nA-3\t',
  );
  // The next dialog starts without them, however this one was closed.
  await page.goBack();
  await expect(revise).toBeHidden();
  await page.getByRole('link', { name: 'Calculate ARO' }).click();
  await page.getByRole('button', { name: 'Revise Estimates' }).click();
  await expect(revise.getByRole('textbox', { name: 'Rows' })).toHaveValue('');
});

test('on a phone rows start on the first screen, in two lines, with their actions in one menu', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'accountant@example.com' });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, name] of [
    ['/', 'Wells'],
    ['/?tab=detail', 'ARO Detail'],
    ['/?tab=company&view=audit', 'Audit Log'],
  ] as const) {
    await open(page, path);
    const rows = page.getByRole('table', { name }).locator('tbody').getByRole('row');
    const [first, second] = [(await rows.nth(0).boundingBox())!, (await rows.nth(1).boundingBox())!];
    expect(second.y + second.height, name).toBeLessThan(640);
    expect(first.height, name).toBeLessThan(60);
    expect(await sideways(page.getByRole('region', { name, exact: true })), name).toBe(0);
    if (name === 'ARO Detail') await expect(rows.getByText(/^\$[\d,]+\.\d\d$/).nth(1)).toBeVisible();
    if (name !== 'Audit Log') {
      await page.getByRole('button', { name: 'Actions' }).click();
      await expect(
        page.getByRole('menuitem', { name: name === 'Wells' ? 'Add Well' : 'Journal Entries' }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
    }
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1500);
  }
  // Filters open on request, and active ones are counted.
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByLabel('Record type')).toBeHidden();
  // Active filters don't squeeze the controls next to them.
  await open(page, '/?search=HAV');
  expect((await page.getByRole('combobox', { name: 'Status' }).boundingBox())!.width).toBeGreaterThan(120);
});

test('a window that differs from its device’s hint shows the rows that fit it', async ({ page, signIn }) => {
  await signIn({ email: 'accountant@example.com' });
  const row = () => table(page).locator('tbody').getByRole('row').first();
  // A phone in landscape.
  await page.setExtraHTTPHeaders({ 'Sec-CH-UA-Mobile': '?1' });
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, '/');
  await expect(row().getByRole('button', { name: /^Delete/ })).toBeVisible();
  await expect(table(page).getByRole('columnheader', { name: 'Field' })).toBeVisible();
  // A narrow window on a desktop, then a wide one.
  await page.setExtraHTTPHeaders({ 'Sec-CH-UA-Mobile': '?0' });
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/');
  await expect(row().getByRole('button')).toHaveCount(0);
  await expect(table(page).getByRole('columnheader')).toHaveText(['Well']);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(row().getByRole('button', { name: /^Delete/ })).toBeVisible();
});
