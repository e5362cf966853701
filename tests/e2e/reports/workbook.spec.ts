import { expect, type Page } from '@playwright/test';
import { test } from '../../support/e2e/test';
import { computedCents as cents, sheetsOf, tableOf } from '../../support/workbook';

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

test('report and well workbooks match the ledger', async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await signIn({ email: 'viewer@example.com' });
  const dates = 'beginDate=2000-01-01&endDate=2026-12-31';

  await page.goto(`/?tab=detail&dialog=disclosure&by=well&${dates}`, READY);
  const disclosure = page.getByRole('dialog', { name: 'ARO Disclosure' });
  const file = await download(page, () => disclosure.getByRole('button', { name: 'Download XLSX' }).click());
  const answered = await page.request.get(`/api/reports/disclosure?by=well&${dates}`);
  const expected: Record<string, string>[] = await answered.json();
  expect(expected.length).toBeGreaterThan(2);
  const sheet = (await sheetsOf(file))['ARO Disclosure'];
  expect(sheet!.flat()).toContain('Amounts in $, negative amounts in parentheses');
  const [total, ...rows] = tableOf(sheet, 'Well Code').reverse();
  expect(
    rows.reverse().map((row) => [row['Well Code'], cents(row.Ending), cents(row['Non-Current'])]),
  ).toEqual(expected.map((row) => [row.group, cents(row.ending), cents(row.nonCurrent)]));
  expect(rows.map((row) => cents(row.Difference)).every((difference) => difference === 0)).toBe(true);
  expect(cents(total!.Ending)).toBe(expected.reduce((sum, row) => sum + cents(row.ending), 0));

  const wells: { id: string; wellCode: string }[] = await (await page.request.get('/api/wells')).json();
  const group = expected.find((row) => cents(row.accretion) !== 0 && cents(row.revisions) !== 0)!.group;
  const { id } = wells.find(({ wellCode }) => wellCode === group)!;
  await page.goto(`/?tab=wells&well=${id}`, READY);
  const workbook = await sheetsOf(
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

test('journal and filtered layer workbooks match the ledger', async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await signIn({ email: 'viewer@example.com' });
  const of = async <Row = Record<string, string>>(path: string): Promise<Row> =>
    (await page.request.get(path)).json();

  // A month with every kind of voucher.
  const days = 'beginDate=2026-02-01&endDate=2026-02-28';
  await page.goto(`/?tab=detail&dialog=journal-entries&${days}`, READY);
  const dialog = page.getByRole('dialog', { name: 'Journal Entries' });
  const journal = await sheetsOf(
    await download(page, () => dialog.getByRole('button', { name: 'Download XLSX' }).click()),
  );
  const entries = await of<Record<string, string>[]>(`/api/reports/journal-entries?${days}`);
  expect(entries.length).toBeGreaterThan(500);
  const rows = tableOf(journal['Journal Entries'], 'Voucher');
  expect(rows.slice(0, -1).map((row) => cents(row.Debit) - cents(row.Credit))).toEqual(
    entries.map((row) => cents(row.netValue)),
  );
  const { accounts, debits } = await of<{ accounts: Record<string, string>[]; debits: string }>(
    `/api/reports/journal?${days}`,
  );
  expect([cents(rows.at(-1)!.Debit), cents(rows.at(-1)!.Credit)]).toEqual([cents(debits), cents(debits)]);
  const totals = tableOf(journal['Totals by Account'], 'Account').slice(0, -1);
  expect(totals.map((row) => [row.Account, cents(row.Debits), cents(row.Credits)])).toEqual(
    accounts.map((row) => [row.account, cents(row.debits), cents(row.credits)]),
  );

  // Only second layers, which are measured from the previous estimate, of one field.
  await page.goto('/?tab=detail&field=LOMVI&layer=2', READY);
  const detail = await sheetsOf(
    await download(page, async () => {
      await page.getByRole('button', { name: 'More Reports' }).click();
      await page.getByRole('menuitem', { name: 'ARO Detail as XLSX' }).click();
    }),
  );
  const layers = await of<(Record<string, string> & { id: string })[]>('/api/aro-layers?field=LOMVI&layer=2');
  expect(layers.length).toBeGreaterThan(2);
  const [total, ...listed] = tableOf(detail['ARO Detail'], 'Well Code').reverse();
  listed.reverse();
  expect(listed.map((row) => cents(row['Present Value']) + cents(row.Other))).toEqual(
    layers.map((row) => cents(row.aroValue)),
  );
  expect(listed.filter((row) => cents(row.Other) === 0).length).toBeGreaterThan(0);
  expect(cents(total!['Current Value'])).toBe(
    layers.reduce((sum, row) => sum + cents(row.currentAroValue), 0),
  );
  const ids = new Set(layers.map(({ id }) => id));
  const records = (
    await of<{ aroLayerId: string; accretionExpense: string }[]>('/api/accretion?field=LOMVI')
  ).filter(({ aroLayerId }) => ids.has(aroLayerId));
  const accretion = tableOf(detail.Accretion, 'Well Code').slice(0, -1);
  expect(accretion).toHaveLength(records.length);
  expect(accretion.filter((row) => cents(row.Difference) !== 0)).toEqual([]);
  expect(cents(total!.Accreted)).toBe(records.reduce((sum, row) => sum + cents(row.accretionExpense), 0));
  expect(listed.map((row) => cents(row.Accreted) + cents(row['Settled, Sold, Reversed']))).toEqual(
    layers.map((row) => cents(row.currentAroValue) - cents(row.aroValue)),
  );
});

test('maturities tie to the ledger’s liability on that date, in total, by field and within a field', async ({
  page,
  signIn,
}) => {
  await signIn({ email: 'viewer@example.com' });
  const dialog = page.getByRole('dialog', { name: 'ARO Maturities' });
  const heading = dialog.getByRole('columnheader').first();
  const expectTies = async (first: string) => {
    await expect(heading).toHaveText(first);
    await expect(dialog.getByText('Ties ✓')).toBeVisible();
    await expect(
      dialog.getByText(/Discounted [\d,.]+ = ARO liability in the trial balance on that date\.$/),
    ).toBeVisible();
  };
  await page.goto('/?tab=detail&dialog=maturities&asOf=2026-06-30&by=well&inField=LOMVI', READY);
  await expectTies('Well Code');
  await dialog.getByRole('radio', { name: 'By field' }).click();
  await expectTies('Field');
  await dialog.getByRole('radio', { name: 'Total' }).click();
  await expectTies('Due');
  // The workbook labels the spans as the screen does.
  const file = await download(page, () => dialog.getByRole('button', { name: 'Download XLSX' }).click());
  expect((await sheetsOf(file))['ARO Maturities']!.map(([name]) => name).slice(-8)).toEqual([
    'Due',
    'Through Jun 30, 2027, or overdue',
    'Through Jun 30, 2028',
    'Through Jun 30, 2029',
    'Through Jun 30, 2030',
    'Through Jun 30, 2031',
    'After Jun 30, 2031',
    'Total',
  ]);
  // A deployment has replaced the code that writes the workbook.
  await page.route('**/workbook-worker*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Download XLSX' }).click();
  await expect(
    page.getByText('Couldn’t load this. Check your connection and reload the page.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible();
  await page.unroute('**/workbook-worker*');
  // A span of twelve months is only part of the liability.
  await dialog.getByRole('table').last().getByRole('link').first().click();
  await expect(page).toHaveURL(/by=field&span=1/);
  await expect(heading).toHaveText('Field');
  await expect(dialog.getByRole('table').last()).toBeVisible();
  await expect(dialog.getByText('Ties ✓')).toHaveCount(0);

  // A difference is shown with its amount.
  await page.route('**/api/reports/trial-balance?*', async (route) => {
    const answer = await route.fetch();
    const rows: { name: string; ending: string }[] = await answer.json();
    for (const row of rows) if (row.name === 'ARO liability') row.ending = '-1.00';
    await route.fulfill({ response: answer, json: rows });
  });
  await dialog.getByRole('radio', { name: 'Total' }).click();
  await dialog.getByLabel('As of').fill('2026-07-31');
  await expect(dialog.getByText('Doesn’t tie')).toBeVisible();
  await expect(
    dialog.getByText(/less the trial balance’s ARO liability of 1\.00 is [\d,.]+\. /),
  ).toBeVisible();
});
