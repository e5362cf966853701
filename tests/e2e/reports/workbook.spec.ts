import { expect, type Page } from '@playwright/test';
import { isCalcInstalled } from '../../bench/calc-peer';
import { computedCents as cents, recalculate, tableOf } from '../../support/e2e/recalculate';
import { test } from '../../support/e2e/test';

const READY = { waitUntil: 'networkidle' } as const;

async function download(page: Page, click: () => Promise<void>): Promise<string> {
  const started = page.waitForEvent('download');
  await click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const path = test.info().outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

test('LibreOffice recomputes reports and a well to the cent', async ({ page, signIn }) => {
  test.skip(!isCalcInstalled(), 'LibreOffice is not installed');
  test.setTimeout(240_000);
  await signIn({ email: 'viewer@example.com' });
  const dates = 'beginDate=2000-01-01&endDate=2026-12-31';

  await page.goto(`/?tab=detail&dialog=disclosure&by=well&${dates}`, READY);
  const disclosure = page.getByRole('dialog', { name: 'ARO Disclosure' });
  const file = await download(page, () => disclosure.getByRole('button', { name: 'Download XLSX' }).click());
  const answered = await page.request.get(`/api/reports/disclosure?by=well&${dates}`);
  const expected: Record<string, string>[] = await answered.json();
  expect(expected.length).toBeGreaterThan(2);
  const [total, ...rows] = tableOf(recalculate(file)['ARO Disclosure'], 'Group').reverse();
  expect(rows.reverse().map((row) => [row.Group, cents(row.Ending), cents(row['Non-Current'])])).toEqual(
    expected.map((row) => [row.group, cents(row.ending), cents(row.nonCurrent)]),
  );
  expect(rows.map((row) => cents(row.Difference)).every((difference) => difference === 0)).toBe(true);
  expect(cents(total!.Ending)).toBe(expected.reduce((sum, row) => sum + cents(row.ending), 0));

  const wells: { id: string; wellCode: string }[] = await (await page.request.get('/api/wells')).json();
  const group = expected.find((row) => cents(row.accretion) !== 0 && cents(row.revisions) !== 0)!.group;
  const { id } = wells.find(({ wellCode }) => wellCode === group)!;
  await page.goto(`/?tab=wells&well=${id}`, READY);
  const workbook = recalculate(
    await download(page, () => page.getByRole('button', { name: 'Download XLSX of the Well' }).click()),
  );
  const of = async (path: string) =>
    (await (await page.request.get(path)).json()) as Record<string, string>[];

  const layers = tableOf(workbook.Layers, 'Well Code').slice(0, -1);
  const answeredLayers = await of(`/api/aro-layers?wellId=${id}`);
  expect(layers.map((row) => cents(row['Current Value']))).toEqual(
    answeredLayers.map((row) => cents(row.currentAroValue)),
  );
  expect(layers.map((row) => cents(row['Present Value']))).toEqual(
    answeredLayers.map((row) => cents(row.aroValue)),
  );

  const accretions = tableOf(workbook.Accretion, 'Layer').slice(0, -1);
  expect(accretions.length).toBe((await of(`/api/accretion?wellId=${id}`)).length);
  expect(accretions.filter((row) => cents(row.Difference) !== 0)).toEqual([]);
  expect(accretions.map((row) => cents(row.Accretion))).toEqual(
    accretions.map((row) => cents(row['Accretion per Ledger'])),
  );

  const movements = tableOf(workbook.Ledger, 'Effective').slice(0, -1);
  expect(movements.map((row) => cents(row['Liability Balance']))).toEqual(
    (await of(`/api/wells/${id}/ledger`)).map((row) => cents(row.liabilityBalance)),
  );
});
