import { expect } from '@playwright/test';
import { addLayer, addWell, open, rowOf } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('checks the books on demand and lists differences and wells with a negative liability', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await open(page, '/?tab=company');
  await page.getByRole('tab', { name: 'Books Check' }).click();
  await expect(page).toHaveURL(/view=books/);
  const button = page.getByRole('button', { name: 'Check the Books' });
  await button.click();
  await expect(page.getByText('The books check out')).toBeVisible();
  await expect(page.getByText('1 layer, 1 posting and 1 movement checked')).toBeVisible();

  // No screen can corrupt the books, so the response is faked.
  await page.route('**/api/books/check', (route) =>
    route.fulfill({
      json: {
        ok: false,
        checked: { layers: 2, movements: 3, postings: 3 },
        differences: [{ what: 'Carrying amount of a layer', id: 'A-1 L1', expected: '1.00', found: '2.00' }],
        negativeWells: [{ wellCode: 'B-1', liability: '-12.34' }],
      },
    }),
  );
  await button.click();
  await expect(page.getByText('The books don’t check out: 1 difference')).toBeVisible();
  await expect(rowOf(page.getByRole('table', { name: 'Differences' }), 'A-1 L1')).toContainText('2.00');
  await expect(page.getByRole('note').filter({ hasText: '1 well below zero' })).toContainText('(12.34)');
});
