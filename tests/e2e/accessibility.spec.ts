import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/e2e/test';

/** Each screen with what to do on it before looking: dialogs and menus are looked at open. */
const SCREENS: { name: string; path: string; as: string | null; open?: (page: Page) => Promise<void> }[] = [
  { name: 'landing page', path: '/', as: null },
  { name: 'page not found', path: '/nowhere', as: null },
  { name: 'no companies', path: '/', as: 'admin@example.com' },
  { name: 'wells', path: '/', as: 'accountant@example.com' },
  { name: 'wells, none found', path: '/?search=nothing', as: 'accountant@example.com' },
  { name: 'add well', path: '/?dialog=new', as: 'accountant@example.com', open: (page) => dialog(page) },
  {
    name: 'add well, refused',
    path: '/?dialog=new',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Well' }).click();
      await page.getByText('Well code is required').waitFor();
    },
  },
  {
    name: 'delete well',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^delete/i })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'user menu',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'wells of a viewer', path: '/', as: 'viewer@example.com' },
  { name: 'calculate', path: '/?tab=calculate', as: 'accountant@example.com' },
  {
    name: 'calculate, refused',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByText('Additional Layer').click();
      await page.getByRole('button', { name: 'Calculate ARO' }).click();
      await page.getByText('P&A cost is required').waitFor();
    },
  },
  {
    name: 'calculate, well picker',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Well' }).fill('15/9');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  { name: 'accretion', path: '/?tab=accretion', as: 'accountant@example.com' },
  { name: 'detail', path: '/?tab=detail', as: 'accountant@example.com' },
  {
    name: 'rollforward dialog',
    path: '/?tab=detail&dialog=rollforward',
    as: 'accountant@example.com',
    open: (page) => dialog(page),
  },
  {
    name: 'journal dialog',
    path: '/?tab=detail&dialog=journal',
    as: 'accountant@example.com',
    open: (page) => dialog(page),
  },
  { name: 'layer history', path: '/?tab=detail', as: 'accountant@example.com', open: openLayerHistory },
  { name: 'custom fields', path: '/?view=fields', as: 'accountant@example.com' },
  {
    name: 'add custom field',
    path: '/?view=fields',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Custom Field' }).first().click();
      await dialog(page);
    },
  },
  { name: 'company settings', path: '/?tab=company&view=settings', as: 'accountant@example.com' },
  { name: 'audit log', path: '/?tab=company&view=audit', as: 'accountant@example.com' },
  { name: 'members', path: '/?tab=company&view=members', as: 'accountant@example.com' },
  { name: 'settings', path: '/settings', as: 'accountant@example.com' },
  { name: 'access denied', path: '/admin', as: 'viewer@example.com' },
  { name: 'administration, users', path: '/admin', as: 'admin@example.com' },
  { name: 'administration, companies', path: '/admin?tab=companies', as: 'admin@example.com' },
  {
    name: 'create company',
    path: '/admin?tab=companies',
    as: 'admin@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Company' }).first().click();
      await dialog(page);
    },
  },
  { name: 'administration, system data', path: '/admin?tab=system', as: 'admin@example.com' },
  {
    name: 'add to company',
    path: '/admin',
    as: 'admin@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to Company' }).first().click();
      await dialog(page);
    },
  },
  {
    name: 'edit well',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /^edit/i }).first().click();
      await dialog(page);
    },
  },
  {
    name: 'permanent deletion',
    path: '/settings',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Delete Permanently' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'audit entry',
    path: '/?tab=company&view=audit',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /details/i })
        .first()
        .click();
      await dialog(page);
    },
  },
];

async function openLayerHistory(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /history/i })
    .first()
    .click();
  await dialog(page);
}

async function dialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no accessibility violation, ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const { name, path, as, open } of SCREENS) {
      test(name, async ({ page, signIn }) => {
        if (as) await signIn({ email: as });
        await page.goto(path, { waitUntil: 'networkidle' });
        await open?.(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
      });
    }
  });
}
