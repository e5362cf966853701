import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { joinNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** Browsers as far from the server's UTC as people live, one of them half an hour off the hour, in three languages. */
const PLACES = [
  { timezoneId: 'Pacific/Kiritimati', locale: 'de-DE', date: '05.01.2024', amount: '27.070,90' },
  { timezoneId: 'America/St_Johns', locale: 'en-US', date: 'Jan 5, 2024', amount: '27,070.90' },
  { timezoneId: 'Asia/Kolkata', locale: 'nb-NO', date: '05.01.2024', amount: '27\u00a0070,90' },
];

const DETAIL = '/?tab=detail';
/** What shows dates, instants, amounts or counts. */
const PATHS = [
  '/',
  '/?tab=calculate',
  '/?tab=accretion',
  DETAIL,
  '/?view=fields',
  '/?tab=company&view=settings',
  '/?tab=company&view=members',
  '/?tab=company&view=audit',
  '/settings',
];

const PREFERENCES = {
  language: 'fr-FR',
  timezone: 'America/Los_Angeles',
  date_format: 'YYYY-MM-DD',
  currency: 'NOK',
};

test('a page says the same from the server and in the browser, wherever that is', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.slow();
  await signIn(newPerson());
  await joinNewCompany(browser, page);
  await postOneMonth(page.request);
  const storageState = await page.context().storageState();
  const textsEverywhere = () =>
    Promise.all(PLACES.map((place) => textsOf(browser, { ...place, storageState })));

  // Without preferences the language is the browser's.
  for (const [index, texts] of (await textsEverywhere()).entries()) {
    expect(texts['/']).toContain(PLACES[index]?.date);
    expect(texts[DETAIL]).toContain(PLACES[index]?.amount);
  }

  for (const [preferenceKey, preferenceValue] of Object.entries(PREFERENCES)) {
    const saved = await page.request.post('/api/user/preferences', {
      data: { preferenceKey, preferenceValue },
    });
    expect(saved.status()).toBe(201);
  }
  const [first, ...others] = await textsEverywhere();
  expect(first?.['/']).toContain('2024-01-05');
  expect(first?.[DETAIL]).toContain('27\u202f070,90\u00a0kr');
  for (const texts of others) expect(texts).toEqual(first);
});

/** What each path shows there, which is what the server wrote. */
async function textsOf(browser: Browser, place: BrowserContextOptions): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const complaints: string[] = [];
  const written = await browser.newContext({ ...place, baseURL: APP_URL, javaScriptEnabled: false });
  const hydrated = await browser.newContext({ ...place, baseURL: APP_URL });
  const [plain, live] = [await written.newPage(), await hydrated.newPage()];
  // React repairs what differs, and reports it.
  live.on('pageerror', (error) => complaints.push(error.message));
  for (const path of PATHS) {
    await plain.goto(path);
    await live.goto(path, { waitUntil: 'networkidle' });
    texts[path] = await textOf(plain);
    expect(await textOf(live), `${path} in ${place.timezoneId}`).toBe(texts[path]);
  }
  expect(complaints).toEqual([]);
  await Promise.all([written.close(), hydrated.close()]);
  return texts;
}

/** What the page says in sight; but for its notes and the line below a table, which come once it runs. */
function textOf(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    // What is for narrow windows alone is in the server's page, and gone once the page knows its window.
    const isShown = [...main.querySelectorAll('*')].map((element) => element.checkVisibility());
    for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
      if (!isShown[index]) element.remove();
    }
    const late = '[role=note], [role=status], [hidden], dl[aria-busy], .table-viewport + div';
    for (const note of copy.querySelectorAll(late)) note.remove();
    return copy.innerText;
  });
}

async function postOneMonth(request: APIRequestContext): Promise<void> {
  const send = async (path: string, data: object) => {
    const response = await request.post(path, { data });
    expect(response.ok(), path).toBe(true);
    return response.json();
  };
  const { id: wellId } = await send('/api/wells', {
    wellCode: 'T-1',
    wellName: 'Tango',
    wellStatus: 'Active',
    field: 'T',
    activeDate: '2024-01-05',
  });
  await send('/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    discountRate: 8,
    inflationRate: 2.5,
    pAndACost: 100000,
    wellLifespan: 25,
    calculationDate: '2024-01-05',
  });
  await send('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2024-01-31' });
}
