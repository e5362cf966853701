import { expect, type Locator } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { horizontalOverflow } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

test('wells with long codes and names are distinguishable in tables, pickers and the palette', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  const long = {
    wellName: 'Petroleum Development Corporation Bakken Middle Member Unit 14-23H Lateral Re-entry',
    field: 'Wolfcamp Delaware Southern Extension Unit of the Permian Basin',
    wellStatus: 'Active',
    activeDate: '2024-01-01',
  };
  const add = async (wellCode: string): Promise<{ id: string }> =>
    (await page.request.post('/api/wells', { data: { ...long, wellCode } })).json();
  const well = await add('US-42-301-34567-PERMIAN-DELAWARE-UNIT-A');
  await add('US-42-301-34567-PERMIAN-DELAWARE-UNIT-B');
  /** Width of an element, which is that of its visible text. */
  const shown = (it: Locator) => it.evaluate((element) => element.getBoundingClientRect().width);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const code = page.getByRole('table', { name: 'Wells' }).getByRole('link').first();
  // Cut off within its cell, not pushed out of it entirely.
  expect(await shown(code.getByText('US-42-301'))).toBeGreaterThan(60);
  await expect(code.getByText('US-42-301')).toBeInViewport({ ratio: 1 });
  expect(await code.getByText('US-42-301').evaluate((it) => getComputedStyle(it).textOverflow)).toBe(
    'ellipsis',
  );

  await page.goto('/?tab=calculate', { waitUntil: 'networkidle' });
  await page.getByRole('combobox', { name: 'Well' }).fill('permian');
  const option = page.getByRole('listbox').getByRole('option').first();
  await expect(option).toContainText(long.wellName);
  expect(await horizontalOverflow(option)).toBe(0);
  expect(await horizontalOverflow(option.locator('> span'))).toBe(0);
  expect(await shown(option)).toBeGreaterThan(220);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/?tab=wells&well=${well.id}`, { waitUntil: 'networkidle' });
  const figures = page.locator('dl').first();
  await expect(figures).toContainText(long.field);
  const [frame, value] = await Promise.all(
    [figures, figures.getByText(long.field)].map(async (it) => (await it.boundingBox())!),
  );
  expect(value!.x + value!.width).toBeLessThanOrEqual(frame!.x + frame!.width);

  // With the longest possible code, the company's name keeps its half of the space.
  const header = page.getByRole('banner');
  await header.getByText(company.code, { exact: true }).evaluate((it) => {
    it.textContent = 'LONGEST-COMPANY-CODE';
  });
  expect(await shown(header.getByText(company.name, { exact: true }))).toBeGreaterThan(60);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('permian');
  const command = page.getByRole('option', { name: /UNIT-A/ });
  await expect(command).toBeVisible();
  expect(await horizontalOverflow(command)).toBe(0);
});
