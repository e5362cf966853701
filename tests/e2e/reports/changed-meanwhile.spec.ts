import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';

const READY = { waitUntil: 'networkidle' } as const;
const printedFact = (page: Page, fact: string) => page.locator('section.paper').getByText(fact);
const print = (of: Pick<Page, 'getByRole'>) => of.getByRole('button', { name: 'Print', exact: true });
const closePrintDialog = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

test.beforeEach(async ({ page, signIn }) => {
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await signIn({ email: 'viewer@example.com' });
});

/** Holds matching requests until the returned function is called. */
async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a list in print and in a workbook names the filters its rows were loaded with', async ({ page }) => {
  const field = page.getByRole('combobox', { name: 'Field' });
  await page.goto('/?tab=detail&field=LOMVI&layer=2', READY);
  const answerLayers = await holdBack(page, '**/api/aro-layers?*');
  await print(page).click();
  await field.selectOption('HAVØRN');
  await page.waitForURL(/field=HAV/);
  answerLayers();
  await expect(printedFact(page, 'Filtered by field LOMVI, layer 2')).toBeAttached();
  const layers: unknown[] = await (await page.request.get('/api/aro-layers?field=LOMVI&layer=2')).json();
  await expect(page.locator('section.paper tbody tr')).toHaveCount(layers.length);
  await closePrintDialog(page);

  // While another field's page is loading, the layers and their accretion records are still the previous field's.
  const answerPage = await holdBack(page, /\.data\?/);
  await field.selectOption('LOMVI');
  const accretion = page.waitForRequest('**/api/accretion?*');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More Reports' }).click();
  await page.getByRole('menuitem', { name: 'ARO Detail as XLSX' }).click();
  expect(new URL((await accretion).url()).searchParams.get('field')).toBe('HAVØRN');
  await download;
  answerPage();
  await page.waitForURL(/field=LOMVI/);

  await page.goto('/?status=Plugged', READY);
  const answerWells = await holdBack(page, '**/api/wells/with-custom-fields?*');
  await page.keyboard.press('Control+p');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
  await page.waitForURL(/status=Active/);
  answerWells();
  await expect(printedFact(page, 'Filtered by status Plugged')).toBeAttached();
});

test('a report prints and exports under the dates and filters its rows were loaded with', async ({
  page,
}) => {
  await page.goto('/?tab=detail&dialog=disclosure', READY);
  const answerSeal = await holdBack(page, '**/api/books/seal');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Last year', exact: true }).click();
  const year = (await dialog.getByLabel('Begin Date').inputValue()).slice(0, 4);
  await expect(print(dialog)).toBeEnabled();
  await print(dialog).click();
  await dialog.getByRole('button', { name: 'Year to date', exact: true }).click();
  answerSeal();
  await expect(printedFact(page, `For the period Jan 1, ${year} through Dec 31, ${year}`)).toBeAttached();

  const today = new Date();
  const [begin, next] = [1, 2].map((day) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, day)).toISOString().slice(0, 10),
  );
  // The dialog's state right after the click, before anything is fetched.
  await page.goto(`/?tab=detail&dialog=journal-entries&beginDate=${begin}&endDate=${next}`, READY);
  await expect(print(dialog)).toBeEnabled();
  const disabled = await dialog.evaluate(async (element) => {
    const buttons = [...element.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === 'Last month')!.click();
    // React has rendered by now.
    await Promise.resolve();
    return buttons.filter((button) => button.disabled).map(({ innerText }) => innerText);
  });
  expect(disabled).toEqual(['Print', 'Download CSV', 'Download XLSX']);
  await expect(print(dialog)).toBeEnabled();

  await page.goto('/?tab=detail&overview=open', READY);
  const answerOverview = await holdBack(page, '**/api/reports/overview?*');
  await page.getByRole('combobox', { name: 'Field' }).selectOption('LOMVI');
  await page.waitForURL(/field=LOMVI/);
  await expect(print(page)).toHaveAccessibleDescription(/^The overview hasn’t loaded/);
  answerOverview();
  await print(page).click();
  await expect(printedFact(page, 'Filtered by field LOMVI')).toBeAttached();
});
