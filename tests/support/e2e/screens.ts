import type { Page } from '@playwright/test';
import { BOOKS_SCREENS } from './books-screens';
import { asSystemAdmin } from './company';
import { PEOPLE_SCREENS } from './people-screens';
import { REPORT_SCREENS } from './report-screens';

/** A screen, and the steps to take before inspecting it: dialogs and menus are inspected open. */
export type Screen = {
  name: string;
  path: string;
  /** Email of the signed-in user; null for nobody. */
  as: string | null;
  open?: (page: Page) => Promise<void>;
  /** Opening it changes what other screens show. */
  leavesTraces?: true;
};

const DEMO_COMPANIES = ['NSP', 'PRE'];

/** A day in a month that the demo data leaves open, with accretion posted after it. */
const RECENT_DAY = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);

/** A day in a month that the demo data closes. */
const CLOSED_DAY = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);

/** Every screen of the application with its demo data, for accessibility checks and for pictures. */
export const SCREENS: Screen[] = [
  { name: 'landing page', path: '/', as: null },
  {
    name: 'api reference',
    path: '/api/docs',
    as: null,
    open: async (page) => {
      for (const call of (await page.locator('summary').all()).slice(0, 3)) await call.click();
    },
  },
  { name: 'page not found', path: '/nowhere', as: null },
  { name: 'components', path: '/dev/components', as: null },
  ...['Toast', 'Toast of a failure'].map((name) => ({
    name: `components, ${name.toLowerCase()}`,
    path: '/dev/components',
    as: null,
    open: async (page: Page) => {
      await page.getByRole('button', { name, exact: true }).click();
      // The toast stays while the pointer is on it.
      await page.getByRole('region', { name: 'Notifications' }).hover();
    },
  })),
  { name: 'no companies', path: '/', as: 'admin@example.com' },
  {
    name: 'company selection',
    path: '/',
    as: 'consultant@example.com',
    open: joinDemoCompanies,
    leavesTraces: true,
  },
  { name: 'wells', path: '/', as: 'accountant@example.com' },
  {
    name: 'import',
    path: '/?tab=wells&view=import',
    as: 'accountant@example.com',
    open: async (page) => {
      const buffer = Buffer.from('API,Lease,Stat,Spud\nA-1,Alpha,PR,01/02/2020\nA-2,Beta,XX,03/04/2020\n');
      const file = { name: 'wells.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Choose a spreadsheet').setInputFiles(file);
      await page.getByText('Before the rows can be checked').waitFor();
    },
  },
  { name: 'wells, none found', path: '/?search=nothing', as: 'accountant@example.com' },
  { name: 'add well', path: '/?dialog=new', as: 'accountant@example.com', open: (page) => dialog(page) },
  {
    name: 'add well, refused',
    path: '/?dialog=new',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Well' }).click();
      await page.getByText('Well code is required').waitFor();
    },
  },
  ...BOOKS_SCREENS,
  {
    name: 'delete well',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^delete/i })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'user menu',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'mass upload',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: (page) => page.getByText('Required CSV format').waitFor(),
  },
  {
    name: 'mass upload, refused',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: async (page) => {
      await chooseFile(page, { name: 'wells.png', mimeType: 'image/png', text: 'PNG' });
      await page.getByText('isn’t a CSV file').waitFor();
    },
  },
  {
    name: 'mass upload, preview',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: async (page) => {
      await chooseWells(page);
    },
  },
  {
    name: 'mass upload, processing',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: async (page) => {
      // Never respond, so that the upload stays in progress.
      await page.route('**/api/objects/upload', () => {});
      await chooseWells(page);
      await page.getByRole('button', { name: 'Upload 4 of 6 Rows' }).click();
      await page.getByText('Processing your upload... This may take a moment.').waitFor();
    },
  },
  {
    name: 'mass upload, results',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: (page) => uploadWells(page),
    leavesTraces: true,
  },
  {
    name: 'mass upload, reverse',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: (page) =>
      uploadWells(page, async () => {
        await page.getByRole('button', { name: 'Reverse Upload' }).click();
        await planned(page);
      }),
    leavesTraces: true,
  },
  {
    name: 'mass upload, delete wells',
    path: '/?dialog=upload',
    as: 'accountant@example.com',
    open: (page) =>
      uploadWells(page, async () => {
        await page.getByRole('button', { name: 'Delete Wells Added' }).click();
        await page.getByRole('alertdialog').getByText('will be deleted').waitFor();
      }),
    leavesTraces: true,
  },
  {
    name: 'command palette',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await dialog(page);
    },
  },
  {
    name: 'keyboard shortcuts',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.keyboard.press('?');
      await dialog(page);
    },
  },
  {
    name: 'company menu',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /, switch company$/ }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  ...['Reports', 'Close', 'Company', 'Account', 'Settle or Sell'].map(
    (name): Screen => ({
      name: `menu ${name.toLowerCase()}`,
      path: '/',
      as: 'accountant@example.com',
      open: async (page) => {
        await page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('menuitem').first().waitFor();
      },
    }),
  ),
  { name: 'wells of a viewer', path: '/', as: 'viewer@example.com' },
  { name: 'calculate', path: '/?tab=calculate', as: 'accountant@example.com' },
  {
    name: 'calculate, refused',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByText('Additional Layer').click();
      await page.getByRole('button', { name: 'Calculate ARO' }).click();
      await page.getByText('P&A cost is required').waitFor();
    },
  },
  {
    name: 'calculate, well picker',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Well' }).fill('15/9');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'calculate, additional layer',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByText('Additional Layer').click();
      await page.getByRole('combobox', { name: 'Well' }).fill('15/9-A-008');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('textbox', { name: 'P&A Cost' }).fill('14000000');
      await page.getByText('Auto-filled', { exact: true }).first().waitFor();
      await page
        .getByText(/layer value/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'calculate, review before posting',
    path: '/?tab=calculate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByText('Additional Layer').click();
      await page.getByRole('combobox', { name: 'Well' }).fill('15/9-A-008');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('textbox', { name: 'P&A Cost' }).fill('14000000');
      await page.getByText('Auto-filled', { exact: true }).first().waitFor();
      await page.getByLabel('Calculation Date').fill(RECENT_DAY);
      await page.getByRole('button', { name: 'Calculate ARO' }).click();
      await planned(page);
    },
  },
  { name: 'accretion', path: '/?tab=accretion', as: 'accountant@example.com' },
  {
    name: 'close of a month, open',
    path: `/?tab=accretion&month=${RECENT_DAY.slice(0, 7)}`,
    as: 'accountant@example.com',
    open: (page) => page.getByRole('table', { name: 'Tie-out by account' }).waitFor(),
  },
  {
    name: 'close of a month, closed',
    path: `/?tab=accretion&month=${CLOSED_DAY.slice(0, 7)}`,
    as: 'viewer@example.com',
    open: (page) => page.getByRole('table', { name: 'Reports saved at close' }).waitFor(),
  },
  {
    name: 'reverse posting',
    path: '/?tab=accretion',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Reverse posting/ })
        .first()
        .click();
      await planned(page);
    },
  },
  {
    name: 'close month',
    path: '/?tab=accretion',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Close \w{3} \d{4}$/ })
        .last()
        .click();
      await page.getByRole('dialog').getByText('The books check out.').waitFor();
    },
  },
  { name: 'detail', path: '/?tab=detail', as: 'accountant@example.com', open: figures },
  {
    name: 'detail, overview',
    path: '/?tab=detail&overview=open',
    as: 'accountant@example.com',
    open: overview,
  },
  {
    name: 'detail, overview as tables',
    path: '/?tab=detail&overview=open',
    as: 'accountant@example.com',
    open: async (page) => {
      await overview(page);
      for (const button of await page.getByRole('button', { name: /^Table/ }).all()) await button.click();
    },
  },
  {
    name: 'rollforward dialog',
    path: '/?tab=detail&dialog=rollforward',
    as: 'accountant@example.com',
    open: (page) => dialog(page),
  },
  {
    name: 'journal dialog',
    path: '/?tab=detail&dialog=journal',
    as: 'accountant@example.com',
    open: (page) => dialog(page),
  },
  ...REPORT_SCREENS,
  { name: 'layer history', path: '/?tab=detail', as: 'accountant@example.com', open: openLayerHistory },
  {
    name: 'correct layer',
    path: '/?tab=detail&sort=-calculationDate',
    as: 'accountant@example.com',
    open: async (page) => {
      await page
        .getByRole('button', { name: /history/i })
        .first()
        .press('Enter');
      await page.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
      await planned(page);
    },
  },
  { name: 'custom fields', path: '/?view=fields', as: 'accountant@example.com' },
  {
    name: 'add custom field',
    path: '/?view=fields',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add Custom Field' }).first().click();
      await dialog(page);
    },
  },
  {
    name: 'edit well',
    path: '/',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /^edit/i }).first().click();
      await dialog(page);
    },
  },
  {
    name: 'plug well',
    path: '/?search=A-008',
    as: 'accountant@example.com',
    open: async (page) => {
      await page.getByRole('button', { name: /^edit/i }).first().click();
      await page.getByLabel('Well Status').selectOption('Plugged');
      await page.getByLabel('Plugged On').fill(RECENT_DAY);
      await page.getByRole('button', { name: 'Update Well' }).click();
      await planned(page);
    },
  },
  ...PEOPLE_SCREENS,
];

