import { expect } from '@playwright/test';
import { expectToast } from '../../support/e2e/books';
import { joinNewCompany } from '../../support/e2e/company';
import { csvFile, dialogOf, expectCounts, openDialog, picker } from '../../support/e2e/mass-upload';
import { test } from '../../support/e2e/test';

const TITLES =
  'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate,aroValue,currentAroValue';

const layer = (code: string, rest: string) => `${code},Lima 1,Active,LIMA,2020-01-15,${rest}`;

function monthEnd(offset: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 0))
    .toISOString()
    .slice(0, 10);
}

test('opening balances are as of a date the user enters, outside closed months, and wrong ones are reversed as a whole', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const text = [TITLES, layer('L-1', 'initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,30000.00')].join(
    '\n',
  );
  // A typo is pointed out, but not refused.
  await picker(page).setInputFiles(csvFile(text.replace('8.00', '80.0')));
  await expect(dialog.getByText('1 row looks wrong.')).toBeVisible();
  await expect(
    dialog.getByText(/^Row 2 \(L-1\): Discount rate 80.00%; ARO value 27,070.90, but/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload 1 Row', exact: true })).toBeEnabled();
  await picker(page).setInputFiles(csvFile(text));
  await expect(dialog.getByText('1 row looks wrong.')).toBeHidden();
  const asOf = dialog.getByLabel('Balances as of');
  await expect(asOf).toHaveValue(monthEnd(-1));
  await expect(dialog.getByText('no current ARO value')).toBeHidden();
  await asOf.fill('2021-03-31');
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectCounts(page, '1', '1', '0');
  const [posted] = await (await page.request.get('/api/aro-layers')).json();
  expect(posted).toMatchObject({
    aroValue: '27070.90',
    currentAroValue: '30000.00',
    accretedThrough: '2021-03-31',
  });
  expect(await (await page.request.get('/api/accretion')).json()).toEqual([]);

  const origin = new URL(page.url()).origin;
  const headers = { origin };
  await page.request.post('/api/accretion/calculate', {
    data: { periodType: 'monthly', periodEnd: '2021-04-30' },
    headers,
  });
  const closed = await page.request.post('/api/periods/close', { data: { through: '2021-04-30' }, headers });
  expect(closed.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  const rows = ['R-1', 'R-2'].map((code) =>
    layer(code, 'initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,30000.00'),
  );
  await picker(page).setInputFiles(csvFile([TITLES, ...rows].join('\n')));
  await asOf.fill('2021-04-30');
  await expect(dialog.getByText('The books are closed through Apr 30, 2021.')).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Upload 2 Rows', exact: true });
  await expect(button).toHaveAccessibleDescription('Choose a date after the closed period');
  await asOf.press('Backspace');
  await expect(button).toHaveAccessibleDescription('Enter the date of the balances');
  await asOf.fill('2021-05-31');
  await button.click();
  await expectCounts(page, '2', '2', '0');

  // From the results, after a preview of the reversal.
  await dialog.getByRole('button', { name: 'Reverse Upload' }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse Upload' });
  await expect(reversal.getByText('The wells stay', { exact: true })).toBeVisible();
  // On a phone too, stacked.
  await page.setViewportSize({ width: 360, height: 640 });
  const planned = (await reversal.getByRole('region', { name: 'What will be posted' }).boundingBox())!;
  const note = (await reversal.getByRole('note').boundingBox())!;
  expect(note.y).toBeGreaterThanOrEqual(planned.y + planned.height);
  await page.setViewportSize({ width: 1280, height: 720 });
  await reversal.getByLabel('Reason').fill('Wrong file');
  await reversal.getByRole('button', { name: 'Reverse 1 Posting, (60,000.00)' }).click();
  // Back at the results, which report the reversal and no longer offer it.
  await expect(dialog.getByText('Everything this upload posted was reversed.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Reverse Upload' })).toBeHidden();
  // The first upload stays, with April's accretion.
  const summary = await (await page.request.get('/api/reports/aro-summary')).json();
  expect(summary).toMatchObject({ totalCurrentAro: '30200.00' });
});

test('additional rows require the meaning of their cost, and missed accretion is announced', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  const dialog = await openDialog(page);
  const initial = layer('L-1', 'initial,8.00,2.50,100000.00,25,2020-01-01,,');
  await picker(page).setInputFiles(csvFile([TITLES, initial].join('\n')));
  const notice = dialog.getByText(/^1 layer has no current ARO value/);
  await expect(notice).toBeVisible();
  await expect(
    dialog.getByText(/the accretion missed since Jan 1, 2020 as expense: about \$[\d,]+\.\d\d/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 1 Row', exact: true }).click();
  await expectToast(page, 'Upload Successful', 'Successfully processed 1 wells');
  await expectCounts(page, '1', '1', '0');
  await expect(notice).toBeVisible();

  await dialog.getByRole('button', { name: 'Upload Another File' }).click();
  const rows = [
    layer('l-1', 'additional,8.00,2.50,120000.00,25,2021-01-01,,'),
    layer('L-2', 'initial,8.00,2.50,50000.00,25,2020-01-01,,'),
    layer('L-2', 'additional,8.00,2.50,60000.00,25,2021-01-01,,'),
  ];
  await picker(page).setInputFiles(csvFile([TITLES, ...rows].join('\n')));
  const estimates = dialog.getByRole('table', { name: 'Estimates' });
  await expect(estimates.getByRole('row')).toHaveText([
    /^Well Code/,
    'l-1100,000.00220,000.00120,000.00',
    'L-250,000.00110,000.0060,000.00',
    'Total, 2 wells150,000.00330,000.00180,000.00',
  ]);
  const button = dialog.getByRole('button', { name: 'Upload 3 Rows', exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(
    'Choose what the P&A cost of the additional rows represents',
  );
  for (const radio of await dialog.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'Revised total estimate' }).check();
  await button.click();
  await expectCounts(page, '3', '3', '0');
  const layers: { measurement: string; totalEstimate: string }[] = await (
    await page.request.get('/api/aro-layers')
  ).json();
  expect(layers.map(({ measurement, totalEstimate }) => [measurement, totalEstimate])).toEqual([
    [null, '100000.00'],
    ['change', '120000.00'],
    [null, '50000.00'],
    ['change', '60000.00'],
  ]);
  await expect(dialogOf(page)).toBeVisible();
});
