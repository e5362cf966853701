import type { Page } from '@playwright/test';
import type { Screen } from './screens';

const ACCOUNTANT = 'accountant@example.com';
const ADMIN = 'admin@example.com';
const VIEWER = 'viewer@example.com';

/** Screens of company settings, of the user's account, and of administration. */
export const PEOPLE_SCREENS: Screen[] = [
  { name: 'company settings', path: '/?tab=company&view=settings', as: ACCOUNTANT },
  {
    name: 'books check',
    path: '/?tab=company&view=books',
    as: ACCOUNTANT,
    open: async (page) => {
      await page.getByRole('button', { name: 'Check the Books' }).click();
      await page.getByText('The books check out').waitFor();
      await page.getByRole('button', { name: 'Verify the Seals' }).click();
      await page.getByText('Verified through').waitFor();
    },
  },
  { name: 'audit log', path: '/?tab=company&view=audit', as: ACCOUNTANT },
  { name: 'members', path: '/?tab=company&view=members', as: ACCOUNTANT },
  { name: 'api tokens', path: '/?tab=company&view=tokens', as: ACCOUNTANT },
  {
    name: 'make api token',
    path: '/?tab=company&view=tokens&dialog=make-token',
    as: ACCOUNTANT,
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'settings',
    path: '/settings',
    as: ACCOUNTANT,
    open: (page) => page.getByText('This session').waitFor(),
  },
  { name: 'access denied', path: '/admin', as: VIEWER },
  { name: 'administration, users', path: '/admin', as: ADMIN },
  { name: 'administration, companies', path: '/admin?tab=companies', as: ADMIN },
  {
    name: 'create company',
    path: '/admin?tab=companies',
    as: ADMIN,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Company' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'edit company',
    path: '/admin?tab=companies&search=NSP',
    as: ADMIN,
    open: async (page) => {
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'remove member',
    path: '/admin?tab=companies&search=NSP',
    as: ADMIN,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'administration, invitations', path: '/admin?tab=invitations', as: ADMIN },
  {
    name: 'invite',
    path: '/admin?tab=invitations&dialog=invite',
    as: ADMIN,
    open: async (page) => {
      await page.getByRole('dialog').waitFor();
      await page.getByRole('option', { name: /NSP/ }).waitFor({ state: 'attached' });
    },
  },
  { name: 'audit log as a viewer', path: '/?tab=company&view=audit', as: VIEWER },
  { name: 'administration, system data', path: '/admin?tab=system', as: ADMIN },
  { name: 'administration, security log', path: '/admin?tab=audit', as: ADMIN },
  {
    name: 'end sessions',
    path: '/admin',
    as: ADMIN,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^End all sessions of/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'end sessions, after a new sign-in',
    path: '/admin',
    as: ADMIN,
    open: async (page) => {
      await page.route('/api/admin/users/*/sessions', (route) =>
        route.fulfill({ status: 403, json: { message: 'Sign in again.', errors: { signIn: [] } } }),
      );
      await page
        .getByRole('button', { name: /^End all sessions of/ })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'End All Sessions' }).click();
      await page.getByRole('alertdialog', { name: 'Sign In Again First' }).waitFor();
    },
  },
  {
    name: 'sign-in asked for by another site',
    path: '/',
    as: null,
    open: async (page) => {
      await followLinkElsewhere(page, '/api/login');
      await page.getByRole('heading', { name: 'Sign in?' }).waitFor();
    },
  },
  {
    name: 'sign-out asked for by another site',
    path: '/settings',
    as: ACCOUNTANT,
    open: async (page) => {
      await followLinkElsewhere(page, '/api/logout');
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    },
  },
  {
    name: 'add to company',
    path: '/admin',
    as: ADMIN,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add to Company' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'permanent deletion',
    path: '/settings',
    as: ACCOUNTANT,
    open: async (page) => {
      await page.getByRole('button', { name: 'Delete Permanently' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'audit entry',
    path: '/?tab=company&view=audit',
    as: ACCOUNTANT,
    open: async (page) => {
      await page
        .getByRole('button', { name: /details/i })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** Follows a link from another site to a page of the application. */
export async function followLinkElsewhere(page: Page, path: string): Promise<void> {
  const { origin } = new URL(page.url());
  const evil = 'http://elsewhere.example/';
  await page.route(evil, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${origin}${path}">Win a prize</a>` }),
  );
  await page.goto(evil);
  await page.getByRole('link', { name: 'Win a prize' }).click();
}
