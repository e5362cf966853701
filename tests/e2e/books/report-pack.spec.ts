import { writeFileSync } from 'node:fs';
import { type APIRequestContext, type Browser, expect, type Page, request } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { violations } from '../../support/e2e/axe';
import { addLayer, addWell, fetchJson, open, postAccretionThrough, rowOf } from '../../support/e2e/books';
import { addToNewCompany, asSystemAdmin } from '../../support/e2e/company';
import { signInAs, test } from '../../support/e2e/test';
import { computedCents, sheetsOf, tableOf } from '../../support/workbook';

const MONTH = '/?tab=accretion&month=2024-01';
const DAYS = 'beginDate=2024-01-01&endDate=2024-01-31';

/** Opens the pack in print view. A headless browser has no print dialog. */
async function printPack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Print or Save as PDF' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
  await page.emulateMedia({ media: 'print' });
}

async function endPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    delete document.documentElement.dataset.prints;
    window.dispatchEvent(new Event('afterprint'));
  });
}

/** The PDF that the browser makes of the page: its page count and headings. */
async function pdfOf(page: Page) {
  const file = await page.pdf({ preferCSSPageSize: true, outline: true, tagged: true });
  writeFileSync(test.info().outputPath('pack.pdf'), file);
  const text = file.toString('latin1');
  return {
    pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    headings: [...text.matchAll(/\/Title \(([^)]*)\)/g)].map(([, title]) => title),
  };
}

async function watchPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.prints = String(Number(dataset.prints ?? 0) + 1);
    };
  });
}

/** Signs in a second company admin, whose screens are never opened. */
async function secondPerson(
  browser: Browser,
  companyId: string,
  person: { email: string },
): Promise<APIRequestContext> {
  const other = await request.newContext({ baseURL: APP_URL });
  await signInAs(other, person);
  const { id: userId } = await (await other.get('/api/auth/user')).json();
  await asSystemAdmin(browser, async (admin) => {
    const data = { companyId, role: 'admin' };
    expect((await admin.post(`/api/admin/users/${userId}/companies`, { data })).status()).toBe(201);
  });
  return other;
}

const PARTS = [
  'Tie Statement',
  'ARO Rollforward',
  'ARO Disclosure',
  'ARC Rollforward',
  'Trial Balance',
  'Journal',
  'Worklist',
  'Checklist',
  'Tie-Out',
  'Sign-Offs',
  'Reports Saved at Close',
];

