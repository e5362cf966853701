import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';

const READY = { waitUntil: 'networkidle' } as const;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'ARO Rollforward' });
const print = (of: Pick<Page, 'getByRole'>) => of.getByRole('button', { name: 'Print', exact: true });
const ledger = (page: Page, title: string) => page.getByRole('table', { name: title });
const rows = (page: Page, title: string) => ledger(page, title).locator('tbody').getByRole('row');

const cents = (amount: string) => BigInt(amount.replace('.', ''));
/** Formats cents as a ledger does: a dash for zero, parentheses for negative amounts. */
function written(amount: bigint): string {
  if (amount === 0n) return '–';
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  const text = `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
  return amount < 0n ? `(${text})` : text;
}
const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

/** A headless browser has no print dialog, so this counts calls to print() and leaves the page in its printing state. */
async function watchPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.prints = String(
        Number(document.documentElement.dataset.prints ?? 0) + 1,
      );
    };
  });
}
const expectPrints = (page: Page, times: number) =>
  expect(page.locator('html')).toHaveAttribute('data-prints', String(times));
const closePrintDialog = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

/** Page count of the printed page. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf()).toString('latin1');
  return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

test('the rollforward prints as a ledger of every well, with totals, once it has loaded', async ({
  page,
  signIn,
}) => {
  await watchPrinting(page);
  await signIn({ email: 'viewer@example.com' });
  await page.route('**/api/reports/aro-rollforward?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/?tab=detail&dialog=rollforward', READY);
  const title = await page.title();

  // Nothing prints without a period.
  await print(dialog(page)).click();
  await expect(dialog(page).getByText('Please select both begin and end dates')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Last year' }).click();
  const [beginDate, endDate] = [
    await dialog(page).getByLabel('Begin Date').inputValue(),
    await dialog(page).getByLabel('End Date').inputValue(),
  ];
  await print(dialog(page)).click();
  await expect(dialog(page).getByText('Failed to fetch rollforward data')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-prints');
  await page.unroute('**/api/reports/aro-rollforward?*');
  await print(dialog(page)).click();
  await expectPrints(page, 1);
  expect(await page.title()).toBe(`aro-rollforward-${beginDate}-to-${endDate}`);
  const path = `/api/reports/aro-rollforward?beginDate=${beginDate}&endDate=${endDate}`;
  const report: Record<string, string>[] = await (await page.request.get(path)).json();
  expect(report.length).toBeGreaterThan(100);

  // The screen still shows the dialog; the paper shows the ledger and nothing else.
  await expect(dialog(page)).toBeVisible();
  await expect(ledger(page, 'ARO Rollforward')).toBeHidden();
  // Every page names the company, the report and the period.
  const foot = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--paper-foot'));
  const year = beginDate.slice(0, 4);
  expect(await foot()).toBe(
    `"Northern Shelf Petroleum AS (NSP) · ARO Rollforward · For the period Jan 1, ${year} through Dec 31, ${year}"`,
  );
  await page.emulateMedia({ media: 'print' });
  await expect(ledger(page, 'ARO Rollforward')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  const paper = page.locator('section', { has: ledger(page, 'ARO Rollforward') });
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('ARO Rollforward');
  await expect(paper.getByText('Northern Shelf Petroleum AS (NSP)')).toBeVisible();
  await expect(paper.getByText(`For the period Jan 1, ${year} through Dec 31, ${year}`)).toBeVisible();
  await expect(
    paper.getByText(/^Printed \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC by Vera Viewer$/),
  ).toBeVisible();
  await expect(
    paper.getByText(/^Sealed through \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC \(seal \d+, [0-9a-f]{16}\)$/),
  ).toBeVisible();

  await expect(ledger(page, 'ARO Rollforward').getByRole('columnheader')).toHaveText([
    'Well Code',
    'Well Name',
    'Field',
    'Beginning Balance ($)',
    'Additions ($)',
    'Accretion ($)',
    'Reductions ($)',
    'Ending Balance ($)',
  ]);
  const figures = ['beginningBalance', 'additions', 'accretion', 'reductions', 'endingBalance'];
  const texts = await rows(page, 'ARO Rollforward').evaluateAll((elements) =>
    elements.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(texts).toEqual(
    report.map((row) => [
      row.wellCode,
      row.wellName,
      row.field,
      ...figures.map((name) => written(cents(row[name]!))),
    ]),
  );
  expect(texts.flat()).toContain('–');
  await expect(ledger(page, 'ARO Rollforward').locator('tfoot').getByRole('cell')).toHaveText([
    'Total',
    '',
    '',
    ...figures.map((name) => written(sum(report.map((row) => row[name]!)))),
  ]);

  // The heading repeats on each page, and the totals appear on the last one only.
  const display = (part: string) =>
    ledger(page, 'ARO Rollforward')
      .locator(part)
      .evaluate((element) => getComputedStyle(element).display);
  expect(await display('thead')).toBe('table-header-group');
  expect(await display('tfoot')).toBe('table-row-group');
  // Even with a dialog open, nothing below the window is cut off.
  expect(await pagesOf(page)).toBeGreaterThan(report.length / 60);

  await page.emulateMedia({ media: 'screen' });
  await closePrintDialog(page);
  await expect(dialog(page)).toBeHidden();
  await expect(ledger(page, 'ARO Rollforward')).toHaveCount(0);
  await expect(page).toHaveTitle(title);
  await expectPrints(page, 1);
});

test('ARO Detail prints every layer, in the order on screen', async ({ page, signIn }) => {
  const TITLE = 'Asset Retirement Obligation Detail';
  await watchPrinting(page);
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail&sort=aroValue', READY);
  await print(page).click();
  await expectPrints(page, 1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeHidden();
  type Layer = Record<'status' | 'aroValue' | 'currentAroValue' | 'accretion', string> & {
    well: { wellCode: string };
  };
  const layers: Layer[] = await (await page.request.get('/api/aro-layers?sort=aroValue')).json();
  expect(layers.length).toBeGreaterThan(200);
  const cellsOf = async (column: number) =>
    rows(page, TITLE).evaluateAll(
      (elements, index) => elements.map((row) => row.children[index]?.textContent),
      column,
    );
  expect(await cellsOf(0)).toEqual(layers.map(({ well }) => well.wellCode));
  expect(await cellsOf(9)).toEqual(layers.map(({ aroValue }) => written(cents(aroValue))));
  // Smallest first, and decreases are the smallest of all.
  await expect(rows(page, TITLE).first().getByRole('cell').nth(9)).toHaveText(/^\([\d,]+\.\d\d\)$/);
  const counting = layers.filter(({ status }) => status === 'current');
  const historical = layers.length - counting.length;
  expect(historical).toBeGreaterThan(1);
  await expect(page.getByText(`${historical} historical layers, left out of the totals`)).toBeVisible();
  const marked = (await cellsOf(3)).filter((layer) => layer?.endsWith(', historical'));
  expect(marked).toHaveLength(historical);
  const [initial, accretion, current] = [
    sum(counting.map(({ aroValue }) => aroValue)),
    sum(counting.map(({ accretion }) => accretion)),
    sum(counting.map(({ currentAroValue }) => currentAroValue)),
  ];
  const totals = ledger(page, TITLE).locator('tfoot').getByRole('cell');
  await expect(totals.nth(9)).toHaveText(written(initial));
  await expect(totals.nth(10)).toHaveText(written(accretion));
  await expect(totals.nth(11)).toHaveText(written(current - initial - accretion));
  await expect(totals.nth(12)).toHaveText(written(current));

  // Without the ledger, the page itself prints.
  await closePrintDialog(page);
  await expect(ledger(page, TITLE)).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'ARO Detail' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('Ctrl+P prints every layer, and the browser’s own menu reports which are missing', async ({
  page,
  signIn,
}) => {
  const TITLE = 'Asset Retirement Obligation Detail';
  await watchPrinting(page);
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail', READY);
  const layers: { currentAroValue: string }[] = await (await page.request.get('/api/aro-layers')).json();
  expect(layers.length).toBeGreaterThan(200);
  // The browser's menu doesn't wait for the page. Whatever prints then adds up, and nothing else is on the paper.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page, TITLE)).toHaveCount(100);
  await expect(page.getByText(`The first 100 of ${layers.length} layers, and their totals.`)).toBeVisible();
  const first = layers.slice(0, 100);
  await expect(ledger(page, TITLE).locator('tfoot').getByRole('cell').nth(12)).toHaveText(
    written(sum(first.map(({ currentAroValue }) => currentAroValue))),
  );
  const paper = page.locator('section', { has: ledger(page, TITLE) });
  expect(await paper.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-prints');
  await closePrintDialog(page);
  await expect(ledger(page, TITLE)).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Control+p');
  await expectPrints(page, 1);
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page, TITLE)).toHaveCount(layers.length);
  await closePrintDialog(page);
  await expect(ledger(page, TITLE)).toHaveCount(0);

  // The overview prints the data behind its charts.
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/?tab=detail&overview=open', READY);
  await expect(page.getByRole('heading', { name: 'Accretion forecast' })).toBeVisible();
  const { totalCurrentAro, fields, forecast, rollforward } = await (
    await page.request.get('/api/reports/overview')
  ).json();
  const total = (title: string, column: number) =>
    ledger(page, title).locator('tfoot').getByRole('cell').nth(column);
  for (const isAsked of [true, false]) {
    if (isAsked) await page.keyboard.press('Control+p');
    else await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(ledger(page, 'Figures')).toContainText(`$${written(cents(totalCurrentAro))}`);
    await expect(rows(page, 'Change this year').last()).toContainText(
      written(cents(rollforward.endingBalance)),
    );
    await expect(rows(page, 'Liability by field')).toHaveCount(fields.length);
    await expect(total('Liability by field', 2)).toHaveText(written(cents(totalCurrentAro)));
    await expect(total('Accretion forecast', 1)).toHaveText(written(cents(forecast.total)));
    await expect(page.getByRole('main')).toBeHidden();
    await expect(ledger(page, TITLE)).toHaveCount(0);
    await expectPrints(page, 1);
    await page.emulateMedia({ media: 'screen' });
    await closePrintDialog(page);
    await expect(ledger(page, 'Figures')).toHaveCount(0);
  }
});

test('an open report prints as a ledger from Ctrl+P and from the browser’s own menu', async ({
  page,
  signIn,
}) => {
  const TITLE = 'ARO Disclosure';
  await watchPrinting(page);
  await signIn({ email: 'viewer@example.com' });
  const answer = page.waitForResponse('**/api/reports/disclosure?*');
  await page.goto('/?tab=detail&dialog=disclosure&by=well&inField=HAVØRN', READY);
  const wells: unknown[] = await (await answer).json();
  const report = page.getByRole('dialog', { name: TITLE });
  await expect(report.getByRole('table', { name: TITLE })).toBeVisible();
  await expect(print(report)).toBeEnabled();
  const paper = page.locator('section.paper');

  await page.keyboard.press('Control+p');
  await expectPrints(page, 1);
  await page.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(paper.getByText(/^Sealed through /)).toBeVisible();
  await expect(report).toBeHidden();
  await closePrintDialog(page);
  await expect(paper).toHaveCount(0);

  // The browser's menu doesn't wait, so the seal is left out.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(paper.getByText(/^Printed /)).toBeVisible();
  await expect(paper.getByText(/^Sealed through /)).toHaveCount(0);
  // Every well, not only those in view.
  expect(await paper.locator('tbody').getByRole('row').count()).toBeGreaterThanOrEqual(wells.length);
  await expect(report).toBeHidden();
  await expectPrints(page, 1);
  await closePrintDialog(page);
  await expect(paper).toHaveCount(0);
});

test('an open dialog prints in full, without the page below it', async ({ page, signIn }) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail', READY);
  await page
    .getByRole('button', { name: /history/i })
    .first()
    .click();
  const history = page.getByRole('dialog');
  const accretion = history.getByRole('table', { name: 'Accretion' });
  await expect(accretion).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(history).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(history.getByRole('button', { name: 'Close' })).toHaveCount(0);
  // No container of the table scrolls or cuts off its last row.
  const cut = await accretion.evaluate((table) => {
    const scrolling: string[] = [];
    for (let box = table.parentElement; box && box !== document.documentElement; box = box.parentElement)
      if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible')
        scrolling.push(box.className);
    return scrolling;
  });
  expect(cut).toEqual([]);
  // The totals come last instead of covering a row at the bottom of the window.
  const [last, total] = await Promise.all(
    ['tbody tr:last-child', 'tfoot td:first-child'].map((part) => accretion.locator(part).boundingBox()),
  );
  expect(total!.y).toBeGreaterThanOrEqual(last!.y + last!.height - 1);
  // And they don't repeat on every page.
  expect(await accretion.locator('tfoot').evaluate((foot) => getComputedStyle(foot).display)).toBe(
    'table-row-group',
  );
});

test('the wells list prints in full with Ctrl+P, and without buttons from the browser’s menu, as does a well’s page', async ({
  page,
  signIn,
}) => {
  await watchPrinting(page);
  await signIn({ email: 'accountant@example.com' });
  await page.goto('/?status=Plugged', READY);
  const path = '/api/wells/with-custom-fields?status=Plugged';
  const listed: { wellCode: string }[] = await (await page.request.get(path)).json();
  expect(listed.length).toBeGreaterThan(0);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Wells' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeHidden();
  await expect(
    page.getByRole('main').getByRole('button', { name: /^(Download|Add|Edit|Settle)/ }),
  ).toHaveCount(0);
  // Headings repeat on later pages, but any button boxes in them would not.
  const sort = page.getByRole('columnheader', { name: 'Well Code' }).locator('button');
  expect(await sort.evaluate((button) => getComputedStyle(button).display)).toBe('contents');
  await page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Control+p');
  await expectPrints(page, 1);
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page, 'Wells Master Data')).toHaveCount(listed.length);
  const paper = page.locator('section', { has: ledger(page, 'Wells Master Data') });
  await expect(paper.getByText('Filtered by status Plugged')).toBeVisible();
  await expect(ledger(page, 'Wells Master Data').getByRole('columnheader', { name: 'Actions' })).toHaveCount(
    0,
  );
  await closePrintDialog(page);
  await expect(ledger(page, 'Wells Master Data')).toHaveCount(0);

  // No heading on a well's page is stranded at the bottom of a printed page. A PDF doesn't reveal text positions, so this checks the
  // CSS rule on the heading and on the row it shares with buttons.
  await page.getByRole('link', { name: listed[0]!.wellCode, exact: true }).dispatchEvent('click');
  const heading = page.getByRole('heading', { name: 'Ledger', exact: true });
  await expect(heading).toHaveCSS('break-after', 'avoid');
  await expect(heading.locator('..')).toHaveCSS('break-after', 'avoid');

  // Its tables fit landscape Letter within the margins, and keep rows and dates whole.
  await page.setViewportSize({ width: 964, height: 700 });
  for (const name of ['Layers', 'Ledger', 'Settlements', 'Audit Trail']) {
    const table = ledger(page, name);
    await expect(table).toBeVisible();
    expect(await table.evaluate((it) => it.scrollWidth - it.parentElement!.clientWidth), name).toBe(0);
    await expect(table.locator('tbody tr').first()).toHaveCSS('break-inside', 'avoid');
  }
  // Padding below a full page would print as an extra page.
  await expect(page.getByRole('main')).toHaveCSS('padding-bottom', '0px');
});

test('a ledger of many movements, with long memos and a one-word name, fits the paper and keeps its dates on one line', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  const [well] = await (await page.request.get('/api/wells/with-custom-fields?status=Plugged')).json();
  await page.route(`**/api/wells/${well.id}/ledger`, async (route) => {
    const answer = await route.fetch();
    const rows: object[] = await answer.json();
    const memo = `See https://files.example.com/${'evidence/'.repeat(12)} ${'and the scope of the campaign '.repeat(4)}`;
    const many = [1, 2, 3, 4].flatMap((act) =>
      rows.map((row) => ({ ...row, postingId: `${act}`, memo, user: { name: 'fin1795776549275' } })),
    );
    await route.fulfill({ response: answer, json: many });
  });
  await page.goto(`/?tab=wells&well=${well.id}`, READY);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 964, height: 700 });
  const table = ledger(page, 'Ledger');
  const row = table.getByRole('row', { name: /fin1795776549275/ }).first();
  expect(await table.evaluate((it) => it.scrollWidth - it.parentElement!.clientWidth)).toBe(0);
  for (const text of [row.getByRole('rowheader').locator('[title]'), row.getByText('fin1795776549275')])
    await expect(text).toHaveCSS('white-space', 'nowrap');
});
