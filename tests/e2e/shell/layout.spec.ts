import { expect } from '@playwright/test';
import { addToNewCompany, asSystemAdmin } from '../../support/e2e/company';
import { horizontalOverflow, READY } from '../../support/e2e/page-width';
import { signInAs, test } from '../../support/e2e/test';

/** A name with hardly any place to break a line. */
const LONG_NAME = 'Petroleumsgesellschaftsverwaltungsbeteiligung'.repeat(4);
const LONG_WORD = LONG_NAME.slice(0, 100);
const FIELDS_OF_LONG_WORDS = [
  { fieldName: 'text', displayName: LONG_WORD, fieldType: 'text', helpText: LONG_NAME },
  {
    fieldName: 'x'.repeat(50),
    displayName: `${LONG_WORD.slice(1)}!`,
    fieldType: 'checkbox',
    helpText: LONG_NAME,
  },
  { fieldName: 'choice', displayName: 'Choice', fieldType: 'select', options: [LONG_NAME, 'Short'] },
];

test('the header is one line with its menus at the right, however long its names', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn({ email: `e2e-${crypto.randomUUID()}@example.com`, givenName: LONG_NAME, familyName: 'Edda' });
  const { name, code } = await addToNewCompany(browser, page);
  const menu = page.getByRole('button', { name: /^User menu/ });
  const header = page.getByRole('banner');
  for (const path of ['/', '/settings']) {
    await page.goto(path, READY);
    for (const width of [640, 700, 740, 1024, 1440]) {
      await page.setViewportSize({ width, height: 600 });
      const [headerBox, menuBox] = [await header.boundingBox(), await menu.boundingBox()];
      expect(headerBox?.height, `${path} at ${width}`).toBeLessThan(56);
      expect(menuBox!.x + menuBox!.width, `${path} at ${width}`).toBeGreaterThan(width - 40);
      expect(await horizontalOverflow(page.locator('html'))).toBe(0);
    }
  }
  // With several companies, the user switches between them in the header.
  await addToNewCompany(browser, page);
  await page.goto('/', READY);
  await page.getByRole('combobox', { name: 'Company' }).selectOption({ label: `${name} (${code}) – admin` });
  await page.getByRole('button', { name: 'Continue to ARO System' }).click();
  await expect(page.getByText('Wells Master Data')).toBeVisible();
  await page.setViewportSize({ width: 640, height: 600 });
  const [choiceBox, personBox] = [
    await header.getByRole('button', { name: /, switch company$/ }).boundingBox(),
    await header.getByText(/^Customer:/).boundingBox(),
  ];
  expect(choiceBox!.x + choiceBox!.width).toBeLessThan(personBox!.x);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await menu.boundingBox())!.y).toBeLessThan(32);
  expect(await horizontalOverflow(page.locator('html'))).toBe(0);
  await expect(header.getByTitle(name)).toBeVisible();
});

test('long words in custom fields and company names do not widen forms and tables', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  await signIn(person);
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  const companyId = await asSystemAdmin(browser, async (request) => {
    const code = crypto.randomUUID().slice(0, 8).toUpperCase();
    const created = await request.post('/api/admin/companies', { data: { name: LONG_NAME, code } });
    const { id } = await created.json();
    await request.post(`/api/admin/users/${userId}/companies`, { data: { companyId: id, role: 'admin' } });
    return id;
  });
  const changed = await page.request.put(`/api/companies/${companyId}/custom-fields`, {
    data: { customFieldTemplates: FIELDS_OF_LONG_WORDS },
  });
  expect(changed.ok()).toBe(true);

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?dialog=new', READY);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(LONG_WORD).first()).toBeVisible();
  expect(await horizontalOverflow(dialog.locator('form > div').first())).toBe(0);

  await page.goto('/?view=fields', READY);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await horizontalOverflow(page.getByRole('region', { name: 'Custom Field Templates' })),
      `${width}`,
    ).toBe(0);
    expect(
      await horizontalOverflow(page.getByRole('columnheader', { name: 'Display Name' })),
      `${width}`,
    ).toBe(0);
  }

  await page.context().clearCookies();
  await signInAs(page.request, { email: 'admin@example.com' });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [tab, name] of [
    ['users', 'Users'],
    ['companies', 'Companies'],
  ]) {
    const search = tab === 'users' ? person.email : LONG_NAME;
    await page.goto(`/admin?tab=${tab}&search=${search}`, READY);
    await expect(page.getByRole('table', { name }).getByText(LONG_NAME).first()).toBeVisible();
    expect(await horizontalOverflow(page.getByRole('region', { name })), name).toBe(0);
    if (tab === 'users')
      await expect(page.getByRole('table', { name }).getByText('(admin)')).toBeInViewport();
  }
});