/** Waits for the figures, which load after the page. */
async function figures(page: Page): Promise<void> {
  await page.getByText('Total liability').first().waitFor();
}

/** Waits for the charts, which load after the page. */
async function overview(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Accretion forecast' }).waitFor();
}

async function openLayerHistory(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /history/i })
    .first()
    .click();
  await dialog(page);
}

/** Makes the signed-in user a viewer of the demo companies, unless already a member, as a system administrator would. */
async function joinDemoCompanies(page: Page): Promise<void> {
  const { id: userId } = await (await page.request.get('/api/auth/user')).json();
  await asSystemAdmin(page.context().browser()!, async (request) => {
    const companies: { id: string; code: string }[] = await (
      await request.get('/api/admin/companies')
    ).json();
    for (const { id } of companies.filter(({ code }) => DEMO_COMPANIES.includes(code))) {
      await request.post(`/api/admin/users/${userId}/companies`, { data: { companyId: id, role: 'viewer' } });
    }
  });
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Select Company' }).waitFor();
}

/** Chooses a file of six rows, three of which have problems; two of those can be detected before the file is sent. */
async function chooseWells(page: Page): Promise<string[]> {
  // The codes must be new, however often and in however many browsers this screen is opened.
  const pad = crypto.randomUUID().slice(0, 4).toUpperCase();
  const codes = [1, 2, 3, 4, 5].map((number) => `NO 15/9-B-${pad}-${number}`);
  const text = [
    'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate,aroValue,currentAroValue,Remarks',
    `${codes[0]},HAVØRN B 1 H,Active,HAVØRN,2026-03-01,initial,7.25,2.50,6850000.00,24,2026-03-01,,,new`,
    `${codes[1]},HAVØRN B 2 H,Active,HAVØRN,2021-06-30,initial,6.75,2.50,7420000.00,22,2021-06-30,3035211.47,4302118.09,open balance`,
    `${codes[2]},HAVØRN B 3 H,Sleeping,HAVØRN,2026-03-01,,,,,,,,,`,
    `${codes[3]},HAVØRN B 4 H,Active,HAVØRN,,,,,,,,,,`,
    `${codes[4]},HAVØRN B 5 H,Active,HAVØRN,2026-03-01,,,,,,,,,no layer yet`,
    'NO 15/9-A-001,HAVØRN 1,Plugged,HAVØRN,2009-05-14,,,,,,,,,',
  ].join('\r\n');
  await chooseFile(page, { name: 'havorn-b.csv', mimeType: 'text/csv', text });
  await page.getByText('2 of 6 rows have errors and will be skipped.').waitFor();
  return codes;
}

async function chooseFile(
  page: Page,
  { text, ...file }: { name: string; mimeType: string; text: string },
): Promise<void> {
  const input = page.getByLabel('Choose a CSV file, or drop it here');
  await input.setInputFiles({ ...file, buffer: Buffer.from(text) });
}

async function uploadWells(page: Page, beforeTheyGo?: () => Promise<void>): Promise<void> {
  const codes = await chooseWells(page);
  await page.getByRole('button', { name: 'Upload 4 of 6 Rows' }).click();
  await page.getByRole('button', { name: 'Download Failed Rows' }).waitFor();
  await beforeTheyGo?.();
  // Other screens must stay unchanged.
  const wells: { id: string; wellCode: string }[] = await (await page.request.get('/api/wells')).json();
  for (const { id } of wells.filter(({ wellCode }) => codes.includes(wellCode))) {
    await page.request.delete(`/api/wells/${id}`);
  }
}

/** Waits for the dialog's preview of what will be posted. */
async function planned(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'What will be posted' }).waitFor();
}

async function dialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
}
