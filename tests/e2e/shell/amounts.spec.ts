import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { horizontalOverflow, READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

const LONG_ZONE = 'America/Argentina/Buenos_Aires';
const PREFERENCES = { language: 'de-DE', currency: 'NOK', timezone: LONG_ZONE };

async function send(page: Page, path: string, data: unknown): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), path).toBe(true);
  return response.json();
}

async function prefer(page: Page, preferences: Record<string, string>): Promise<void> {
  for (const [preferenceKey, preferenceValue] of Object.entries(preferences)) {
    await send(page, '/api/user/preferences', { preferenceKey, preferenceValue });
  }
}

/** A layer of nearly the largest possible amount, with two accretion records that differ in method. */
async function companyOfBillions(page: Page, browser: Browser): Promise<void> {
  const { id: companyId } = await addToNewCompany(browser, page);
  const { id: wellId } = await send(page, '/api/wells', {
    wellCode: 'B-1',
    wellName: 'Bravo',
    wellStatus: 'Active',
    field: 'B',
    activeDate: '2024-01-01',
  });
  await send(page, '/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    discountRate: 8,
    inflationRate: 8,
    pAndACost: '9000000000.00',
    wellLifespan: 20,
    calculationDate: '2024-01-01',
  });
  await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-02-29' });
  const path = `/api/companies/${companyId}/settings`;
  const { accretionMethod, ...others } = await (await page.request.get(path)).json();
  const changed = await page.request.put(path, { data: { ...others, accretionMethod: 'effective' } });
  expect(changed.ok()).toBe(true);
  await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-03-31' });
}

/** Figures wider than their container, which would be cut off or overlap their neighbors. */
function cutFigures(page: Page): Promise<string[]> {
  return page.locator('.figures, .figures *').evaluateAll((figures) =>
    figures
      .filter((figure) => !figure.matches('.sr-only') && figure.clientWidth > 0)
      // A parenthesis hangs past the edge on purpose.
      .filter((it) => it.scrollWidth > it.clientWidth + (it.querySelector('.hung') ? 6 : 1))
      .map((figure) => `${figure.textContent}: ${figure.scrollWidth} in ${figure.clientWidth}`),
  );
}

async function expectHistory(dialog: Locator): Promise<void> {
  await expect(
    dialog.getByText('9.000.000.000,00 × 1,08^20 ÷ 1,08^20 = 9.000.000.000,00', { exact: true }),
  ).toBeVisible();
  const rows = dialog.getByRole('table', { name: 'Accretion' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  // Two of twelve months are 0.166666666667.
  await expect(rows.nth(0)).toContainText('0,166667');
  await expect(rows.nth(0)).toContainText('Simple');
  await expect(rows.nth(1)).toContainText('0,083333');
  await expect(rows.nth(1)).toContainText('Effective');
  await expect(rows.nth(0)).toContainText(LONG_ZONE);
  expect(await horizontalOverflow(dialog.getByRole('region', { name: 'Accretion' }))).toBe(0);
}

test('amounts of any length show in full at any width, and a long time zone fits a phone', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await companyOfBillions(page, browser);
  await prefer(page, PREFERENCES);
  const expectWhole = async (what: string, atWidth?: (width: number) => Promise<void>) => {
    for (const width of [1440, 1024, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await atWidth?.(width);
      expect(await cutFigures(page), `${what} at ${width}`).toEqual([]);
    }
  };
  await page.goto('/?tab=detail', READY);
  const table = page.getByRole('table', { name: 'ARO Detail' });
  await expectWhole('detail', async (width) => {
    await expect(table).toContainText('9.178.678.354,60\u00a0kr');
    // A phone's two lines only have room for the current amount.
    if (width > 360) await expect(table).toContainText('9.000.000.000,00\u00a0kr');
    else await expect(table).not.toContainText('9.000.000.000,00\u00a0kr');
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^History of/ }).click();
  await test.step('a layer’s history uses the user’s number format, and distinguishes methods and times', () =>
    expectHistory(page.getByRole('dialog')));
  await expectWhole('history');
  await page.goto('/?tab=detail&overview=open', READY);
  await expect(page.getByRole('button', { name: /^Table of/ })).toHaveCount(3);
  for (const button of await page.getByRole('button', { name: /^Table of/ }).all()) await button.click();
  await expectWhole('overview as tables');
  await page.goto('/?tab=accretion', READY);
  await expect(page.locator('dl')).toContainText('kr');
  await expectWhole('accretion');
  await test.step('a time zone with a long name makes no page wider than a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ['/?tab=company&view=audit', '/?tab=company&view=members', '/settings']) {
      await page.goto(path, READY);
      expect(await horizontalOverflow(page.locator('html')), path).toBe(0);
      // The change itself fits on a phone too, without scrolling sideways.
      const log = page.getByRole('region', { name: 'Audit Log' });
      if (path.endsWith('audit')) expect(await horizontalOverflow(log), path).toBe(0);
    }
    const sample = page.getByLabel('Sample', { exact: true });
    await expect(sample).toContainText(LONG_ZONE);
    expect(await horizontalOverflow(sample)).toBe(0);
  });
});

