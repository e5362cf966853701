import { expect } from '@playwright/test';
import { joinNewCompany } from '../../support/e2e/company';
import { keepIntercepting } from '../../support/e2e/interception';
import { test } from '../../support/e2e/test';

const ACCOUNTANT = { email: 'accountant@example.com' };

test('each screen appears in the navigation once, at every width', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const width of [320, 360, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Wells', 'Calculate ARO', 'Accretion', 'ARO Detail']) {
      await expect(page.getByRole('tab', { name, exact: true }), `${name} at ${width}`).toBeInViewport();
    }
    await expect(page.getByRole('tablist', { name: 'Dashboard' })).toHaveAttribute(
      'aria-orientation',
      width < 1024 ? 'horizontal' : 'vertical',
    );
    await expect(nav.getByRole('button', { name: 'More screens' })).toBeVisible({ visible: width < 1024 });
    await expect(nav.getByRole('button', { name: 'Reports' })).toBeVisible({ visible: width >= 1024 });
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await nav.getByRole('button', { name: 'More screens' }).click();
  for (const name of ['Trial Balance', 'Months', 'Audit Log', 'Account Settings', 'Logout']) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('menuitem', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true');
});

test('no navigation menu is covered by the list next to it', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  for (const group of ['Reports', 'Close', 'Company', 'Account']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: group }).click();
    const items = page.getByRole('menu', { name: group }).getByRole('menuitem');
    await expect(items.first()).toBeVisible();
    // The mouse would hit each item, once the menu has stopped moving.
    await items.last().click({ trial: true });
    const covered = await items.evaluateAll((all) =>
      all
        .filter((item) => {
          const { left, top, width, height } = item.getBoundingClientRect();
          return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        })
        .map((item) => item.textContent),
    );
    expect(covered, group).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('tabs and groups work by keyboard; the mouse leaves no focus ring', async ({ page, signIn }) => {
  await signIn(ACCOUNTANT);
  await page.goto('/');
  const accretion = page.getByRole('tab', { name: 'Accretion' });
  await accretion.click();
  await expect(accretion).toHaveAttribute('aria-selected', 'true');
  expect(await accretion.evaluate((tab) => tab.matches(':focus-visible'))).toBe(false);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tab', { name: 'ARO Detail' })).toBeFocused();
  // Moving the focus over a tab sends no request.
  await expect(accretion).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(page.getByText('Asset Retirement Obligation Detail')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Wells', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Wells', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const reports = page.getByRole('button', { name: 'Reports', exact: true });
  await reports.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Reports' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'ARO Rollforward' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(reports).toBeFocused();
});

test('a tab clicked before the scripts load opens, and Back before they load goes back', async ({
  page,
  signIn,
}) => {
  await signIn(ACCOUNTANT);
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const accretion = page.getByRole('tab', { name: 'Accretion' });
  await page.goto('/', { waitUntil: 'commit' });
  await accretion.click({ noWaitAfter: true });
  scripts.resolve();
  await expect(page).toHaveURL('/?tab=accretion');
  await expect(accretion).toHaveAttribute('aria-selected', 'true');

  scripts = Promise.withResolvers();
  await page.goto('/?tab=detail', { waitUntil: 'commit' });
  await expect(accretion).toBeVisible();
  const loadedAnew = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith('?tab=accretion'),
  );
  await page.evaluate(() => {
    // The previous entry belongs to the same document, as after a reload.
    window.history.replaceState(null, '', '/?tab=accretion');
    window.history.pushState(null, '', '/?tab=detail');
    window.history.back();
  });
  await loadedAnew;
  scripts.resolve();
  await expect(page).toHaveURL('/?tab=accretion');
  await expect(accretion).toHaveAttribute('aria-selected', 'true');

  // A button from a browser extension never hydrates. Back must still work without a reload.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button, input, select, textarea')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  );
  const loadedAt = await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 30_000;
    document.body.insertAdjacentHTML('beforeend', '<button></button>');
    return performance.timeOrigin;
  });
  const detail = page.getByRole('tab', { name: 'ARO Detail' });
  await detail.click();
  await expect(page).toHaveURL('/?tab=detail');
  await accretion.click();
  await expect(page).toHaveURL('/?tab=accretion');
  await page.goBack();
  await expect(page).toHaveURL('/?tab=detail');
  await expect(detail).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'ARO Detail' })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
});

