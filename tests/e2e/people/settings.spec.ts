import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addToNewCompany, joinNewCompany, openSidebarScreen } from '../../support/e2e/company';
import { holdDeparture } from '../../support/e2e/departure';
import { currentUser, test } from '../../support/e2e/test';

async function html(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

async function preferences(page: Page): Promise<Record<string, unknown>> {
  const list: { preferenceKey: string; preferenceValue: unknown }[] = await (
    await page.request.get('/api/user/preferences')
  ).json();
  return Object.fromEntries(list.map((item) => [item.preferenceKey, item.preferenceValue]));
}

/** Waits until a preference has been written. */
const written = (page: Page, method: string) =>
  page.waitForResponse(
    (response) =>
      response.url().includes('/api/user/preferences') &&
      response.request().method() === method &&
      response.ok(),
  );

test.describe('the theme', () => {
  test('the system’s is followed when it changes; one chosen signed out is in what the server sends next', async ({
    page,
  }) => {
    // A click before the scripts load would do nothing, and nothing else on this page shows that they have.
    await page.goto('/', { waitUntil: 'networkidle' });
    const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await canvas();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await canvas()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });

    expect(await html(page.request, '/')).not.toMatch(/<html[^>]*data-theme/);
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await html(page.request, '/')).toMatch(/<html[^>]*data-theme="dark"/);
    expect(await html(page.request, '/nowhere')).toMatch(/<html[^>]*data-theme="dark"/);
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', /./);
    expect(await html(page.request, '/')).not.toMatch(/<html[^>]*data-theme/);
  });

  test('saved as a preference, it overrides the local one on every page', async ({
    page,
    browser,
    signIn,
    newPerson,
  }) => {
    await signIn(newPerson());
    await addToNewCompany(browser, page);
    await page.goto('/settings');
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    const created = written(page, 'POST');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await created;
    expect(await preferences(page)).toMatchObject({ theme: 'dark' });

    // Another choice updates the saved value, from the header as well.
    const updated = written(page, 'PUT');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await updated;
    expect(await preferences(page)).toMatchObject({ theme: 'light' });

    // A browser with an outdated cookie gets the saved theme before any script runs.
    await page.context().addCookies([{ name: 'aro_theme', value: 'dark', url: page.url() }]);
    for (const path of ['/', '/?tab=detail', '/settings', '/admin', '/nowhere']) {
      expect(await html(page.request, path), path).toMatch(/<html[^>]*data-theme="light"/);
    }
    // And the cookie is updated, so the theme outlasts the sign-out.
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
    await expect
      .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'aro_theme')?.value)
      .toBe('light');
  });
});

test('the sidebar leads everywhere, collapses, and is remembered', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar.getByRole('tab')).toHaveText(['Wells', 'Calculate ARO', 'Accretion', 'ARO Detail']);
  await expect(sidebar.getByRole('tab', { name: 'Wells' })).toHaveAttribute('aria-selected', 'true');
  await sidebar.getByRole('tab', { name: 'ARO Detail' }).click();
  await expect(page.getByText('Asset Retirement Obligation Detail')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'ARO Detail' })).toHaveAttribute('aria-selected', 'true');
  await openSidebarScreen(page, 'Account', 'Account Settings');

  const toggle = page.getByRole('switch', { name: 'Keep sidebar expanded by default' });
  await expect(toggle).toBeChecked();
  const created = written(page, 'POST');
  await toggle.uncheck();
  await created;
  await expect(sidebar.getByRole('link', { name: 'Accretion' }).getByText('Accretion')).toBeHidden();
  // Before any script runs.
  expect(await html(page.request, '/settings')).toContain('aria-label="Expand sidebar"');
  await page.reload();
  await expect(toggle).not.toBeChecked();
  const updated = written(page, 'PUT');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await updated;
  await expect(toggle).toBeChecked();

  await page.setViewportSize({ width: 1023, height: 700 });
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'More screens' })).toBeVisible();
});

