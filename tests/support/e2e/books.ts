import { expect, type Locator, type Page } from '@playwright/test';
import { waitForHydration } from './hydration';

/** Adds a well to the page's company. Returns its ID. */
export async function addWell(page: Page, wellCode: string, activeDate: string): Promise<string> {
  const well = { wellCode, wellName: `Well ${wellCode}`, wellStatus: 'Active', field: 'F', activeDate };
  return (await send(page, '/api/wells', well)).id as string;
}

/** Adds an initial layer over 20 years, with inflation and discount both at 12%: its value is its cost, and a month accretes 1% of it. */
export async function addLayer(
  page: Page,
  wellId: string,
  { cost, date }: { cost: number; date: string },
): Promise<void> {
  await send(page, '/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    discountRate: 12,
    inflationRate: 12,
    pAndACost: cost,
    wellLifespan: 20,
    calculationDate: date,
  });
}

/** Posts the company's accretion for each period end, in order. */
export async function postAccretionThrough(page: Page, ...periodEnds: string[]): Promise<void> {
  for (const periodEnd of periodEnds) {
    await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  }
}

/** Opens a page and waits until all of it has hydrated, because earlier clicks are lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

export async function fetchJson<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return response.json();
}

/** Expects a single visible toast to contain all of the texts. */
export async function expectToast(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' }).locator('> *');
  // The previous toast may still be on its way out.
  const toast = toasts.filter({ hasText: texts[0], visible: true });
  for (const text of texts) await expect(toast).toContainText(text);
}

export function rowOf(table: Locator, text: string | RegExp): Locator {
  return table.getByRole('row').filter({ hasText: text });
}

async function send(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
  return response.json();
}
