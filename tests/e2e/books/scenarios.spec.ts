import { expect } from '@playwright/test';
import { addWell, expectToast, open } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

test('an estimate is weighted from scenarios, and its history shows how', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWell(page, 'A-1', '2024-01-01');
  await open(page, '/?tab=calculate');
  const panel = page.getByRole('tabpanel', { name: 'Calculate ARO' });
  const picker = page.getByRole('combobox', { name: 'Well' });
  await picker.fill('A-1');
  await picker.press('Enter');
  await expect(picker).toHaveValue(/^A-1 /);
  await page.getByLabel('P&A Cost').fill('100000');
  await page.getByRole('button', { name: 'Weigh Scenarios' }).press('Enter');
  await expect(page.getByLabel('Cost 1')).toHaveValue('100000');
  await page.getByLabel('Probability 1').fill('25');
  await page.getByLabel('Cost 2').fill('125,000');
  await page.getByLabel('Probability 2').fill('50');
  await page.getByRole('button', { name: 'Add Scenario' }).press('Enter');
  await expect(page.getByLabel('Cost 3')).toBeFocused();
  await page.keyboard.type('175000');
  await page.getByLabel('Probability 3').fill('24.99');
  await expect(panel.getByText('Probabilities add up to 99.99%')).toBeVisible();
  await page.getByLabel('Discount Rate (%)').fill('8.5');
  await page.getByLabel('Inflation Rate (%)').fill('4');
  await page.getByLabel('Well Lifespan (years)').fill('10');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expect(panel.getByText('These add up to 99.99%.')).toBeVisible();

  await page.getByLabel('Probability 3').fill('25');
  await page.getByLabel('Overhead (%)').fill('80');
  await page.getByLabel('Contractor Margin (%)').fill('20');
  await page.getByLabel('Market-Risk Premium (%)').fill('5');
  await expect(page.getByLabel('P&A Cost')).toHaveValue('297675.00');
  await expect(panel.getByRole('paragraph').filter({ hasText: '194,884.98' })).toBeVisible();
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  await expectToast(page, 'ARO calculated successfully');

  await open(page, '/?tab=detail');
  await page.getByRole('button', { name: 'History of A-1, Layer 1 (Initial)' }).click();
  await expect(page.getByText('131,250.00 × 1.8 × 1.2 × 1.05 = 297,675.00')).toBeVisible();
});
