import { type APIRequestContext, type Browser, type BrowserContextOptions, expect } from '@playwright/test';
import { APP_URL } from '../../support/e2e/address';
import { addToNewCompany } from '../../support/e2e/company';
import { test } from '../../support/e2e/test';

/** East and west of the server's UTC: the farthest inhabited zone, and one half an hour off. Other tests run in English and UTC. */
const PLACES = [
  { timezoneId: 'Pacific/Kiritimati', locale: 'de-DE', date: '05.01.2024', amount: '27.070,90' },
  { timezoneId: 'America/St_Johns', locale: 'nb-NO', date: '05.01.2024', amount: '27\u00a0070,90' },
];

const DETAIL = '/?tab=detail';
/** Screens that show dates, times, amounts or counts. */
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

test('a page reads the same from the server and in the browser, in any time zone', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  test.slow();
  await signIn(newPerson());
  await addToNewCompany(browser, page);
  await postOneMonth(page.request);
  const storageState = await page.context().storageState();
  const textsIn = (places: BrowserContextOptions[]) =>
    Promise.all(places.map((place) => textsOf(browser, { ...place, storageState })));

  // Without preferences, the browser's language applies. Scripts run once in each place: here in the west, below in the east.
  const served = await textsIn([{ ...PLACES[0], javaScriptEnabled: false }, PLACES[1]!]);
  for (const [index, texts] of served.entries()) {
    expect(texts['/']).toContain(PLACES[index]?.date);
    expect(texts[DETAIL]).toContain(PLACES[index]?.amount);
  }

  for (const [preferenceKey, preferenceValue] of Object.entries(PREFERENCES)) {
    const saved = await page.request.post('/api/user/preferences', {
      data: { preferenceKey, preferenceValue },
    });
    expect(saved.status()).toBe(201);
  }
  // The server's output for one place matches the browser's in the other.
  const [first, second] = await textsIn([PLACES[0]!, { ...PLACES[1], javaScriptEnabled: false }]);
  expect(first?.['/']).toContain('2024-01-05');
  expect(first?.[DETAIL]).toContain('27\u202f070,90\u00a0kr');
  expect(second).toEqual(first);
});

/** Text of each path in that place. With scripts, it must match what the server rendered. */
async function textsOf(browser: Browser, place: BrowserContextOptions): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const complaints: string[] = [];
  const context = await browser.newContext({ ...place, baseURL: APP_URL });
  // The document has been parsed, and React has not started.
  await context.addInitScript(`window.readText = ${readText};
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const isHydrated = Object.keys(document.querySelector('button')).some((key) => key.startsWith('__reactProps'));
      window.written = isHydrated ? 'too late' : readText();
    });`);
  const page = await context.newPage();
  // React repairs differences and reports them.
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const path of PATHS) {
    if (place.javaScriptEnabled === false) {
      await page.goto(path);
      texts[path] = await page.evaluate(readText);
      continue;
    }
    await page.goto(path, { waitUntil: 'networkidle' });
    const { written, shown } = await page.evaluate(() => ({
      written: window.written,
      shown: window.readText(),
    }));
    texts[path] = written;
    expect(shown, `${path} in ${place.timezoneId}`).toBe(written);
  }
  expect(complaints).toEqual([]);
  await context.close();
  return texts;
}

declare global {
  interface Window {
    readText: () => string;
    written: string;
  }
}

/** Visible text of the page, except notes and the line below a table, which appear only once scripts run. */
function readText(): string {
  const main = document.querySelector('main') as HTMLElement;
  const copy = main.cloneNode(true) as HTMLElement;
  // Elements for narrow windows only are in the server's page, and are removed once the page knows its window size.
  const isShown = [...main.querySelectorAll('*')].map((element) => element.checkVisibility());
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    if (!isShown[index]) element.remove();
  }
  const late = '[role=note], [role=status], [hidden], dl[aria-busy], .table-viewport + div';
  for (const note of copy.querySelectorAll(late)) note.remove();
  return copy.innerText;
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
