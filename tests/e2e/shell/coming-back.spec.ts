import { expect } from '@playwright/test';
import { expectToast, open } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test.beforeEach(async ({ page, browser, signIn, newPerson }) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
});

test('who was signed out over a form signs in beside it, and saves it', async ({ page, context }) => {
  await open(page, '/?dialog=new');
  const form = page.getByRole('dialog', { name: 'Add New Well' });
  await form.getByLabel('Well Code').fill('A-1');
  await form.getByLabel('Well Name').fill('Alpha 1');
  await form.getByLabel('Field', { exact: false }).last().fill('F');
  await form.getByLabel('Active Date').fill('2024-01-01');
  await context.clearCookies({ name: 'aro_session' });
  page.on('dialog', (leave) => void leave.dismiss());
  const create = form.getByRole('button', { name: 'Create Well' });
  await create.click();
  await expectToast(page, 'You Are Logged Out', 'Your entries are still here.');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Log In' }).click();
  // The identity provider still knows the person.
  await expect((await opened).getByRole('tab', { name: 'Wells', exact: true })).toBeVisible();
  await create.click();
  await expectToast(page, 'Success');
  await expect(page.getByRole('row').filter({ hasText: 'A-1' })).toBeVisible();
});
