import { expect, type Locator, type Page } from '@playwright/test';

/** Header row of a file with wells only. */
export const WELL_TITLES = 'wellCode,wellName,wellStatus,field,activeDate';

/** A file in the form that Playwright's setInputFiles accepts. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer };

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Mass Upload Wells' });

/** The dialog's file input, with or without a chosen file. */
export const picker = (page: Page) => dialogOf(page).getByLabel(/^Choose a(nother)? (CSV )?file/i);

export function csvFile(text: string, name = 'wells.csv'): TestFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Mass Upload Wells' }).first().click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

/** Chooses a file and clicks the button that uploads it. */
export async function upload(page: Page, file: string | TestFile, button: string): Promise<void> {
  await picker(page).setInputFiles(file);
  await dialogOf(page).getByRole('button', { name: button, exact: true }).click();
}

/** Uploads a file through the API, and expects all of its rows to succeed. */
export async function uploadThroughApi(page: Page, { name, mimeType, buffer }: TestFile): Promise<void> {
  const { uploadURL } = await (await page.request.post('/api/objects/upload')).json();
  const headers = { 'Content-Type': mimeType };
  expect((await page.request.put(uploadURL, { data: buffer, headers })).status()).toBe(204);
  const data = { uploadURL, fileName: name };
  const { results } = await (await page.request.post('/api/wells/mass-upload', { data })).json();
  expect(results.failed).toBe(0);
}

/** Waits until the upload has ended with these counts. */
export async function expectCounts(page: Page, processed: string, successful: string, failed: string) {
  await expect(count(page, 'Total Processed')).toHaveText(processed, { timeout: 60_000 });
  await expect(count(page, 'Successful')).toHaveText(successful);
  await expect(count(page, 'Failed')).toHaveText(failed);
}

export async function wellsOf(page: Page): Promise<{ wellCode: string }[]> {
  return (await page.request.get('/api/wells')).json();
}

const count = (page: Page, label: string) =>
  dialogOf(page).getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