test('the close strip links to where each part is handled, and shifts nothing when it loads', async ({
  page,
  signIn,
}) => {
  await signIn(ACCOUNTANT);
  await page.goto('/');
  const strip = page.getByRole('region', { name: 'Close progress' });
  const links = strip.getByRole('link');
  await expect(links).toHaveCount(5);
  const height = (await strip.boundingBox())!.height;
  await links.filter({ hasText: /^accreted through/ }).click();
  await expect(page).toHaveURL(/tab=accretion&periodEnd=/);
  await links.filter({ hasText: /^(closed through|no month closed)/ }).click();
  // Workspace of the next month to close.
  await expect(page).toHaveURL(/tab=accretion&month=\d{4}-\d{2}$/);
  await expect(page.getByRole('heading', { name: /^Close of / })).toBeFocused();
  await links.filter({ hasText: /attention$/ }).click();
  await expect(page).toHaveURL(/overview=open/);
  await links.filter({ hasText: /^journal/ }).click();
  const journal = page.getByRole('dialog', { name: 'Journal Entries' });
  await expect(journal.getByLabel('Begin Date')).toHaveValue(/-01$/);
  await expect(journal.getByLabel('End Date')).not.toHaveValue('');

  // The strip takes up its space before its text loads.
  await page.route('**/api/close-status', () => {});
  await page.goto('/');
  await expect(links).toHaveCount(1);
  expect((await strip.boundingBox())!.height).toBe(height);
  await page.unroute('**/api/close-status');

  // On a phone it shows in full, without scrolling sideways.
  await page.setViewportSize({ width: 360, height: 780 });
  const short = (await strip.boundingBox())!.height;
  await page.goto('/');
  await expect(links).toHaveCount(5);
  expect((await strip.boundingBox())!.height).toBe(short);
  expect(await strip.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  // Each visible dot is between two parts on the same line.
  const dots = await strip.getByText('·', { exact: true }).evaluateAll((elements) => {
    const lines = elements.map((dot) => dot.nextElementSibling!.getBoundingClientRect().top);
    const edge = elements[0]!.getBoundingClientRect().right;
    return elements.map((dot, index) => ({
      isFirstOfLine: lines[index] !== lines[index - 1],
      isOutOfSight: dot.getBoundingClientRect().right <= edge,
    }));
  });
  expect(dots.filter(({ isFirstOfLine }) => isFirstOfLine).length).toBeGreaterThan(1);
  for (const { isFirstOfLine, isOutOfSight } of dots) expect(isOutOfSight).toBe(isFirstOfLine);
});

test('the palette finds actions, settings and fields, and ? lists the shortcuts', async ({
  page,
  signIn,
}) => {
  await signIn(ACCOUNTANT);
  await page.goto('/', { waitUntil: 'networkidle' });
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const find = async (typed: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByRole('option', { name }).first()).toBeVisible();
    return palette.getByRole('option', { name }).first();
  };
  // Text typed before the palette's code loads is kept, and doesn't trigger shortcuts.
  const code = Promise.withResolvers<void>();
  await keepIntercepting(page);
  await page.route('**/command-palette-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('post ac?');
  code.resolve();
  await expect(palette.getByRole('combobox')).toHaveValue('post ac?');
  // Closed and reopened immediately: the focus returns a moment after Esc, and must not leave the new palette.
  await page.evaluate(async () => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
    press('Escape');
    await Promise.resolve();
    press('k', true);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await expect(palette.getByRole('combobox')).toBeFocused();
  // Losing the focus runs no command.
  await palette.getByRole('combobox').blur();
  await expect(palette).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Escape');
  await (await find('post accretion', 'Post Accretion')).click();
  await expect(page).toHaveURL(/tab=accretion/);
  const field = (await (await page.request.get('/api/fields?limit=1')).json())[0];
  await (await find(field, `${field} Wells in this field`)).click();
  await expect(page).toHaveURL(`/?field=${encodeURIComponent(field).replaceAll('%20', '%20')}`);
  await (await find('dark', 'Dark Theme')).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await (await find('light', 'Light Theme')).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('heading', { name: 'Wells Master Data' }).click();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(shortcuts).toContainText('Search the list on the screen');
  // Not on its close button, whose tooltip would take the first Esc.
  await expect(shortcuts).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await (await find('logout', 'Logout')).click();
  await page.waitForURL((url) => url.pathname !== '/' || url.search === '');
  await expect(page.getByRole('link', { name: 'Login to Continue' })).toBeVisible();
});

test('an empty company shows four steps, with completed ones marked', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const steps = page.getByRole('region', { name: 'Four steps to your first close' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByText('· done')).toHaveCount(0);
  const added = await page.request.post('/api/wells', {
    data: {
      wellCode: 'A-1',
      wellName: 'Alpha',
      field: 'NORTH',
      wellStatus: 'Active',
      activeDate: '2024-01-01',
    },
  });
  expect(added.ok()).toBe(true);
  await page.goto('/?tab=detail');
  await expect(steps.getByRole('listitem').nth(1)).toContainText('· done');
  await expect(page.getByText('Total Current ARO')).toHaveCount(0);
  await steps.getByRole('link', { name: 'Calculate ARO' }).click();
  await expect(page).toHaveURL('/?tab=calculate');
});