test('links are large enough to hit, however short their text', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  const small = () =>
    page.locator('a:not(p a, .sr-only, [href="#main"])').evaluateAll((links) =>
      links
        .map((link) => ({ text: link.textContent, box: link.getBoundingClientRect() }))
        .filter(({ box: { width, height } }) => width > 1 && (width < 24 || height < 24))
        .map(({ text, box: { width, height } }) => `${text}: ${width} x ${height}`),
    );
  await page.goto('/?tab=detail&dialog=balances', READY);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    expect(await small(), `${width}`).toEqual([]);
  }
});

test('the preview of a well’s posting is not a scrolling box within the dialog', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/?search=NO 15/9-A-008', READY);
  await page.getByRole('button', { name: /^Settle NO/ }).click();
  await page.getByLabel('Cost').fill('25000');
  const preview = page.getByRole('region', { name: 'What will be posted' });
  await preview.waitFor();
  for (const [width, height] of [
    [768, 1024],
    [360, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await preview.evaluate((it) => it.scrollHeight - it.clientHeight), `${width}`).toBeLessThan(2);
  }
});

test('the effects of revising an estimate are visible at 1,440 pixels', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=calculate&dialog=revise', READY);
  await page
    .getByLabel('Rows')
    .fill(
      'Well Code\tNew P&A Cost\tRetirement Date\tDiscount Rate\tInflation Rate\nNO 15/9-A-002\t6,000,000\t2047-09-30\t7\t2.5',
    );
  const revised = page.getByRole('region', { name: 'Revised wells' });
  await revised.getByText('Income Effect').waitFor();
  expect(await horizontalOverflow(revised)).toBe(0);
  const moved = revised.getByRole('cell', { name: /→/ });
  expect(await horizontalOverflow(moved)).toBe(0);
});

test('the overview’s tables are as tall as their rows', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=detail&overview=open', READY);
  for (const name of ['Table of change this year', 'Table of liability by field'])
    await page.getByRole('button', { name }).click();
  const [changes, fields] = ['Change this year', 'Liability by field'].map((name) =>
    page.getByRole('region', { name, exact: true }).getByRole('table').locator('..'),
  );
  for (const frame of [changes!, fields!])
    expect(await frame.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThan(2);
  const [first, second] = await Promise.all([changes!, fields!].map((frame) => frame.boundingBox()));
  expect(first!.y).toBe(second!.y);
});

test('a page without a header names the application', async ({ pageOf }) => {
  const page = await pageOf(null);
  await page.goto('/nowhere', READY);
  await expect(page.getByRole('main').getByRole('link', { name: 'ARO System' })).toBeVisible();
});

test('a well that can’t be deleted leaves no gap above the buttons', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.goto('/', READY);
  await page
    .getByRole('button', { name: /^delete/i })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Well' });
  const [note, button] = [dialog.getByRole('alert'), dialog.getByRole('button', { name: 'Cancel' })];
  await expect(note).toContainText('closed periods');
  const [above, below] = [(await note.boundingBox())!, (await button.boundingBox())!];
  expect(below.y - (above.y + above.height)).toBeLessThan(40);
});

test('a long table leaves the page around it with nothing to scroll', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 768 });
  for (const path of ['/', '/?tab=detail', '/?tab=company&view=audit']) {
    await page.goto(path, READY);
    // Content below the table loads on the first mouse move.
    await page.mouse.move(400, 300);
    await page.getByText(/^1–\d+ of /).waitFor();
    for (const height of [768, 900]) {
      await page.setViewportSize({ width: 1440, height });
      await expect
        .poll(
          () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
          `${path} at ${height}`,
        )
        .toBe(0);
    }
  }
});

test('the total of a field’s sale is visible together with its rows', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?dialog=sell', READY);
  const dialog = page.getByRole('dialog', { name: 'Sell Wells' });
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ index: 1 });
  await dialog.getByLabel('Share Sold').fill('25');
  const total = dialog.getByRole('table', { name: 'Sold wells' }).getByText('Total');
  await expect(total).toBeInViewport({ ratio: 1 });
  const [row, footer] = await Promise.all(
    [total, dialog.getByRole('button', { name: 'Cancel' })].map((it) => it.boundingBox()),
  );
  expect(row!.y + row!.height).toBeLessThan(footer!.y);
});

test('in a short window, as at 400% zoom, every part of a dialog can be scrolled to', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 320, height: 256 });
  for (const [path, field, button] of [
    ['/?tab=calculate&dialog=revise', 'Rows', 'Cancel'],
    ['/?dialog=sell', 'Proceeds', 'Cancel'],
    ['/?dialog=new', 'Well Name', 'Create Well'],
  ] as const) {
    await page.goto(path, READY);
    const dialog = page.getByRole('dialog');
    for (const part of [
      dialog.getByLabel(field),
      dialog.getByRole('button', { name: button, exact: true }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      const { top, bottom } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
      const { y, height } = (await dialog.boundingBox())!;
      expect(top, `${button} ${path}`).toBeGreaterThanOrEqual(y);
      expect(Math.min(bottom, top + 32), `${button} ${path}`).toBeLessThanOrEqual(y + height + 1);
      // Nothing covers it.
      await part.click({ trial: true, position: { x: 8, y: 8 } });
    }
  }
});
