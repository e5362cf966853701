import type { Page } from '@playwright/test';
import type { Screen } from './screens';

const AS = 'accountant@example.com';

/** Reports on screen and a well's page, with their rows loaded. */
export const REPORT_SCREENS: Screen[] = [
  ...['disclosure', 'arc-rollforward', 'maturities', 'trial-balance', 'balances', 'postings'].map((kind) => ({
    name: kind,
    path: `/?tab=detail&dialog=${kind}`,
    as: AS,
    open: withRows,
  })),
  {
    name: 'disclosure, prior years',
    path: '/?tab=detail&dialog=disclosure&compare=2',
    as: AS,
    open: withRows,
  },
  { name: 'journal on screen', path: '/?tab=detail&dialog=journal-entries', as: AS, open: withRows },
  {
    name: 'disclosure by well',
    path: '/?tab=detail&dialog=disclosure',
    as: AS,
    open: async (page) => {
      // Not check(): the choice lives in the URL, and shows only once that has changed.
      await page.getByRole('radio', { name: 'By well' }).click();
      await page.getByRole('dialog').getByRole('columnheader', { name: 'Well Code' }).waitFor();
    },
  },
  {
    name: 'more reports',
    path: '/?tab=detail',
    as: AS,
    open: async (page) => {
      await page.getByRole('button', { name: 'More Reports' }).click();
      await page.getByRole('menuitem', { name: 'Trial Balance' }).waitFor();
    },
  },
  { name: 'well page', path: '/', as: AS, open: openWell },
  {
    name: 'well page, posting',
    path: '/',
    as: AS,
    open: async (page) => {
      await openWell(page);
      await page
        .getByRole('table', { name: 'Ledger' })
        .getByRole('link', { name: /^Posting/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('table', { name: 'Movements' }).waitFor();
    },
  },
  {
    name: 'well page, evidence',
    path: '/',
    as: AS,
    leavesTraces: true,
    open: async (page) => {
      await openWell(page);
      const files = page.getByLabel('Files for this well');
      const buffer = Buffer.from('%PDF-1.7\n%%EOF\n');
      await files.setInputFiles({ name: 'Plugging quote 2026.pdf', mimeType: 'application/pdf', buffer });
      // The previous picture has already added the same file.
      await page.getByText('File added').first().waitFor();
      await page
        .getByRole('textbox', { name: 'Note' })
        .fill('Quote of the rig contractor.\nApproved by the field office.');
      await page.getByRole('button', { name: 'Add Note' }).click();
      await page.getByText('Approved by the field office.').first().waitFor();
      await files.setInputFiles({ name: 'Site.svg', mimeType: 'image/svg+xml', buffer });
      await page.getByText('Site.svg: Only PDF').first().waitFor();
      await files.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'well page, not found',
    path: '/?tab=wells&well=no-such-well',
    as: AS,
    open: (page) => page.getByText('Well not found.').waitFor(),
  },
];

async function withRows(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('table').last().waitFor();
}

async function openWell(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Wells' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  await page.getByRole('group', { name: 'Liability' }).waitFor();
  await page.getByRole('table', { name: 'Audit Trail' }).waitFor();
}
