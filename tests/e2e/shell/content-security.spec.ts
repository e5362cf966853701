import { expect } from '@playwright/test';
import { addToNewCompany, openSidebarScreen } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('no screen violates the Content-Security-Policy', async ({ page, browser, signIn, newPerson }) => {
  const reported: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => reported.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${location.href} ${violatedDirective} ${blockedURI}`,
      );
    });
  });
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  for (const path of ['/settings', '/api/docs', '/']) await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Escape');
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('tab');
  await expect(tabs).toHaveCount(4);
  for (const tab of (await tabs.all()).slice(1)) {
    await tab.click();
    await page.waitForLoadState('networkidle');
  }
  await openSidebarScreen(page, 'Company', 'Settings');
  await page.waitForLoadState('networkidle');
  expect(reported).toEqual([]);
});
