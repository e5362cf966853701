import { expect, type Page } from '@playwright/test';
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

const results = (page: Page) => page.getByRole('table', { name: 'Accretion Results' });
const postings = (page: Page) => page.getByRole('table', { name: 'Postings' });
const planned = (page: Page) => page.getByRole('table', { name: 'What will be posted' });

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const code of ['A-1', 'B-1']) {
    await addLayer(page, await addWell(page, code, '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  }
  await postAccretionThrough(page, '2024-01-31', '2024-02-29', '2024-03-31');
});

test('an accretion posting is reversed together with later postings, after a preview to the cent', async ({
  page,
}) => {
  await open(page, '/?tab=accretion&periodEnd=2024-02-29');
  // This option loads last and moves the content below it.
  await expect(page.getByLabel('Post each month separately')).toBeVisible();
  await expect(results(page)).toContainText('$2,020.00');
  await postings(page)
    .getByRole('button', { name: /^Reverse posting/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Reverse Posting' });

  // March is in the way: the refusal lists it and offers to reverse it too.
  await expect(dialog).toContainText('These wells have later postings: accretion dated Mar 31, 2024');
  const confirm = dialog.getByRole('button', { name: /^Reverse/ });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Also reverse later postings').check();
  await expect(dialog).toContainText('2 postings in Feb 2024 and Mar 2024');
  await expect(rowOf(planned(page), 'Mar 31, 2024').first()).toContainText('(2,040.20)');
  await expect(rowOf(planned(page), 'Feb 29, 2024').first()).toContainText('(2,020.00)');
  await expect(rowOf(planned(page), 'Total')).toContainText('(4,060.20)');
  await expect(confirm).toHaveText('Reverse 2 Postings, (4,060.20)');

  await confirm.click();
  await expect(dialog.getByText('A reason is required')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Posted too early');
  // A blank date has its own meaning, so a half-typed date must not count as blank.
  const date = dialog.getByLabel('Date');
  await date.press('3');
  await confirm.click();
  await expect(dialog.getByText('Enter a complete, valid date')).toBeVisible();
  await expect(date).toBeFocused();
  await date.press('Backspace');
  // A later date than necessary.
  const late = dialog.getByText('Reports keep these amounts until Mar 31, 2024');
  await date.fill('2024-03-31');
  await expect(late).toBeVisible();
  await date.fill('');
  await expect(late).toBeHidden();
  await confirm.click();
  await expectToast(page, '2 postings reversed. Liability (4,060.20).');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No accretion posted for the period ending Feb 29, 2024.')).toBeVisible();
  await expect(rowOf(postings(page), 'Posted too early')).toContainText('(2,020.00)');
  await expect(rowOf(postings(page), 'Reversed')).toContainText('2,020.00');
  await expect(page.getByText('Posted through Jan 31, 2024.')).toBeVisible();
  expect(await fetchJson(page, '/api/books/check')).toMatchObject({ ok: true });
});

test('a layer’s history reverses accretion for one well, and the others keep theirs', async ({ page }) => {
  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'History of B-1, Layer 1 (Initial)' }).click();
  const history = page.getByRole('dialog', { name: 'B-1: Layer 1 (Initial)' });
  const accretion = history.getByRole('table', { name: 'Accretion' });
  // Periods are contiguous and never overlap.
  await expect(rowOf(accretion, 'Jan 31, 2024')).toContainText('Jan 1, 2024');
  await expect(rowOf(accretion, 'Feb 29, 2024')).toContainText('Feb 1, 2024');

  await history.getByRole('button', { name: 'Reverse the accretion through Mar 31, 2024' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse Posting' });
  await expect(dialog.getByLabel('Only B-1')).toBeChecked();
  await expect(rowOf(planned(page), 'Total')).toContainText('(1,020.10)');
  await dialog.getByLabel('Reason').fill('B-1 stood still in March');
  await dialog.getByRole('button', { name: 'Reverse 1 Posting, (1,020.10)' }).click();
  await expectToast(page, '1 posting reversed.');
  await expect(rowOf(accretion, 'Mar 31, 2024')).toContainText('B-1 stood still in March');
  await expect(rowOf(accretion, 'Total')).toContainText('2,010.00');
  // A reversed posting can't be reversed again. The focused button is gone, so the dialog takes the focus.
  await expect(
    history.getByRole('button', { name: 'Reverse the accretion through Mar 31, 2024' }),
  ).toHaveCount(0);
  await expect(history).toBeFocused();
  await history.getByRole('button', { name: 'Close' }).last().click();
  await expect(history).toBeHidden();
  await expect(rowOf(page.getByRole('table', { name: 'ARO Detail' }), 'A-1')).toContainText('$103,030.10');
  await expect(rowOf(page.getByRole('table', { name: 'ARO Detail' }), 'B-1')).toContainText('$102,010.00');
});
