import { expect } from '@playwright/test';
import {
  addLayer,
  addWell,
  expectToast,
  fetchJson,
  open,
  postAccretionThrough,
  rowOf,
} from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('a settlement whose response is lost posts once and is reversed; the well is then plugged at 130% of its obligation, and the loss is in the journal', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await open(page, '/');
  let lost = 0;
  const answer = Promise.withResolvers<void>();
  await page.route(/\/settlements\?reviewed=/, async (route) => {
    const response = await route.fetch();
    lost += 1;
    await answer.promise;
    await (lost === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  await page.getByRole('button', { name: 'Settle A-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle Well' });
  await dialog.getByLabel('Date').fill('2023-12-31');
  await dialog.getByLabel('Cost').fill('40000');
  const settle = dialog.getByRole('button', { name: /^Settle/ });
  await expect(settle).not.toHaveAttribute('aria-disabled', 'true');
  await settle.click();
  // While the request is pending, the form stays open and doesn't offer to discard what may already be posted.
  await page.keyboard.press('Escape');
  for (const name of ['Cancel', 'Close']) {
    await expect(dialog.getByRole('button', { name })).toHaveAccessibleDescription('Please wait');
  }
  answer.resolve();
  await expect(dialog.getByRole('alert')).toContainText('Trying again won’t post it twice.');
  await settle.click();
  await expect(dialog).toBeHidden();
  expect(lost).toBe(2);
  const [posted] = await fetchJson<{ id: string; reversedById: string | null }[]>(
    page,
    '/api/postings?kind=settlement',
  );
  expect(await fetchJson(page, '/api/postings?kind=settlement')).toHaveLength(1);

  // A new posting can be reversed from its toast.
  await page
    .getByRole('region', { name: /^Notification/ })
    .getByRole('link', { name: 'Reverse' })
    .click();
  await expect(page).toHaveURL(new RegExp(`well=.*dialog=reverse&posting=${posted!.id}`));
  const reverse = page.getByRole('dialog', { name: /^Reverse/ });
  await reverse.getByLabel('Reason').fill('The wrong well');
  await reverse.getByRole('button', { name: /^Reverse \d/ }).click();
  await expect(reverse).toBeHidden();
  const [settled] = await fetchJson<{ reversedById: string | null }[]>(page, '/api/postings?kind=settlement');
  expect(settled!.reversedById).not.toBeNull();

  await postAccretionThrough(page, '2024-01-31');
  await page.unrouteAll();
  await open(page, '/');

  // By keyboard alone, starting from the row.
  await page.getByRole('button', { name: 'Settle A-1' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter the cost to see what will post.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Settle' }).press('Enter');
  await expect(dialog.getByText('Cost is required')).toBeVisible();
  await dialog.getByLabel('Date').fill('2024-01-31');
  await dialog.getByLabel('Cost').fill('$131,300.00');
  await dialog.getByLabel('Relief').fill('200000');
  await expect(
    dialog.getByText('Relief can’t exceed the well’s carrying amount on Jan 31, 2024, 101,000.00'),
  ).toBeVisible();
  await dialog.getByLabel('Final settlement').press('Space');
  await expect(dialog.getByLabel('Relief')).toBeHidden();
  await expect(dialog.locator('dl')).toContainText('Loss');
  await expect(dialog.locator('dl')).toContainText('30,300.00');
  // One layer, whose liability and asset are derecognized.
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  await expect(planned.getByText('1 layer of A-1')).toBeVisible();
  await expect(planned.getByText('Asset retired')).toBeVisible();
  await expect(dialog).toContainText('the asset retired, $100,000.00, goes to accumulated depreciation');
  await dialog.getByLabel('Reference').fill('AFE 7');
  await page.keyboard.press('Enter');
  await expectToast(page, 'A-1 settled in full. Loss $30,300.00.');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page.getByRole('table', { name: 'Wells' }), 'A-1')).toContainText('Plugged');

  type Row = { mainAccount: string; netValue: string; voucherNumber: string };
  const journal = '/api/reports/journal-entries?beginDate=2024-01-31&endDate=2024-02-01';
  const rows = (await fetchJson<Row[]>(page, journal)).filter((row) =>
    row.voucherNumber.startsWith('ARO-S-'),
  );
  expect(rows.map(({ mainAccount, netValue }) => [mainAccount, netValue])).toEqual([
    ['2400', '101000.00'],
    ['7900', '30300.00'],
    ['2050', '-131300.00'],
    ['1890', '100000.00'],
    ['1800', '-100000.00'],
  ]);

  await page.getByRole('button', { name: 'Settle A-1' }).click();
  await dialog.getByLabel('Cost').fill('5');
  await expect(dialog.getByText('Well "A-1" was settled in full')).toBeVisible();
});

test('the preview of a settlement shows every column on a laptop', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  const code = 'NO 15/9-A-004';
  await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 1_486_031, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/');
  await page.getByRole('button', { name: `Settle ${code}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle Well' });
  await dialog.getByLabel('Date').fill('2024-02-15');
  await dialog.getByLabel('Cost').fill('100000');
  await dialog.getByLabel('Final settlement').check();
  const frame = dialog.getByRole('region', { name: 'What will be posted' });
  await expect(frame.getByText('Asset retired').first()).toBeVisible();
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a final settlement that writes off an asset shows both parts and their total', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  const company = await addToNewCompany(browser, page);
  const settings = (data: object) => page.request.put(`/api/companies/${company.id}/settings`, { data });
  const straightLine = { depreciation: 'straight-line', depreciationFrom: '2023-12-31' };
  expect((await settings(straightLine)).ok()).toBe(true);
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31');
  await open(page, '/');

  await page.getByRole('button', { name: 'Settle A-1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle Well' });
  await dialog.getByLabel('Date').fill('2024-01-31');
  await dialog.getByLabel('Cost').fill('90000');
  await expect(dialog.locator('dl')).toContainText('Gain or loss0.00');
  await dialog.getByLabel('Final settlement').check();
  const figures = dialog.locator('dl');
  await expect(figures).toContainText('Relief less cost11,000.00');
  await expect(figures).toContainText('Asset written off99,583.33');
  await expect(figures).toContainText('Net loss88,583.33');
  const planned = dialog.getByRole('table', { name: 'What will be posted' });
  await expect(rowOf(planned, 'Total')).toContainText('(88,583.33)');
  await dialog.getByRole('button', { name: /^Settle, Relief/ }).click();
  await expectToast(
    page,
    'A-1 settled in full. Relief less cost $11,000.00, asset written off $99,583.33, net loss $88,583.33.',
  );
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'A-1', exact: true }).click();
  const settled = page.getByRole('table', { name: 'Settlements' }).getByRole('row');
  await expect(settled.first()).toContainText('Relief Less Cost ($)Asset Written Off ($)Gain or Loss ($)');
  await expect(settled.nth(1)).toContainText('11,000.0099,583.33(88,583.33)');

  // From a pasted table, under full cost.
  expect((await settings({ settlementDifference: 'pool' })).ok()).toBe(true);
  await open(page, '/');
  await page.getByRole('button', { name: 'Settle or Sell' }).click();
  await page.getByRole('menuitem', { name: 'Settle Wells' }).click();
  const wells = page.getByRole('dialog', { name: 'Settle Wells' });
  const pasted = ['Well\tDate\tCost\tFinal', 'A-2\t2024-01-31\t90000\tyes'].join('\n');
  await wells.getByRole('textbox', { name: 'Rows' }).fill(pasted);
  await expect(wells.locator('dl')).toContainText('Asset written off99,583.33Added to the pool88,583.33');
  const rows = wells.getByRole('table', { name: 'Settled wells' });
  await expect(rowOf(rows, 'A-2')).toContainText('11,000.0099,583.3388,583.33');
  await wells.getByRole('button', { name: /^Settle 1 Well, Relief/ }).click();
  await expectToast(page, /Relief \$101,000\.00, cost \$90,000\.00, asset written off \$99,583\.33\./);
});
