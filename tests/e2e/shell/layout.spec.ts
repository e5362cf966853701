import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { addToNewCompany, asSystemAdmin } from '../../support/e2e/company';
import { signInAs, test } from '../../support/e2e/test';

const READY = { waitUntil: 'networkidle' } as const;
const LONG_ZONE = 'America/Argentina/Buenos_Aires';
/** With hardly a place to break a line at. */
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
const PREFERENCES = { language: 'de-DE', currency: 'NOK', timezone: LONG_ZONE };

async function send(page: Page, path: string, data: unknown): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), path).toBe(true);
  return response.json();
}

async function prefer(page: Page, preferences: Record<string, string>): Promise<void> {
  for (const [preferenceKey, preferenceValue] of Object.entries(preferences)) {
    await send(page, '/api/user/preferences', { preferenceKey, preferenceValue });
  }
}

/** A layer of nearly as much as an amount can be, and two records of its accretion, which differ in their method. */
async function companyOfBillions(page: Page, browser: Browser): Promise<void> {
  const { id: companyId } = await addToNewCompany(browser, page);
  const { id: wellId } = await send(page, '/api/wells', {
    wellCode: 'B-1',
    wellName: 'Bravo',
    wellStatus: 'Active',
    field: 'B',
    activeDate: '2024-01-01',
  });
  await send(page, '/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    discountRate: 8,
    inflationRate: 8,
    pAndACost: '9000000000.00',
    wellLifespan: 20,
    calculationDate: '2024-01-01',
  });
  await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-02-29' });
  const path = `/api/companies/${companyId}/settings`;
  const { accretionMethod, ...others } = await (await page.request.get(path)).json();
  const changed = await page.request.put(path, { data: { ...others, accretionMethod: 'effective' } });
  expect(changed.ok()).toBe(true);
  await send(page, '/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-03-31' });
}

/** Figures that are wider than their place: they would be cut, or lie over their neighbours. */
function cutFigures(page: Page): Promise<string[]> {
  return page.locator('.figures, .figures *').evaluateAll((figures) =>
    figures
      .filter((figure) => !figure.matches('.sr-only') && figure.clientWidth > 0)
      // A parenthesis hangs past the edge on purpose.
      .filter((it) => it.scrollWidth > it.clientWidth + (it.querySelector('.hung') ? 6 : 1))
      .map((figure) => `${figure.textContent}: ${figure.scrollWidth} in ${figure.clientWidth}`),
  );
}

