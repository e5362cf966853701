import { expect, type Locator } from '@playwright/test';
import { addToNewCompany } from '../../support/e2e/company';
import { READY } from '../../support/e2e/page-width';
import { test } from '../../support/e2e/test';

test('in forced colors, selected and unselected options differ', async ({
  pageOf,
  page: ownPage,
  browser,
  signIn,
  newPerson,
}) => {
  const page = await pageOf('accountant@example.com');
  await page.emulateMedia({ forcedColors: 'active' });
  const ground = (element: Locator) => element.evaluate((it) => getComputedStyle(it).backgroundColor);
  const differ = async (chosen: Locator, other: Locator) => {
    await expect(chosen).toBeVisible();
    expect(await ground(chosen)).not.toBe(await ground(other));
  };
  /** Label around an option's hidden radio button. */
  const choice = (name: string, on = page) => on.locator('label', { has: on.getByRole('radio', { name }) });

  await page.goto('/?tab=calculate', READY);
  await differ(choice('Single Well'), choice('All Wells'));
  await differ(choice('Initial Layer'), choice('Additional Layer'));
  await differ(
    page.getByRole('tab', { name: 'Calculate ARO' }),
    page.getByRole('tab', { name: 'Accretion' }),
  );
  await page.goto('/', READY);
  await differ(
    page.getByRole('tab', { name: 'Wells List' }),
    page.getByRole('tab', { name: 'Custom Fields' }),
  );
  // A sticky column has a border instead of its shadow.
  const stays = page.getByRole('table', { name: 'Wells' }).getByRole('columnheader', { name: 'Actions' });
  await expect(stays).toHaveCSS('border-left-width', '1px');

  // Settings are saved, so use a new person rather than the accountant whom other tests share.
  await signIn(newPerson());
  await addToNewCompany(browser, ownPage);
  await ownPage.emulateMedia({ forcedColors: 'active' });
  await ownPage.goto('/settings', READY);
  await differ(choice('System', ownPage), choice('Dark', ownPage));
  const sidebar = ownPage.getByRole('switch', { name: 'Keep sidebar expanded by default' });
  /** Background colors of the switch and of its knob. */
  const look = () =>
    sidebar.evaluate((it) =>
      [null, '::after'].map((part) => getComputedStyle(it, part).backgroundColor).join(' on '),
    );
  const on = await look();
  await sidebar.uncheck();
  const off = await look();
  await sidebar.check();
  for (const [knob, rail] of [on, off].map((text) => text.split(' on '))) expect(knob).not.toBe(rail);
  expect(on).not.toBe(off);
});

test('in forced colors, charts use the system’s palette, and a role is shown in full', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  // A dark palette, whatever the chosen theme.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/?tab=detail&overview=open', READY);
  const chart = page.getByRole('group', { name: 'Change this year' });
  await expect(chart).toBeVisible();
  const [used, palette] = await chart.evaluate((it) => {
    const probe = document.body.appendChild(document.createElement('p'));
    const systemColor = (name: string) => {
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
      return getComputedStyle(probe).color;
    };
    const fillsOf = (kind: string) =>
      [...it.querySelectorAll(kind)].map((mark) => getComputedStyle(mark).fill);
    return [
      { texts: fillsOf('text'), bars: fillsOf('[data-mark] rect:not([fill])') },
      { text: systemColor('CanvasText'), accent: systemColor('Highlight') },
    ] as const;
  });
  expect(new Set(used.texts)).toEqual(new Set([palette.text]));
  expect(new Set(used.bars)).toEqual(new Set([palette.text, palette.accent]));

  const admin = await pageOf('admin@example.com');
  await admin.emulateMedia({ forcedColors: 'active' });
  await admin.goto('/admin?tab=companies&search=NSP', READY);
  const role = admin.getByRole('combobox', { name: /^Role of/ }).first();
  const [given, needed] = await role.evaluate((it) => {
    const { width } = it.getBoundingClientRect();
    it.style.width = 'max-content';
    return [width, it.getBoundingClientRect().width];
  });
  expect(given).toBeGreaterThanOrEqual(needed!);
});
