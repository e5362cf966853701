import { expect, type Locator } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { horizontalOverflow, READY } from '../../support/e2e/page-width';
import { signInAs, test } from '../../support/e2e/test';

test('on a phone a message covers neither the title nor the close button of an open dialog', async ({
  pageOf,
}) => {
  const page = await pageOf('viewer@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?tab=detail&dialog=postings', READY);
  const register = page.getByRole('dialog', { name: 'Posting Register' });
  await register.getByRole('button', { name: 'Download CSV' }).click();
  const message = page.getByRole('region', { name: 'Notifications' }).getByText('exported successfully');
  await expect(message).toBeVisible();
  // A trial click waits until the close button can receive it.
  await register.getByRole('button', { name: 'Close' }).click({ trial: true });
  const roomBelowTitle = async (dialog: Locator) => {
    const [title, text] = await Promise.all([
      dialog.getByRole('heading', { level: 2 }).first().boundingBox(),
      message.boundingBox(),
    ]);
    return text!.y - (title!.y + title!.height);
  };
  expect(await roomBelowTitle(register)).toBeGreaterThan(0);
  // The same for a dialog that opens while the message is visible.
  await register.getByRole('table').getByRole('link').first().click();
  const posting = page.getByRole('dialog', { name: /^Calculation / });
  await expect.poll(() => roomBelowTitle(posting)).toBeGreaterThan(0);
});

test('on a phone, filters open below their button, and dialog buttons fill their lines', async ({
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

test('on a phone, the administration lists need no sideways scrolling', async ({ pageOf }) => {
  const page = await pageOf('admin@example.com');
  await page.setViewportSize({ width: 360, height: 780 });
  for (const [tab, label] of [
    ['users', 'Users'],
    ['companies', 'Companies'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`, READY);
    await expect.poll(() => horizontalOverflow(page.getByRole('region', { name: label }))).toBe(0);
  }
  // The fade shows that there is more.
  await expect(page.getByRole('tablist')).toHaveCSS('mask-image', /gradient/);
});

test('on a phone the selected tab is in view, however many precede it', async ({ pageOf }) => {
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
  expect(await horizontalOverflow(results)).toBe(0);
  // The actions for a posting or a month are visible too.
  for (const label of ['Postings', 'Months', 'Month-End Runs']) {
    expect(await horizontalOverflow(page.getByRole('region', { name: label })), label).toBe(0);
  }
  await page.getByRole('button', { name: 'Calculate Accretion' }).click();
  const review = page.getByRole('dialog', { name: 'Review Before Posting' });
  const first = review.getByRole('table', { name: 'What will be posted' }).locator('tbody .figures').first();
  await expect(first).toContainText(/^\(?[\d,]+\.\d\d/);
  await expect(first).toBeInViewport({ ratio: 1 });
  expect(await horizontalOverflow(review.getByRole('region', { name: 'What will be posted' }))).toBe(0);
});

test('the audit log names the well of each change on a phone, and shows all of it on a tablet', async ({
  pageOf,
}) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 780 });
  // The newest rows come from whichever tests ran last, so filter them.
  await page.goto('/?tab=company&view=audit&action=aro_layer.calculated', READY);
  const row = page.getByRole('row').filter({ hasText: 'ARO layer calculated' }).first();
  const [well, details] = await Promise.all(
    [row.getByRole('link'), row.getByRole('button')].map(async (it) => (await it.boundingBox())!),
  );
  expect(well!.x + well!.width).toBeLessThan(details!.x);
  // Text replaced by an ellipsis would be laid out below the line.
  expect(Math.abs(well!.y - details!.y)).toBeLessThan(6);

  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/?tab=company&view=audit&action=month_end.posted', READY);
  const story = page.getByText(/^Month end posted.* Layers: \d+$/).first();
  await expect(story).toBeInViewport({ ratio: 1 });
  expect(await horizontalOverflow(story)).toBe(0);
});

test('on a phone the hint about what to paste shows in full', async ({ pageOf }) => {
  const page = await pageOf('accountant@example.com');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/?dialog=settle', READY);
  const rows = page.getByRole('textbox', { name: 'Rows' });
  await expect(rows).toHaveAttribute('placeholder', /headings/);
  // The pasted rows don't wrap; the hint does.
  expect(await rows.evaluate((box) => getComputedStyle(box, '::placeholder').whiteSpace)).toBe('normal');
});

test('a thumb can hit buttons and fields, and on a tablet each row’s actions', async ({ browser }) => {
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
          // In tables, headings are the sort buttons, and controls are as tall as the rows.
          .filter((control) => !control.closest('table, [aria-hidden="true"]'))
          .filter((control) => control.getBoundingClientRect().height < 40)
          .map((control) => control.getAttribute('aria-label') ?? control.textContent),
      );
    expect(low, path).toEqual([]);
    expect(await horizontalOverflow(page.locator('html')), path).toBe(0);
  }
  // On a tablet, each row shows its actions.
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
