import { expect, type Locator, type Page } from '@playwright/test';
import { comeToLife } from './alive';

/** A well of the company that the page shows. Answers its id. */
export async function addWell(page: Page, wellCode: string, activeDate: string): Promise<string> {
  const well = { wellCode, wellName: `Well ${wellCode}`, wellStatus: 'Active', field: 'F', activeDate };
  return (await send(page, '/api/wells', well)).id as string;
}

/** An initial layer at 12 % over 20 years, with as much inflation: its value is its cost, and a month accretes 1 % of it. */
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

/** Posts accretion for the company, one period end after the other. */
export async function postThrough(page: Page, ...periodEnds: string[]): Promise<void> {
  for (const periodEnd of periodEnds) {
    await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  }
}

/** Opens a page and waits until all of it has come to life: a click before that is lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await comeToLife(page);
}

export async function fetchJson<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return response.json();
}

/** One toast in sight says all of it. */
export async function expectToast(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' }).locator('> *');
  // The one before it may still be on its way out.
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