test('typical amounts fit in a window of 1440 pixels', async ({ pageOf }) => {
  const page = await pageOf('viewer@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=detail', READY);
  expect(await horizontalOverflow(page.getByRole('region', { name: 'ARO Detail' }))).toBe(0);
  expect(await cutFigures(page)).toEqual([]);
});

test('amounts are right-aligned in inputs too', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.goto('/?tab=calculate', READY);
  for (const name of ['P&A Cost', 'Well Lifespan (years)', 'Discount Rate (%)'])
    await expect(page.getByRole('textbox', { name })).toHaveCSS('text-align', 'right');
  // As close to its % sign as the amounts above are to their frame.
  await expect(page.getByRole('textbox', { name: 'Discount Rate (%)' })).toHaveCSS('padding-right', '28px');
});

test('the amounts of a chart line up with their grid lines', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.goto('/', READY);
  await page.getByRole('link', { name: 'NO 15/9-A-001' }).click();
  const zero = page.locator('svg text').filter({ hasText: /^0$/ });
  const [text, line] = await Promise.all(
    [zero, page.locator('svg line.stroke-control')].map((part) =>
      part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  expect(Math.abs(text!.top + text!.height / 2 - line!.top)).toBeLessThan(2);
});

test('the posting register shows all columns at 1,440 pixels, with digits aligned', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=detail&dialog=postings', READY);
  const register = page.getByRole('dialog').getByRole('region', { name: 'Posting Register' });
  await register.getByRole('link').first().waitFor();
  expect(await horizontalOverflow(register)).toBe(0);
  await expect(register.getByRole('link', { name: /^NO / }).first()).toBeVisible();
  // Right edge of the last digit, with or without parentheses.
  const ends = await register.locator('tbody .figures').evaluateAll((cells) =>
    cells
      .filter((cell) => /\d\)?$/.test(cell.textContent ?? ''))
      .map((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const text = texts.nextNode() as Text;
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, text.data.replace(')', '').length);
        const edge = cell.getBoundingClientRect().right - range.getBoundingClientRect().right;
        return { isNegative: text.data.endsWith(')'), edge };
      }),
  );
  const edgesOf = (negative: boolean) =>
    ends.filter(({ isNegative }) => isNegative === negative).map(({ edge }) => edge);
  expect(edgesOf(true).length).toBeGreaterThan(0);
  for (const edge of edgesOf(true)) expect(Math.abs(edge - edgesOf(false)[0]!)).toBeLessThan(0.6);
  // Not cut off in a column of minimum width.
  const negative = register.locator('.hung:has(a span)').first();
  const isCutOff = await negative.evaluate((amount) => {
    const narrow = document.createElement('div');
    narrow.style.width = 'min-content';
    narrow.appendChild(amount.cloneNode(true));
    amount.parentElement!.appendChild(narrow);
    const text = narrow.querySelector('a span')!;
    const isCutOff = text.scrollWidth > text.clientWidth;
    narrow.remove();
    return isCutOff;
  });
  expect(isCutOff).toBe(false);

  // On paper, codes stay whole, and text after an amount keeps its distance.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const entered = page.locator('.paper tbody td.figures + td:not(.figures)').first();
  expect(
    await entered.evaluate((cell) => Number.parseFloat(getComputedStyle(cell).paddingLeft)),
  ).toBeGreaterThan(10);
  const code = page
    .locator('.paper tbody td')
    .filter({ hasText: /^NO 6506\/11-F-024$/ })
    .first();
  expect(await code.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });

  // Text spacing from the user's own style sheet, applied while reading.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await expect.poll(() => horizontalOverflow(register)).toBeGreaterThan(0);
  expect(await cutFigures(page)).toEqual([]);
});