test('two people close a month, and its pack has every report, on paper and as a workbook', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.setTimeout(240_000);
  await watchPrinting(page);
  await signIn(newPerson());
  const { id: companyId, code } = await addToNewCompany(browser, page);
  const well = await addWell(page, 'A-1', '2023-12-31');
  await addLayer(page, well, { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  const settings = { approval: 'second-person' };
  expect((await page.request.put(`/api/companies/${companyId}/settings`, { data: settings })).status()).toBe(
    200,
  );
  const tieOut = {
    mainAccount: '2400',
    subAccount: '100',
    balance: '-100900.00',
    explanation: '=Booked later',
  };
  const tied = await page.request.put('/api/closes/2024-01/tie-out', { data: { accounts: [tieOut] } });
  expect(tied.status()).toBe(200);
  const other = await secondPerson(browser, companyId, newPerson());

  // The pack of an open month says so.
  await open(page, MONTH);
  await printPack(page);
  const paper = page.locator('section.paper');
  await expect(paper.getByText('This month is not closed: its figures can still change.')).toBeVisible();
  await expect(paper.getByText('Not signed yet')).toHaveCount(2);
  await endPrint(page);
  await expect(paper).toHaveCount(0);

  const post = async (person: APIRequestContext, path: string, data: object) => {
    const answer = await person.post(path, { data });
    expect(answer.status(), path).toBe(200);
    return answer.json();
  };
  const { signOff } = await post(page.request, '/api/closes/2024-01/prepare', { note: 'Accruals checked' });
  await post(other, '/api/closes/2024-01/approve', { preparation: signOff.prepared.id });
  await post(other, '/api/periods/close', { through: '2024-01-31' });
  await other.dispose();
  // The close queues a job that seals the books, which may finish later.
  const seal = async () => (await (await page.request.get('/api/books/seal')).json()).seal;
  await expect.poll(seal).not.toBeNull();

  await open(page, MONTH);
  await printPack(page);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Report Pack of Jan 2024');
  await expect(paper.getByRole('heading', { level: 2 })).toHaveText(PARTS);
  await expect(paper.getByText(/^Edda Endtoend, .* UTC: Accruals checked$/)).toBeVisible();
  await expect(paper.getByText(/ by Edda Endtoend, through Jan 31, 2024$/)).toBeVisible();
  await expect(paper.getByText(/^Sealed through .*, seal \d+, [0-9a-f]{64}$/)).toBeVisible();
  await expect(
    paper.getByText(
      '5 reports of Dec 1, 2023 to Jan 31, 2024. Their totals and accounts match the current books, to the cent.',
    ),
  ).toBeVisible();
  const ties = paper.getByRole('table', { name: 'Ties' });
  await expect(rowOf(ties, 'Ending liability')).toContainText(
    'ARO Rollforward 101,000.00 = ARO Disclosure 101,000.00 = Trial Balance 101,000.00',
  );
  await expect(ties.getByText('Ties ✓')).toHaveCount(7);
  await expect(rowOf(paper.getByRole('table', { name: 'Journal by Voucher' }), '2400-100')).toContainText(
    '1,000.00',
  );
  await expect(rowOf(paper.getByRole('table', { name: 'Tie-Out' }), '2400-100')).toContainText(
    '=Booked later',
  );
  const kept: { reports: { sha256: string }[] } = await fetchJson(page, '/api/closes/2024-01');
  const keptRows = paper.getByRole('table', { name: 'Reports Saved at Close' });
  for (const { sha256 } of kept.reports) {
    await expect(rowOf(keptRows, sha256)).toContainText('Same figures, SHA-256 checked');
  }
  expect(await violations(page, { within: 'section.paper' })).toEqual([]);
  // Nothing is wider than the paper, and no row breaks across pages.
  await page.setViewportSize({ width: 1032, height: 700 });
  expect(await paper.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const breaks = paper.locator('tbody tr').first();
  expect(await breaks.evaluate((row) => getComputedStyle(row).breakInside)).toBe('avoid');
  expect(await page.title()).toBe('aro-report-pack-2024-01');
  const { pages, headings } = await pdfOf(page);
  expect(pages).toBeGreaterThanOrEqual(PARTS.length + 1);
  expect(headings).toEqual(expect.arrayContaining(['Report Pack of Jan 2024', ...PARTS]));
  await endPrint(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XLSX' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('aro-report-pack-2024-01.xlsx');
  const path = test.info().outputPath('pack.xlsx');
  await file.saveAs(path);
  const sheets = await sheetsOf(path);
  expect(sheets.Cover!.flat()).toContain(`Company ${code} (${code})`);
  expect(sheets.Cover!.find(([name]) => name === 'Differences')?.[1]).toBe('0');
  const of = (report: string) =>
    fetchJson<Record<string, string>[]>(page, `/api/reports/${report}?${DAYS}&by=field`);
  const [rolled] = await of('aro-rollforward');
  const [sheetRow] = tableOf(sheets['ARO Rollforward'], 'Field');
  expect(computedCents(sheetRow!['Ending Balance'])).toBe(computedCents(rolled!.endingBalance));
  const [disclosed] = await of('disclosure');
  expect(computedCents(tableOf(sheets['ARO Disclosure'], 'Field')[0]!.Ending)).toBe(
    computedCents(disclosed!.ending),
  );
  const trial = await fetchJson<Record<string, string>[]>(page, `/api/reports/trial-balance?${DAYS}`);
  expect(
    tableOf(sheets['Trial Balance'], 'Main Account')
      .slice(0, -1)
      .map((row) => computedCents(row.Ending)),
  ).toEqual(trial.map((row) => computedCents(row.ending)));
  const differences = [
    ...tableOf(sheets.Ties, 'Figure'),
    ...tableOf(sheets['Journal by Account'], 'Account'),
  ];
  expect(differences.map((row) => computedCents(row.Difference))).toEqual(differences.map(() => 0));
  const liability = tableOf(sheets['Tie-Out'], 'Account').find((row) => row.Account === '2400-100')!;
  expect([computedCents(liability.Difference), liability.Explanation]).toEqual([10000, '=Booked later']);
  expect(tableOf(sheets['Sign-Offs'], 'What').map((row) => row.What)).toEqual([
    'Closed through Jan 31, 2024',
    'Approved',
    'Prepared',
  ]);

  // With a fiscal year that began in July, January's pack can include the months before it, too.
  const year = { data: { fiscalYearEnd: 6 } };
  expect((await page.request.put(`/api/companies/${companyId}/settings`, year)).status()).toBe(200);
  await open(page, MONTH);
  const wholeYear = page.getByRole('radio', { name: 'Jul 1, 2023 – Jan 31, 2024' });
  await wholeYear.check();
  await page.emulateMedia({ media: 'print' });
  await expect(wholeYear).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await printPack(page);
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(
    'Report Pack of the Year through Jan 31, 2024',
  );
  await expect(ties.getByText('Ties ✓')).toHaveCount(7);
  await expect(rowOf(ties, 'Beginning liability')).toContainText('ARO Rollforward 0.00');
  // The December layer, and a month of accretion.
  await expect(
    rowOf(paper.getByRole('table', { name: 'Journal Totals by Account' }), '2400-100'),
  ).toContainText('101,000.00');
  expect(await page.title()).toBe('aro-report-pack-2023-07-01-to-2024-01-31');
});

test('a pack reports where the books differ from the reports a close kept', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  await watchPrinting(page);
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postAccretionThrough(page, '2024-01-31');
  const post = async (path: string, data: object) =>
    expect((await page.request.post(path, { data })).ok()).toBe(true);
  await post('/api/periods/close', { through: '2024-01-31' });
  await post('/api/periods/reopen', { from: '2024-01-01', reason: 'A late well' });
  await addLayer(page, await addWell(page, 'B-1', '2024-01-31'), { cost: 500, date: '2024-01-31' });
  await post('/api/periods/close', { through: '2024-01-31' });

  // December is still closed by the first close, whose reports go through January.
  await open(page, '/?tab=accretion&month=2023-12');
  await printPack(page);
  const paper = page.locator('section.paper');
  await expect(
    paper.getByText(
      /^The books now differ from the reports saved at close: .*Rollforward.*\. Days through Jan 31, 2024 were reopened on /,
    ),
  ).toBeVisible();
  const changed = paper.getByRole('table', { name: 'Changed Figures' });
  await expect(
    changed.getByRole('row', { name: 'Rollforward Ending Balance 101,000.00 101,500.00' }),
  ).toBeVisible();
  await endPrint(page);
  // January was closed twice: the figures of each close, and the posting between them, on screen and in the pack.
  await open(page, MONTH);
  const changes = page.getByRole('region', {
    name: /^From the close of .* by Edda Endtoend to the close of /,
  });
  await expect(changes.getByText(/Reopened .* by Edda Endtoend: A late well\./)).toBeVisible();
  await expect(
    changes.getByText(/Before \+ 1 posting = after\. Liability 101,000\.00 \+ 500\.00 = 101,500\.00/),
  ).toContainText('Ties ✓');
  await expect(
    changes.getByRole('row', { name: 'Ending balance 101,000.00 500.00 101,500.00' }),
  ).toBeVisible();
  const posted = changes.getByRole('table', { name: 'Postings in between' });
  await expect(posted.getByRole('row', { name: /Calculation B-1 500\.00 500\.00/ })).toBeVisible();
  await printPack(page);
  await expect(
    paper.getByText(/Their totals and accounts match the current books, to the cent\.$/),
  ).toBeVisible();
  await expect(
    paper.getByRole('table', { name: 'Changes Since a Close' }).getByRole('row', { name: /Ending balance/ }),
  ).toContainText('101,000.00500.00101,500.00');
  await expect(
    paper.getByRole('table', { name: 'Postings Since a Close' }).getByRole('row', { name: /B-1 500\.00/ }),
  ).toBeVisible();
  await endPrint(page);
  await posted.getByRole('link').click();
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Movements' })).toBeVisible();
});

test('the pack of a company with hundreds of wells reports by field and account only', async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await watchPrinting(page);
  await signIn({ email: 'viewer@example.com' });
  const month = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 7);
  await open(page, `/?tab=accretion&month=${month}`);
  await printPack(page);
  const paper = page.locator('section.paper');
  await expect(paper.getByRole('heading', { level: 2 })).toHaveText(PARTS);
  await expect(paper.getByRole('table', { name: 'Ties' }).getByText('Differs')).toHaveCount(0);
  await expect(paper.getByText('Rollforward, disclosure and ARC rollforward by field,')).toBeVisible();
  const { pages } = await pdfOf(page);
  expect(pages).toBeLessThan(30);
});
