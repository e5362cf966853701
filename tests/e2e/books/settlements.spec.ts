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

test('wells are settled from a pasted table, and ambiguous dates are asked about', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const code of ['A-1', 'A-2']) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31');
  await open(page, '/');
  await page.route(/papaparse/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Settle or Sell' }).click();
  await page.getByRole('menuitem', { name: 'Settle Wells' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle Wells' });
  const rows = dialog.getByRole('textbox', { name: 'Rows' });
  const table = ['Well', 'Date', 'Cost', 'Final', 'AFE'].join('\t');
  const pasted = [
    table,
    'A-1\t3/1/2024\t$60,000.00\tyes\t17',
    'A-2\t1/3/2024\t50000\t\t18',
    'Total\t\t$110,000.00',
  ].join('\n');
  await rows.fill(pasted);
  // The code that parses the rows fails to load.
  await expect(dialog.getByText('Couldn’t load the table reader.')).toBeVisible();
  await expect(rows).toHaveValue(/^Well\tDate/);
  await page.unroute(/papaparse/);
  page.once('dialog', (leave) => void leave.accept());
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(rows).toHaveValue('');
  await rows.fill(`${table}\nA-1\tDec 2045\t60000\tyes\t17`);
  await expect(rowOf(dialog.getByRole('table', { name: 'Failed rows' }), 'A-1')).toContainText(
    'Date: "Dec 2045" isn’t a date',
  );
  await rows.fill(pasted);
  await expect(dialog.getByText('Row 4 looks like a total or a note.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Leave out' }).check();
  const settled = dialog.getByRole('table', { name: 'Settled wells' });
  await expect(dialog.getByText('Answer the question above')).toBeVisible();
  await dialog.getByRole('button', { name: 'Day first: Jan 3, 2024' }).click();
  await expect(rowOf(settled, 'A-1')).toContainText('Jan 3, 2024');
  await dialog.getByRole('button', { name: 'Day first. Change' }).click();
  await expect(settled).toBeHidden();
  await dialog.getByRole('button', { name: 'Month first: Mar 1, 2024' }).click();
  await expect(rowOf(settled, 'A-2')).toContainText('Jan 3, 2024');
  await expect(dialog.locator('dl')).toContainText('Gains');
  await dialog.getByRole('button', { name: /^Settle 2 Wells, Relief/ }).click();
  await expectToast(page, /^Success2 wells settled in 2 postings\. Relief .*, cost \$110,000\.00\./);
  await expect(dialog).toBeHidden();
  const wells = page.getByRole('table', { name: 'Wells' });
  await expect(rowOf(wells, 'A-1')).toContainText('Plugged');
  await expect(rowOf(wells, 'A-2')).toContainText('Active');

  // Postings made together can be reversed in one place.
  await page.getByRole('link', { name: 'Reverse', exact: true }).click();
  const everything = page.getByRole('dialog', { name: 'Reverse Postings' });
  await expect(everything.getByLabel('Everything posted together with it')).toBeChecked();
  await expect(everything.getByRole('button', { name: /^Reverse \d+ Postings, / })).toBeVisible();
  await everything.getByRole('button', { name: 'Choose Postings' }).click();
  const postings = page.getByRole('dialog', { name: 'Reverse Postings' });
  const listed = postings.getByRole('table', { name: 'Postings' });
  await expect(listed.locator('tbody').getByRole('row')).toHaveCount(2);
  await rowOf(listed, 'A-1')
    .getByRole('button', { name: /^Reverse posting/ })
    .click();
  const reversal = page.getByRole('dialog', { name: 'Reverse Posting', exact: true });
  await reversal.getByLabel('Reason').fill('Entered twice');
  const later = reversal.getByLabel('Also reverse later postings');
  const reverse = reversal.getByRole('button', { name: /^Reverse \d+ Posting/ });
  await expect(later.or(reverse)).toBeVisible();
  if (await later.isVisible()) await later.check();
  await reverse.click();
  await expect(rowOf(listed, 'A-1')).toContainText('Reversed');
  await expect(rowOf(listed, 'A-2').getByRole('button')).toBeVisible();

  // Reverse the rest in one step: the skipped well is reported, and A-2 is back to its previous state.
  await postings.getByRole('button', { name: 'Reverse Everything' }).click();
  await expect(everything).toContainText('1 well is left out because its postings are already reversed.');
  await everything.getByLabel('Reason').fill('Entered twice');
  await everything.getByRole('button', { name: /^Reverse \d+ Postings, / }).click();
  await expectToast(page, / postings reversed\. Liability /);
  await expect(everything).toBeHidden();
  await expect(rowOf(wells, 'A-1')).toContainText('Active');
  const [newest] = await fetchJson<object[]>(page, '/api/postings?kind=settlement&limit=1');
  expect(newest).toMatchObject({ reversedById: expect.any(String) });
  expect(await fetchJson(page, '/api/books/check')).toMatchObject({ ok: true });
});
