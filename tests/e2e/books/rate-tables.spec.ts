import { expect } from '@playwright/test';
import { addWell, expectToast, open, rowOf } from '../../support/e2e/books';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';
import { excelWorkbook } from '../../support/excel-workbook';

test('rate tables are pasted, offered when a rate is empty, and named in the layer’s history', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addWell(page, 'A-1', '2024-01-15');

  await open(page, '/?tab=company');
  const rates = page.getByRole('textbox', { name: 'Add or replace tables' });
  await rates.fill('2024-01-01\t20\t8.00');
  await page.getByRole('button', { name: 'Save Tables' }).click();
  await expect(page.getByText('Line 1: Enter at least two maturities.')).toBeVisible();
  await rates.fill('2024-01-01\t20\t8.00\n2024-01-01\t35\t1000');
  await page.getByRole('button', { name: 'Save Tables' }).click();
  await expect(page.getByText('Line 2: Must be at most 999.99')).toBeVisible();
  // As copied from a spreadsheet.
  await rates.fill(
    'Effective Date\tMaturity\tRate\n1/1/2024\t20 years\t8.00%\n1/1/2024\t35 years\t8.50%\n1/1/2024\tInflation\t3.00%',
  );
  await page.getByRole('button', { name: 'Save Tables' }).click();
  await expectToast(page, 'Rate tables saved successfully');
  await expect(rates).toHaveValue('');
  const file = page.getByLabel('Choose Spreadsheet');
  const mimeType = 'application/octet-stream';
  await file.setInputFiles({ name: 'rates.xlsx', mimeType, buffer: Buffer.from('PK\u0003\u0004\u0014\0') });
  await expect(page.getByText(/^This file isn’t an Excel workbook/)).toBeVisible();
  // A workbook as found in practice: the user picks the sheet and can correct its rows before saving them.
  const day = { day: '2023-06-30' };
  const buffer = Buffer.from(
    excelWorkbook([
      {
        name: 'Rates',
        rows: [
          ['Treasury'],
          ['Desk', 'Date', 'Years', 'Rate'],
          ['A', day, 20, { percent: 0.07 }],
          ['A', day, 35, { percent: 0.07 }],
        ],
      },
      { name: 'Sources', rows: [['Desk A']] },
    ]),
  );
  await file.setInputFiles({ name: 'rates.xlsx', mimeType, buffer });
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Rates');
  await expect(rates).toHaveValue('2023-06-30\t20\t7%\n2023-06-30\t35\t7%');
  await rates.fill('2023-06-30\t20\t7%\n2023-06-30\t35\t7.5%');
  await page.getByRole('button', { name: 'Save Tables' }).click();
  const tables = page.getByRole('table', { name: 'Rate Tables' });
  await expect(rowOf(tables, 'Jun 30, 2023')).toContainText('7.00');
  await expect(rowOf(tables, 'Jan 1, 2024')).toContainText(/8\.00.*8\.50.*3\.00/);
  await page.getByRole('button', { name: 'Delete the table of Jun 30, 2023' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(tables, 'Jun 30, 2023')).toBeHidden();

  await open(page, '/?tab=calculate');
  const well = page.getByRole('combobox', { name: 'Well' });
  await well.fill('A-1');
  await well.press('Enter');
  const discount = page.getByRole('textbox', { name: /^Discount Rate/ });
  const inflation = page.getByRole('textbox', { name: /^Inflation Rate/ });
  await inflation.fill('2.5');
  await page.getByLabel('P&A Cost').fill('100000');
  await expect(page.getByText('Company rates: 8.17% discount, from the table of Jan 1, 2024.')).toBeVisible();
  await page.getByRole('button', { name: 'Use Company Rates' }).click();
  await expect(discount).toHaveValue('8.17');
  await expect(inflation).toHaveValue('2.5');
  await expect(page.getByText('Company rate', { exact: true })).toHaveCount(1);
  // The rate follows the lifespan: 8.00 + 0.50 × 10 ÷ 15.
  await page.getByLabel('Well Lifespan (years)').fill('30');
  await expect(discount).toHaveValue('8.33');
  await page.getByLabel('Well Lifespan (years)').fill('25');
  await expect(discount).toHaveValue('8.17');
  // A typed rate stays, whatever the company's rate becomes.
  await discount.fill('9');
  await page.getByLabel('Well Lifespan (years)').fill('30');
  await expect(page.getByText('Company rate', { exact: true })).toHaveCount(0);
  await expect(discount).toHaveValue('9');
  await discount.fill('');
  await page.getByLabel('Well Lifespan (years)').fill('25');
  await page.getByRole('button', { name: 'Use Company Rates' }).click();
  await expect(discount).toHaveValue('8.17');
  await page.getByRole('button', { name: 'Calculate ARO' }).click();
  // 100,000.00 × 1.025^25 ÷ 1.081666666667^25. At the displayed 8.17% it would be 26,027.11.
  const results = page.getByRole('table', { name: 'Calculation Results' });
  await expect(rowOf(results, 'A-1')).toContainText('26,047.17');

  await open(page, '/?tab=detail');
  await page
    .getByRole('button', { name: /history/i })
    .first()
    .click();
  const history = page.getByRole('dialog');
  await expect(history).toContainText(
    'Discount rate from the company’s rate table dated Jan 1, 2024, between 20 and 35 years. Inflation rate as entered.',
  );
  await expect(history).toContainText('8.00% + (8.50% − 8.00%) × (25 − 20) ÷ (35 − 20) = 8.1666666667%');

  // The layer of a new well uses them too, at full precision.
  await open(page, '/');
  await page.getByRole('button', { name: 'Add Well' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Well Code').fill('A-2');
  await dialog.getByLabel('Well Name').fill('Second');
  await dialog.getByLabel('Field', { exact: false }).last().fill('North');
  await dialog.getByLabel('Active Date').fill('2024-01-15');
  await dialog.getByRole('button', { name: 'Create and Add Layer' }).click();
  await dialog.getByLabel('P&A Cost').fill('100000');
  await dialog.getByRole('textbox', { name: /^Inflation Rate/ }).fill('2.5');
  await dialog.getByRole('button', { name: 'Use Company Rates' }).click();
  await expect(dialog.getByRole('textbox', { name: /^Discount Rate/ })).toHaveValue('8.17');
  await expect(dialog.getByRole('table', { name: 'What will be posted' })).toContainText('26,047.17');
});
