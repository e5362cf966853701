import { expect, type Locator, type Page } from '@playwright/test';
import { addLayer, addWell, expectToast, fetchJson, postAccretionThrough } from '../../support/e2e/books';
import { addToNewCompany, joinNewCompany } from '../../support/e2e/company';
import { readCsv } from '../../support/e2e/csv';
import { test } from '../../support/e2e/test';

/** Far more tab stops than any screen has. */
const MOST_STOPS = 80;

/** Presses Tab until the target has the focus, as a keyboard user would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  let element = (await target.elementHandle())!;
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    // Looking the target up by role and name at each stop takes longer than the stop.
    if (!(await element.evaluate((it) => it.isConnected))) element = (await target.elementHandle())!;
    if (await element.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Types into a date field, which takes month, day and year in turn. */
async function typeDate(page: Page, target: Locator, date: string): Promise<void> {
  const [year, month, day] = date.split('-');
  await tabTo(page, target);
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(target).toHaveValue(date);
}

async function command(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').waitFor();
  await page.keyboard.type(typed);
  await expect(palette.getByRole('option', { name, exact: false }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

test('the whole main job works by keyboard alone', async ({ page, browser, newPerson }) => {
  test.setTimeout(180_000);
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Login to Continue' }));
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByLabel('Email'), newPerson().email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Companies Available')).toBeVisible();
  await joinNewCompany(browser, page);
  await expect(page.getByText('No wells found. Add your first well to get started.')).toBeVisible();

  await command(page, 'add well', 'Add Well');
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await expect(form.getByLabel('Well Code')).toBeFocused();
  await page.keyboard.type('A-1');
  await typeInto(page, form.getByLabel('Well Name'), 'Alpha 1');
  await typeInto(page, form.getByLabel('Field', { exact: false }).last(), 'ALPHA');
  await typeDate(page, form.getByLabel('Active Date'), '2024-01-01');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();

  await command(page, 'calc', 'Calculate ARO');
  await typeInto(page, page.getByRole('combobox', { name: 'Well' }), 'a-1');
  await page.getByRole('option', { name: 'A-1 - Alpha 1' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByLabel('P&A Cost'), '100000');
  await typeInto(page, page.getByLabel('Discount Rate (%)'), '8');
  await typeInto(page, page.getByLabel('Inflation Rate (%)'), '2.5');
  await expect(page.getByLabel('Calculation Date')).toHaveValue('2024-01-01');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Calculation Results' })).toContainText('27,070.90');

  await command(page, 'accretion', 'Accretion');
  await typeDate(page, page.getByLabel('Period End Date'), '2024-01-31');
  // A preview of the posting shows first.
  await expect(page.getByText('1 layer accretes through Jan 31, 2024: $180.47.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Calculate Accretion' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Accretion Results' })).toContainText('180.47');

  await command(page, 'rollforward', 'Export ARO Rollforward');
  const dialog = page.getByRole('dialog', { name: 'ARO Rollforward' });
  await typeDate(page, dialog.getByLabel('Begin Date'), '2024-01-01');
  await typeDate(page, dialog.getByLabel('End Date'), '2024-12-31');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const { rows } = await readCsv(await downloading);
  expect(rows).toMatchObject([
    { wellCode: 'A-1', additions: '27070.90', accretion: '180.47', endingBalance: '27251.37' },
  ]);
});

test('a month is closed by keyboard alone, starting from the close strip', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const today = new Date();
  /** Last day of the month this many months ago. */
  const end = (months: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 0))
      .toISOString()
      .slice(0, 10);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', end(2)), { cost: 100_000, date: end(2) });
  await postAccretionThrough(page, end(1));
  await page.goto('/');
  const strip = page.getByRole('region', { name: 'Close progress' });
  await tabTo(page, strip.getByRole('link', { name: 'no month closed' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Close of / })).toBeFocused();
  const close = page.getByRole('button', { name: /^Close \w{3} \d{4}$/ });
  await tabTo(page, close);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Close \w{3} \d{4}$/ });
  await expect(dialog).toContainText('The books check out.');
  await tabTo(page, dialog.getByRole('button', { name: /^Close \w{3} \d{4}$/ }));
  await page.keyboard.press('Enter');
  await expectToast(page, /The books are closed through /);
  expect(await fetchJson(page, '/api/periods')).toMatchObject({ closedThrough: end(1) });
  // And reopened, with a reason.
  await tabTo(page, page.getByRole('button', { name: /^Reopen \w{3} \d{4}$/ }));
  await page.keyboard.press('Enter');
  const reopen = page.getByRole('dialog', { name: /^Reopen / });
  await typeInto(page, reopen.getByLabel('Reason'), 'A late invoice');
  await tabTo(page, reopen.getByRole('button', { name: /^Reopen \w{3} \d{4}$/ }));
  await page.keyboard.press('Enter');
  await expectToast(page, /reopened/);
});

test('the command palette finds screens and wells, and returns the focus', async ({ page, signIn }) => {
  await signIn({ email: 'accountant@example.com' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('no such thing anywhere');
  await expect(palette.getByText('No results.', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('searchbox').first()).toBeFocused();

  const code = await page
    .getByRole('table', { name: 'Wells' })
    .getByRole('row')
    .nth(1)
    .getByRole('rowheader')
    .innerText();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(code);
  await expect(palette.getByRole('group', { name: 'Wells' }).getByRole('option').first()).toContainText(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(code);
  await expect(page).toHaveURL(/\?tab=wells&well=/);
  // The list that had the focus is gone, so the page takes it, without an outline around everything.
  await expect(page.locator('main:focus, main :focus')).toHaveCSS('outline-style', 'none');

  // Enter applies to the typed text, even while the list still shows results for the previous text.
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(code.slice(0, -1));
  const found = palette.getByRole('group', { name: 'Wells' }).getByRole('option');
  const last = (await found.last().innerText()).split('\n')[0]!;
  expect(last.slice(0, -1)).toBe(code.slice(0, -1));
  await page.keyboard.type(last.slice(-1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(last);
});

test('F6 moves the focus to the message, visibly', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const messages = page.getByRole('region', { name: 'Notifications' });
  await expect(messages.getByText('Wells exported successfully')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(messages).toBeFocused();
  await expect(messages.getByRole('group')).toHaveCSS('outline-style', 'solid');
});

test('the first key pressed in a dialog is appended to the existing text', async ({ page, signIn }) => {
  await signIn({ email: 'accountant@example.com' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^edit/i }).first().click();
  const code = page.getByRole('dialog', { name: 'Edit Well' }).getByLabel('Well Code');
  await expect(code).toBeFocused();
  const before = await code.inputValue();
  await page.keyboard.type('X');
  await expect(code).toHaveValue(`${before}X`);
});