/** By how much it scrolls sideways, in pixels. */
function sideways(scrolling: Locator): Promise<number> {
  return scrolling.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

async function expectHistory(dialog: Locator): Promise<void> {
  await expect(
    dialog.getByText('9.000.000.000,00 × 1,08^20 ÷ 1,08^20 = 9.000.000.000,00', { exact: true }),
  ).toBeVisible();
  const rows = dialog.getByRole('table', { name: 'Accretion' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  // Two of twelve months are 0.166666666667.
  await expect(rows.nth(0)).toContainText('0,166667');
  await expect(rows.nth(0)).toContainText('Simple');
  await expect(rows.nth(1)).toContainText('0,083333');
  await expect(rows.nth(1)).toContainText('Effective');
  await expect(rows.nth(0)).toContainText(LONG_ZONE);
  expect(await sideways(dialog.getByRole('region', { name: 'Accretion' }))).toBe(0);
}

test('amounts of any length are shown whole at any width, and a long time zone fits a phone', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await companyOfBillions(page, browser);
  await prefer(page, PREFERENCES);
  const expectWhole = async (what: string, atWidth?: (width: number) => Promise<void>) => {
    for (const width of [1440, 1024, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await atWidth?.(width);
      expect(await cutFigures(page), `${what} at ${width}`).toEqual([]);
    }
  };
  await page.goto('/?tab=detail', READY);
  const table = page.getByRole('table', { name: 'ARO Detail' });
  await expectWhole('detail', async (width) => {
    await expect(table).toContainText('9.178.678.354,60\u00a0kr');
    // A phone's two lines have room for the current amount only.
    if (width > 360) await expect(table).toContainText('9.000.000.000,00\u00a0kr');
    else await expect(table).not.toContainText('9.000.000.000,00\u00a0kr');
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^History of/ }).click();
  await test.step('a layer’s history writes figures as the person does, and tells methods and times apart', () =>
    expectHistory(page.getByRole('dialog')));
  await expectWhole('history');
  await page.goto('/?tab=detail&overview=open', READY);
  await expect(page.getByRole('button', { name: /^Table of/ })).toHaveCount(3);
  for (const button of await page.getByRole('button', { name: /^Table of/ }).all()) await button.click();
  await expectWhole('overview as tables');
  await page.goto('/?tab=accretion', READY);
  await expect(page.locator('dl')).toContainText('kr');
  await expectWhole('accretion');
  await test.step('a time zone with a long name makes no page wider than a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ['/?tab=company&view=audit', '/?tab=company&view=members', '/settings']) {
      await page.goto(path, READY);
      expect(await sideways(page.locator('html')), path).toBe(0);
      // What happened is on a phone too, not to the right of it.
      const log = page.getByRole('region', { name: 'Audit Log' });
      if (path.endsWith('audit')) expect(await sideways(log), path).toBe(0);
    }
    const sample = page.getByLabel('Sample', { exact: true });
    await expect(sample).toContainText(LONG_ZONE);
    expect(await sideways(sample)).toBe(0);
  });
});

test('usual amounts need no more room than a window of 1440 pixels has', async ({ pageOf }) => {
  const page = await pageOf('viewer@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=detail', READY);
  expect(await sideways(page.getByRole('region', { name: 'ARO Detail' }))).toBe(0);
  expect(await cutFigures(page)).toEqual([]);
});

test('the header is one line with its menus at the right, however long the names in it', async ({
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
      expect(await sideways(page.locator('html'))).toBe(0);
    }
  }
  // Who belongs to several companies chooses among them there.
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
  expect(await sideways(page.locator('html'))).toBe(0);
  await expect(header.getByTitle(name)).toBeVisible();
});

test('long words in custom fields and company names leave forms and tables as wide as they are', async ({
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
  expect(await sideways(dialog.locator('form > div').first())).toBe(0);

  await page.goto('/?view=fields', READY);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page.getByRole('region', { name: 'Custom Field Templates' })), `${width}`).toBe(0);
    expect(await sideways(page.getByRole('columnheader', { name: 'Display Name' })), `${width}`).toBe(0);
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
    expect(await sideways(page.getByRole('region', { name })), name).toBe(0);
    if (tab === 'users')
      await expect(page.getByRole('table', { name }).getByText('(admin)')).toBeInViewport();
  }
});

test('on a phone a message leaves the title and the cross of an open dialog uncovered', async ({
  pageOf,
}) => {
  const page = await pageOf('viewer@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?tab=detail&dialog=postings', READY);
  const register = page.getByRole('dialog', { name: 'Posting Register' });
  await register.getByRole('button', { name: 'Download CSV' }).click();
  const message = page.getByRole('region', { name: 'Notifications' }).getByText('exported successfully');
  await expect(message).toBeVisible();
  // A click that is tried waits for the cross to take it.
  await register.getByRole('button', { name: 'Close' }).click({ trial: true });
  const roomBelowTitle = async (dialog: Locator) => {
    const [title, text] = await Promise.all([
      dialog.getByRole('heading', { level: 2 }).first().boundingBox(),
      message.boundingBox(),
    ]);
    return text!.y - (title!.y + title!.height);
  };
  expect(await roomBelowTitle(register)).toBeGreaterThan(0);
  // The same of a dialog that opens while the message is there.
  await register.getByRole('table').getByRole('link').first().click();
  const posting = page.getByRole('dialog', { name: /^Calculation / });
  await expect.poll(() => roomBelowTitle(posting)).toBeGreaterThan(0);
});

