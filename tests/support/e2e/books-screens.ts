import type { Page } from '@playwright/test';
import type { Screen } from './screens';

const AS = 'accountant@example.com';

/** Well screens other than plain calculation, with their previews open. */
export const BOOKS_SCREENS: Screen[] = [
  {
    name: 'settle well',
    path: '/?search=A-008',
    as: AS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Settle (?!Wells|or )/ })
        .first()
        .click();
      await page.getByLabel('Cost').fill('25000');
      await planned(page);
    },
  },
  {
    name: 'sell well',
    path: '/?search=A-008',
    as: AS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Sell (?!Wells)/ })
        .first()
        .click();
      await page.getByLabel('Interest Sold').fill('25');
      await planned(page);
    },
  },
  {
    name: 'settle wells',
    path: '/?dialog=settle',
    as: AS,
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'sell wells',
    path: '/?dialog=sell',
    as: AS,
    open: async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ index: 1 });
      await page.getByLabel('Share Sold').fill('25');
      await page.getByLabel('Proceeds').fill('250000');
      await page.getByRole('table', { name: 'Sold wells' }).waitFor();
    },
  },
  {
    name: 'revise estimates',
    path: '/?tab=calculate&dialog=revise',
    as: AS,
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'scenarios',
    path: '/?tab=calculate',
    as: AS,
    open: async (page) => {
      await page.getByLabel('P&A Cost').fill('100000');
      await page.getByRole('button', { name: 'Weigh Scenarios' }).click();
      await page.getByLabel('Probability 1').fill('60');
      await page.getByLabel('Cost 2').fill('150000');
      await page.getByLabel('Probability 2').fill('40');
      await page.getByText('120,000.00').first().waitFor();
    },
  },
  {
    name: 'rate tables',
    path: '/?tab=company&view=settings',
    as: AS,
    leavesTraces: true,
    open: async (page) => {
      await saveRateTables(page);
      await page
        .getByRole('button', { name: /^Delete the table of/ })
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'calculate, company rates',
    path: '/?tab=calculate',
    as: AS,
    leavesTraces: true,
    open: async (page) => {
      await saveRateTables(page);
      await page.getByLabel('Calculation Date').fill(TABLES[0]!.effectiveOn);
      await page.getByLabel('P&A Cost').fill('14000000');
      await page.getByRole('textbox', { name: /^Inflation Rate/ }).fill('2.25');
      await page.getByRole('button', { name: 'Use Company Rates' }).click();
      await page.getByRole('textbox', { name: /^Inflation Rate/ }).fill('');
      await page.getByRole('button', { name: 'Use Company Rates' }).waitFor();
    },
  },
];

const TABLES = [
  { effectiveOn: '2026-07-01', rates: ['7.10', '7.60', '8.00', '8.35'], inflationRate: '2.50' },
  { effectiveOn: '2026-04-01', rates: ['6.95', '7.40', '7.85', '8.20'], inflationRate: '2.40' },
];

/** Saves the company's rate tables and reloads the page. */
async function saveRateTables(page: Page): Promise<void> {
  const [company] = await (await page.request.get('/api/companies/user')).json();
  const years = ['5', '10', '20', '40'];
  const tables = TABLES.map(({ rates, ...table }) => ({
    ...table,
    discountRates: rates.map((rate, index) => ({ years: years[index], rate })),
  }));
  await page.request.put(`/api/companies/${company.id}/rate-tables`, { data: { tables } });
  await page.reload({ waitUntil: 'networkidle' });
}

async function planned(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'What will be posted' }).waitFor();
}
