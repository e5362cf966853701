import type { Page } from '@playwright/test';
import type { Screen } from './screens';

const AS = 'accountant@example.com';

/** What is done to wells besides calculating them, shown before it is posted. */
export const BOOKS_SCREENS: Screen[] = [
  {
    name: 'settle well',
    path: '/?search=A-008',
    as: AS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Settle (?!Wells)/ })
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
];

async function planned(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'What will be posted' }).waitFor();
}