test('dates and figures follow the preferences, and go back to the defaults', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const complaints: string[] = [];
  // Remix itself logs an error if a newer page load replaces one that is still being read.
  const isReplaced = (message: string) => message.startsWith('AbortError');
  page.on('console', (message) => {
    if (message.type() === 'error' && !isReplaced(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await page.goto('/settings');
  const sample = page.getByLabel('Sample');
  await expect(sample).toContainText('$1,234,567.89');
  await expect(page.getByRole('button', { name: 'Reset to Defaults' })).toBeDisabled();
  for (const [label, value] of [
    ['Region', 'de-DE'],
    ['Time zone', 'Europe/Oslo'],
    ['Currency', 'EUR'],
  ] as const) {
    const created = written(page, 'POST');
    await page.getByLabel(label).selectOption(value);
    await created;
  }
  await expect(sample).toContainText('31.01.2026');
  await expect(sample).toContainText('01.02.2026, 00:30 Europe/Oslo');
  await expect(sample).toContainText('(1.234.567,89\u00a0€)');
  expect(await preferences(page)).toMatchObject({
    language: 'de-DE',
    timezone: 'Europe/Oslo',
    currency: 'EUR',
  });

  const created = written(page, 'POST');
  await page.getByLabel('Date format').selectOption('YYYY-MM-DD');
  await created;
  await expect(sample).toContainText('2026-01-31');

  await page.getByRole('button', { name: 'Reset to Defaults' }).click();
  await expect(page.getByLabel('Region')).toHaveValue('en-US');
  await expect(sample).toContainText('Jan 31, 2026');
  await expect.poll(() => preferences(page)).toEqual({});
  expect(complaints).toEqual([]);
});

test('a preference that cannot be saved is taken back and said', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await page.goto('/settings');
  const language = page.getByLabel('Region');
  const fail = (method: string) =>
    page.route('**/api/user/preferences**', (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
  await fail('POST');
  await language.selectOption('fr-FR');
  await expect(page.getByText('Failed to save preference', { exact: true }).first()).toBeVisible();
  await expect(language).toHaveValue('en-US');

  await page.unrouteAll();
  const created = written(page, 'POST');
  await language.selectOption('en-GB');
  await created;
  await fail('PUT');
  await language.selectOption('fr-FR');
  await expect(page.getByText('Failed to update preference', { exact: true }).first()).toBeVisible();
  await expect(language).toHaveValue('en-GB');

  await page.unrouteAll();
  await fail('DELETE');
  await page.getByRole('button', { name: 'Reset to Defaults' }).click();
  await expect(page.getByText('Failed to delete preference', { exact: true }).first()).toBeVisible();
  await expect(language).toHaveValue('en-GB');
});

test.describe('Data Privacy & Deletion', () => {
  const OPTIONS = [
    { title: 'Mark Account for Deletion', button: 'Mark for Deletion' },
    { title: 'Anonymize Personal Data', button: 'Anonymize Data' },
    { title: 'Permanent Deletion', button: 'Delete Permanently' },
  ];

  test('three options, each of which asks first, and says when it fails', async ({
    page,
    browser,
    signIn,
    newPerson,
  }) => {
    await signIn(newPerson());
    await addToNewCompany(browser, page);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Data Privacy & Deletion' })).toBeVisible();
    let sent = 0;
    await page.route('**/api/user/**', (route) => {
      if (route.request().method() !== 'GET') sent += 1;
      return route.fulfill({ status: 500, body: '' });
    });
    const texts = [
      ['Delete Failed', 'Failed to delete account'],
      ['Anonymization Failed', 'Failed to anonymize data'],
      ['Permanent Delete Failed', 'Failed to permanently delete account'],
    ] as const;
    for (const [index, { title, button }] of OPTIONS.entries()) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      const opener = page.getByRole('button', { name: button });
      await opener.click();
      const dialog = page.getByRole('alertdialog', { name: title });
      await expect(dialog).toBeVisible();
      expect(sent).toBe(index);
      await dialog.getByRole('button', { name: button }).click();
      for (const text of texts[index] ?? []) {
        await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      }
      await expect(dialog.getByRole('alert').last()).toHaveText(texts[index]![1]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
    expect(sent).toBe(OPTIONS.length);
    expect(await (await currentUser(page)).json()).toMatchObject({ isDeleted: false });
  });

  test('marked for deletion: a notice, the other options behind a button, and no way in', async ({
    page,
    browser,
    signIn,
    newPerson,
  }) => {
    const person = newPerson();
    await signIn(person);
    await addToNewCompany(browser, page);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Mark for Deletion' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark for Deletion' }).click();
    await expect(page.getByText('Account Deleted', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Your account has been marked for deletion.').first()).toBeVisible();
    const notice = page.getByRole('note').filter({ hasText: 'Account is marked for deletion' });
    await expect(notice).toContainText(/marked for deletion on \w+ \d+, 20\d\d, \d+:\d\d [AP]M UTC/);
    await expect(notice).not.toContainText('anonymized');
    for (const { title } of OPTIONS) await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'More deletion options' })).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await page.reload();
    await expect(notice).toBeVisible();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Account is marked for deletion' })).toBeVisible();
    expect((await page.request.get('/api/wells')).status()).toBe(403);

    await page.getByRole('link', { name: 'Account Settings' }).click();
    await page.getByRole('button', { name: 'More deletion options' }).click();
    await expect(page.getByRole('heading', { name: 'Mark Account for Deletion' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Anonymize Data' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Anonymize Personal Data' });
    await expect(dialog).toContainText('t be undone');
    await dialog.getByRole('button', { name: 'Anonymize Data' }).click();
    await expect(page.getByText('Data Anonymized', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Your personal information has been anonymized.').first()).toBeVisible();
    await expect(notice).toContainText(/anonymized on \w+ \d+, 20\d\d/);
    await expect(page.getByRole('heading', { name: 'Anonymize Personal Data' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete Permanently' })).toBeVisible();
    await expect(page.getByText('Customer: Anonymous User')).toBeVisible();
    await expect(page.getByText(person.email)).toHaveCount(0);
  });

  test('permanently deleted: said, signed out here and at the provider, gone', async ({
    page,
    browser,
    signIn,
    newPerson,
  }) => {
    await signIn(newPerson());
    await addToNewCompany(browser, page);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Delete Permanently' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Permanent Deletion' });
    await expect(dialog).toContainText('t be undone');
    await expect(dialog).toContainText('Warning:');
    const departure = await holdDeparture(page, '/api/logout');
    await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
    await expect(page.getByText('Account Permanently Deleted', { exact: true }).first()).toBeVisible();
    await expect(
      page.getByText('Your account has been permanently removed from our system.').first(),
    ).toBeVisible();
    await departure.asked;
    await departure.letGo();
    await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
    expect((await currentUser(page)).status()).toBe(401);
    // With a session still open there, the provider would redirect straight back.
    await page.goto('/api/login');
    await expect(page.getByLabel('Email')).toBeVisible();
  });
});