test('links are large enough to hit, however short', async ({ pageOf }) => {
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

test('amounts are right-aligned where they are typed too', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.goto('/?tab=calculate', READY);
  for (const name of ['P&A Cost', 'Well Lifespan (years)', 'Discount Rate (%)'])
    await expect(page.getByRole('textbox', { name })).toHaveCSS('text-align', 'right');
  // As near to its sign as the amounts above are to their frame.
  await expect(page.getByRole('textbox', { name: 'Discount Rate (%)' })).toHaveCSS('padding-right', '28px');
});

test('what a well would post is reviewed without a box that scrolls within the dialog', async ({
  pageOf,
}) => {
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

test('what an estimate’s revision does to the books is in sight at 1,440 pixels', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=calculate&dialog=revise', READY);
  await page
    .getByLabel('Rows')
    .fill(
      'Well Code\tNew P&A Cost\tRetirement Date\tDiscount Rate\tInflation Rate\nNO 15/9-A-002\t6,000,000\t2047-09-30\t7\t2.5',
    );
  const revised = page.getByRole('region', { name: 'Revised wells' });
  await revised.getByText('Profit or Loss').waitFor();
  expect(await sideways(revised)).toBe(0);
  const moved = revised.getByRole('cell', { name: /→/ });
  expect(await sideways(moved)).toBe(0);
});

test('the overview’s tables are as long as their rows', async ({ pageOf }) => {
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

test('on a phone, filters open below their button, and buttons of a dialog fill their lines', async ({
  pageOf,
}) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/?tab=detail', READY);
  const button = page.getByRole('button', { name: 'Filters' });
  await button.click();
  const { y, height } = (await button.boundingBox())!;
  for (const name of ['Field', 'Layer', 'Status'])
    expect((await page.getByRole('combobox', { name }).boundingBox())!.y).toBeGreaterThan(y + height - 1);

  await page.goto('/?dialog=new', READY);
  const [cancel, create] = await Promise.all(
    ['Cancel', 'Create Well'].map(
      async (name) =>
        (await page.getByRole('dialog').getByRole('button', { name, exact: true }).boundingBox())!,
    ),
  );
  const dialog = (await page.getByRole('dialog').boundingBox())!;
  expect(create!.x + create!.width).toBeCloseTo(dialog.x + dialog.width - 20, 0);
  expect(create!.y === cancel!.y ? cancel!.x : create!.x).toBeCloseTo(dialog.x + 20, 0);
});

test('a page without a header says whose it is', async ({ pageOf }) => {
  const page = await pageOf(null);
  await page.goto('/nowhere', READY);
  await expect(page.getByRole('main').getByRole('link', { name: 'ARO System' })).toBeVisible();
});

test('on a phone, the lists of administration need no scrolling sideways', async ({ pageOf }) => {
  const page = await pageOf('admin@example.com');
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [tab, label] of [
    ['users', 'Users'],
    ['companies', 'Companies'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`, READY);
    await expect.poll(() => sideways(page.getByRole('region', { name: label }))).toBe(0);
  }
  // There is more, and it fades.
  await expect(page.getByRole('tablist')).toHaveCSS('mask-image', /gradient/);
});

test('the amounts of a chart are level with their lines', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.goto('/', READY);
  await page.getByRole('link', { name: 'NO 15/9-A-001' }).click();
  const zero = page.locator('svg text').filter({ hasText: /^0$/ });
  const [text, line] = await Promise.all(
    [zero, page.locator('svg line.stroke-control')].map((part) =>
      part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  expect(Math.abs(text!.top + text!.height / 2 - line!.top)).toBeLessThan(2);
});

test('on a phone the chosen tab is in view, however many are before it', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?tab=company&view=books', READY);
  await expect(page.getByRole('tab', { name: 'Books Check' })).toBeInViewport({ ratio: 1 });
});

test('on a phone accretion and its review show the amounts', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?tab=accretion', READY);
  const results = page.getByRole('region', { name: 'Accretion Results' });
  await expect(results.locator('tbody .figures').first()).toContainText(/^\(?\$[\d,]+\.\d\d/);
  expect(await sideways(results)).toBe(0);
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  const first = review.getByRole('table', { name: 'What will be posted' }).locator('tbody .figures').first();
  await expect(first).toContainText(/^\(?[\d,]+\.\d\d/);
  await expect(first).toBeInViewport({ ratio: 1 });
  expect(await sideways(review.getByRole('region', { name: 'What will be posted' }))).toBe(0);
});

test('on a phone the audit log names the well of each change, and on a tablet all of it', async ({
  pageOf,
}) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 780 });
  // The newest rows are what other tests did last.
  await page.goto('/?tab=company&view=audit&action=aro_layer.calculated', READY);
  const row = page.getByRole('row').filter({ hasText: 'ARO layer calculated' }).first();
  const [well, details] = await Promise.all(
    [row.getByRole('link'), row.getByRole('button')].map(async (it) => (await it.boundingBox())!),
  );
  expect(well!.x + well!.width).toBeLessThan(details!.x);
  // What an ellipsis takes the place of is laid out below the line.
  expect(Math.abs(well!.y - details!.y)).toBeLessThan(6);

  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/?tab=company&view=audit&action=month_end.posted', READY);
  const story = page.getByText(/^Month end posted.* Layers: \d+$/).first();
  await expect(story).toBeInViewport({ ratio: 1 });
  expect(await sideways(story)).toBe(0);
});

test('what to paste is said whole on a phone', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?dialog=settle', READY);
  const rows = page.getByRole('textbox', { name: 'Rows' });
  await expect(rows).toHaveAttribute('placeholder', /headings/);
  // Its rows don't wrap; the hint does.
  expect(await rows.evaluate((box) => getComputedStyle(box, '::placeholder').whiteSpace)).toBe('normal');
});

test('with the person’s own colours, what is chosen differs from what is not', async ({
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
  /** The words around a choice's unseen button. */
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
  // A column that stays has a line where its shadow would be.
  const stays = page.getByRole('table', { name: 'Wells' }).getByRole('columnheader', { name: 'Actions' });
  await expect(stays).toHaveCSS('border-left-width', '1px');

  // Settings are kept: those of whoever else is looked at as the accountant stay as they are.
  await signIn(newPerson());
  await addToNewCompany(browser, ownPage);
  await ownPage.emulateMedia({ forcedColors: 'active' });
  await ownPage.goto('/settings', READY);
  await differ(choice('System', ownPage), choice('Dark', ownPage));
  const sidebar = ownPage.getByRole('switch', { name: 'Keep sidebar expanded by default' });
  /** The switch's ground, and that of its knob. */
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

test('with the person’s own colors, charts are drawn in them, and a role is read whole', async ({
  pageOf,
}) => {
  const page = await pageOf('accountant@example.com');
  // A dark palette, whatever theme was chosen.
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

test('a thumb hits buttons and fields, and on a tablet what can be done with each row', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: APP_URL,
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await signInAs(context.request, { email: 'accountant@example.com' });
  const page = await context.newPage();
  for (const path of [
    '/',
    '/?dialog=new',
    '/?tab=calculate',
    '/?tab=accretion',
    '/?tab=company',
    '/settings',
  ]) {
    await page.goto(path, READY);
    const low = await page
      .locator(
        'button:visible, select:visible, input:not([type=checkbox], [type=radio], [type=file]):visible',
      )
      .evaluateAll((controls) =>
        controls
          // The headings of a table sort it, and its rows have the height of rows.
          .filter((control) => !control.closest('table, [aria-hidden="true"]'))
          .filter((control) => control.getBoundingClientRect().height < 40)
          .map((control) => control.getAttribute('aria-label') ?? control.textContent),
      );
    expect(low, path).toEqual([]);
    expect(await sideways(page.locator('html')), path).toBe(0);
  }
  // A tablet has each row's acts beside it.
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/', READY);
  const row = page.getByRole('table', { name: 'Wells' }).locator('tbody').getByRole('row').first();
  const boxes = await Promise.all(
    ['Edit', 'Settle', 'Sell', 'Delete'].map((name) =>
      row.getByRole('button', { name: new RegExp(`^${name} `) }).boundingBox(),
    ),
  );
  const cell = (await row.getByRole('cell').last().boundingBox())!;
  for (const box of boxes) {
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(36);
    expect(box!.x).toBeGreaterThanOrEqual(cell.x);
  }
  await context.close();
});

test('a long table leaves nothing to scroll on the page around it', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 768 });
  for (const path of ['/', '/?tab=detail', '/?tab=company&view=audit']) {
    await page.goto(path, READY);
    // What is below the table comes with the first move.
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

test('the register of postings shows all of its columns at 1,440 pixels, digit under digit', async ({
  pageOf,
}) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?tab=detail&dialog=postings', READY);
  const register = page.getByRole('dialog').getByRole('region', { name: 'Posting Register' });
  await register.getByRole('link').first().waitFor();
  expect(await sideways(register)).toBe(0);
  await expect(register.getByRole('link', { name: /^NO / }).first()).toBeVisible();
  // Where the last digit ends: of an amount in parentheses as of the others.
  const ends = await register.locator('tbody .figures').evaluateAll((cells) =>
    cells
      .filter((cell) => /\d\)?$/.test(cell.textContent ?? ''))
      .map((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const text = texts.nextNode() as Text;
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, text.data.replace(')', '').length);
        const edge = cell.getBoundingClientRect().right - range.getBoundingClientRect().right;
        return { isNegative: text.data.endsWith(')'), edge };
      }),
  );
  const edgesOf = (negative: boolean) =>
    ends.filter(({ isNegative }) => isNegative === negative).map(({ edge }) => edge);
  expect(edgesOf(true).length).toBeGreaterThan(0);
  for (const edge of edgesOf(true)) expect(Math.abs(edge - edgesOf(false)[0]!)).toBeLessThan(0.6);
  // Whole in a column that is no wider than it has to be.
  const negative = register.locator('.hung:has(a span)').first();
  const isCutOff = await negative.evaluate((amount) => {
    const narrow = document.createElement('div');
    narrow.style.width = 'min-content';
    narrow.appendChild(amount.cloneNode(true));
    amount.parentElement!.appendChild(narrow);
    const text = narrow.querySelector('a span')!;
    const isCutOff = text.scrollWidth > text.clientWidth;
    narrow.remove();
    return isCutOff;
  });
  expect(isCutOff).toBe(false);

  // On paper, codes stay whole, and a text after an amount keeps its distance from it.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const entered = page.locator('.paper tbody td.figures + td:not(.figures)').first();
  expect(
    await entered.evaluate((cell) => Number.parseFloat(getComputedStyle(cell).paddingLeft)),
  ).toBeGreaterThan(10);
  const code = page
    .locator('.paper tbody td')
    .filter({ hasText: /^NO 6506\/11-F-024$/ })
    .first();
  expect(await code.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });

  // Letters spaced by a person's own style sheet, while they read.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await expect.poll(() => sideways(register)).toBeGreaterThan(0);
  expect(await cutFigures(page)).toEqual([]);
});

test('what a field’s sale comes to is in sight with its rows', async ({ pageOf }) => {
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

test('in a low window, as at 400%, all of a dialog can be scrolled to', async ({ pageOf }) => {
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
      // Nothing lies over it.
      await part.click({ trial: true, position: { x: 8, y: 8 } });
    }
  }
});
