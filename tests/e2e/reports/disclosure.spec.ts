import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';

const READY = { waitUntil: 'networkidle' } as const;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'ARO Disclosure' });
const table = (page: Page) => dialog(page).getByRole('table', { name: 'ARO Disclosure' });

/** window.find works like Ctrl+F and is missing from the DOM types. */
type Finder = { find: (text: string) => boolean };

const cents = (amount: string) => BigInt(amount.replace('.', ''));
/** Formats cents as reports do: a dash for zero, parentheses for negative amounts. */
function written(amount: bigint): string {
  if (amount === 0n) return '–';
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  const text = `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
  return amount < 0n ? `(${text})` : text;
}

test('the disclosure offers a retry, shows by well, is searchable, and ties to the rollforward', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  await page.route('**/api/reports/disclosure?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/?tab=detail', READY);
  await page.getByRole('button', { name: 'More Reports' }).click();
  await page.getByRole('menuitem', { name: 'ARO Disclosure' }).click();
  await expect(dialog(page).getByText('Couldn’t load this report.')).toBeVisible();
  await page.unroute('**/api/reports/disclosure?*');
  await dialog(page).getByRole('button', { name: 'Try Again' }).click();
  const [beginDate, endDate] = [
    await dialog(page).getByLabel('Begin Date').inputValue(),
    await dialog(page).getByLabel('End Date').inputValue(),
  ];
  const dates = `beginDate=${beginDate}&endDate=${endDate}`;
  const rolled: Record<string, string>[] = await (
    await page.request.get(`/api/reports/aro-rollforward?${dates}`)
  ).json();
  const total = (column: string) => rolled.reduce((sum, row) => sum + cents(row[column]!), 0n);
  const line = (name: string) => table(page).getByRole('row', { name }).getByRole('cell').last();
  await expect(line('Beginning balance')).toHaveText(written(total('beginningBalance')));
  await expect(line('Accretion expense')).toHaveText(written(total('accretion')));
  await expect(line('Ending balance')).toHaveText(written(total('endingBalance')));

  await dialog(page).getByText('By well').click();
  await expect(table(page).getByRole('columnheader').first()).toHaveText('Well Code');
  const headings = await table(page).getByRole('columnheader').allTextContents();
  const footer = await table(page).locator('tfoot').getByRole('cell').allTextContents();
  const totalOf = (heading: string) => footer[headings.indexOf(`${heading} ($)`)];
  expect(footer[0]).toBe('Total');
  expect(totalOf('Beginning')).toBe(written(total('beginningBalance')));
  expect(totalOf('Accretion')).toBe(written(total('accretion')));
  expect(totalOf('Ending')).toBe(written(total('endingBalance')));
  const [first] = rolled;
  const row = table(page).getByRole('row', { name: first!.wellCode! });
  await expect(row.getByRole('cell').nth(headings.indexOf('Ending ($)') - 1)).toHaveText(
    written(cents(first!.endingBalance!)),
  );

  // The browser's own search finds the last well.
  await expect(table(page)).toHaveAttribute('aria-rowcount', /^\d{3}$/);
  // Plus the total row, which the count leaves out.
  const count = Number(await table(page).getAttribute('aria-rowcount'));
  await expect(table(page).getByRole('row')).toHaveCount(count + 1);
  const last = await table(page)
    .locator('tbody tr:has(th, td a)')
    .last()
    .locator('th, td')
    .first()
    .innerText();
  expect(await page.evaluate((text) => (window as unknown as Finder).find(text), last)).toBe(true);

  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`aro-disclosure-by-well-${beginDate}-to-${endDate}.csv`);

  // Dates in the wrong order get a message, and the old rows are hidden.
  await dialog(page).getByLabel('Begin Date').fill(endDate);
  await expect(dialog(page).getByText('Begin date must be before end date')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Download CSV' })).toBeDisabled();
});

test('a year shows next to the two prior years, and each drills down on its own dates', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  await page.goto('/?tab=detail&dialog=disclosure&beginDate=2025-01-01&endDate=2025-12-31', READY);
  await dialog(page).getByText('Two prior years').click();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Line',
    'Year ended Dec 31, 2025 ($)',
    'Year ended Dec 31, 2024 ($)',
    'Year ended Dec 31, 2023 ($)',
  ]);
  await expect(page).toHaveURL(/compare=2/);
  const cellsOf = (name: string) =>
    table(page).getByRole('row', { name }).getByRole('cell').allTextContents();
  const [, beginning] = await cellsOf('Beginning balance');
  const [, , endingBefore] = await cellsOf('Ending balance');
  expect(beginning).toBe(endingBefore);
  await expect(
    dialog(page).getByText(`Ending balance Dec 31, 2024 ${endingBefore} = beginning balance Jan 1, 2025`),
  ).toContainText('Ties ✓');

  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe(
    'aro-disclosure-comparative-2025-01-01-to-2025-12-31.csv',
  );
  const workbook = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download XLSX' }).click();
  expect((await workbook).suggestedFilename()).toBe(
    'aro-disclosure-comparative-2025-01-01-to-2025-12-31.xlsx',
  );

  await table(page).getByRole('row', { name: 'Accretion expense' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/beginDate=2024-01-01&endDate=2024-12-31&by=field/);
  await expect(table(page).getByRole('columnheader').first()).toHaveText('Field');
});
