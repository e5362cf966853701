import { type APIRequestContext, expect } from '@playwright/test';
import { fireCron, get, post, signIn } from './kill-load';

/** SQL must quote this name. D1's export writes its literal `\n` like a line break, and a well's search key contains a line break. */
export const NAME = `O'Brien "A" \\n 🛢️; -- end`;
/** Enough rows for several statements of a dump. */
const UPLOADED_WELLS = 1_000;
const FILE_TITLES =
  'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate';
const RATES = [
  { years: '10', rate: '7.60' },
  { years: '20', rate: '8.00' },
];
const CLOSE = '/api/closes/2024-01';
const MONTH_END = '2024-01-31';
const DAY_BEFORE = '2023-12-31';

/** Fills every table and both buckets of an empty application. @returns the company with the books */
export async function fillEveryTable(
  origin: string,
  admin: APIRequestContext,
): Promise<{ code: string; layers: number }> {
  const { id: userId } = await get<{ id: string }>(admin, '/api/auth/user');
  const code = 'NORTH';
  const { id: companyId } = await post<{ id: string }>(admin, '/api/admin/companies', {
    name: 'North',
    code,
  });
  await post(admin, '/api/admin/companies', { name: 'Of nobody', code: 'NOBODY' });
  await post(admin, `/api/admin/users/${userId}/companies`, { companyId, role: 'admin' });
  await post(admin, '/api/companies/select', { companyId });
  await setUp(admin, companyId);
  await uploadWells(admin);
  await keepBooks(admin);
  await endAnotherSession(origin);
  await runJobs(admin);
  return { code, layers: UPLOADED_WELLS + 1 };
}

/** Sets up everything a company has besides its books. */
async function setUp(admin: APIRequestContext, companyId: string): Promise<void> {
  const company = `/api/companies/${companyId}`;
  await put(admin, `${company}/settings`, { fileAbove: '250000', reasonAbove: '400000' });
  await put(admin, `${company}/custom-fields`, {
    customFieldTemplates: [
      { fieldName: 'operator', displayName: 'Operator', fieldType: 'text', required: false, order: 0 },
    ],
  });
  await put(admin, `${company}/rate-tables`, {
    tables: [{ effectiveOn: '2024-01-01', discountRates: RATES, inflationRate: '2.50' }],
  });
  await put(admin, `${company}/depletion-rates`, {
    rates: [{ field: 'North', month: '2024-01', percent: '1.25' }],
  });
  const expiresOn = new Date().toISOString().slice(0, 10);
  await post(admin, `${company}/tokens`, { name: 'Ledger feed', scope: 'read', expiresOn });
  await post(admin, '/api/import-profiles', {
    name: 'Old spreadsheet',
    mapping: { columns: [{ title: 'API', to: 'wellCode' }], defaults: { field: 'Unassigned' } },
  });
  await post(admin, '/api/admin/invitations', { email: 'invited@example.com', companyId, role: 'viewer' });
  await post(admin, '/api/user/preferences', { preferenceKey: 'theme', preferenceValue: 'dark' });
}

/** Uploads a file to R2 with many rows, a name that SQL must quote, and a row that is refused. */
async function uploadWells(admin: APIRequestContext): Promise<void> {
  const terms = `${DAY_BEFORE},initial,8,2.5,100000,25,${DAY_BEFORE}`;
  const lines = Array.from(
    { length: UPLOADED_WELLS - 1 },
    (_, index) => `UP-${index},Up,Active,NØRD,${terms}`,
  );
  const quoted = `"${NAME.replaceAll('"', '""')}"`;
  const refused = `UP-1,Twice,Active,NØRD,${terms}`;
  const uploadURL = await send(
    admin,
    '/api/objects/upload',
    [FILE_TITLES, `UP,${quoted},Active,NØRD,${terms}`, ...lines, refused].join('\r\n'),
    'text/csv',
  );
  const { results } = await post<{ results: object }>(admin, '/api/wells/mass-upload', {
    uploadURL,
    asOf: DAY_BEFORE,
  });
  expect(results).toMatchObject({ successful: UPLOADED_WELLS, failed: 1 });
}

/** Adds a well with every kind of act, and a closed month with all of its support. */
async function keepBooks(admin: APIRequestContext): Promise<void> {
  const { id: wellId } = await post<{ id: string }>(admin, '/api/wells', {
    wellCode: 'A-1',
    wellName: 'Alpha',
    wellStatus: 'Active',
    field: 'North',
    activeDate: DAY_BEFORE,
    customFields: { operator: 'Ærlig Oil' },
  });
  await post(admin, '/api/aro-layers/calculate', {
    wellId,
    layerType: 'initial',
    discountRate: 12,
    inflationRate: 12,
    pAndACost: 100_000,
    wellLifespan: 20,
    calculationDate: DAY_BEFORE,
  });
  await post(admin, '/api/accretion/calculate', { periodType: 'monthly', periodEnd: MONTH_END });
  await post(admin, `/api/wells/${wellId}/settlements`, { date: MONTH_END, cost: '10', memo: 'Casing' });
  await post(admin, `/api/wells/${wellId}/sales`, { date: MONTH_END, interestSold: '10' });
  const support = { subject: 'well', id: wellId };
  await post(admin, '/api/evidence', { ...support, note: 'Approved by the field office\r\nin May' });
  const uploadURL = await send(
    admin,
    '/api/objects/upload?for=evidence',
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n',
    'application/pdf',
  );
  await post(admin, '/api/evidence', { ...support, uploadURL, fileName: 'Quote.pdf' });
  await put(admin, `${CLOSE}/tie-out`, {
    accounts: [{ mainAccount: '2400', subAccount: '100', balance: '-1.00', explanation: 'Late invoice' }],
  });
  await post(admin, `${CLOSE}/prepare`, { note: 'Accruals checked' });
  await post(admin, '/api/periods/close', { through: MONTH_END });
  const data = { beginDate: '2024-01-01', endDate: MONTH_END, layout: 'netsuite' };
  // The response is stored, because the request may be retried.
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  expect((await admin.post('/api/journal-exports', { data, headers })).status()).toBe(201);
}

/** Runs the month-end, the nightly check of all books, and the seals. */
async function runJobs(admin: APIRequestContext): Promise<void> {
  await fireCron(admin, '0 2 1 * *', new Date('2024-03-01T02:00:00Z'));
  await expect
    .poll(async () => (await get<{ status: string }[]>(admin, '/api/accretion/month-ends'))[0]?.status)
    .toBe('done');
  expect((await fireCron(admin, '30 3 * * *')).ok()).toBe(true);
  expect((await fireCron(admin, '15 * * * *')).ok()).toBe(true);
  await expect
    .poll(async () => (await post<{ unsealed: object }>(admin, '/api/books/verify')).unsealed)
    .toEqual({ auditRows: 0, postings: 0 });
}

async function endAnotherSession(origin: string): Promise<void> {
  const [kept, ended] = [await signIn(origin, 'two@example.com'), await signIn(origin, 'two@example.com')];
  expect((await kept.delete('/api/user/sessions')).status()).toBe(204);
  await Promise.all([kept.dispose(), ended.dispose()]);
}

/** Uploads a file. @returns its address, in the form that the request using it expects */
async function send(
  admin: APIRequestContext,
  path: string,
  content: string,
  contentType: string,
): Promise<string> {
  const { uploadURL } = await post<{ uploadURL: string }>(admin, path);
  const headers = { 'Content-Type': contentType };
  expect((await admin.put(uploadURL, { data: content, headers })).status()).toBe(204);
  return uploadURL;
}

async function put(admin: APIRequestContext, path: string, data: unknown): Promise<void> {
  const response = await admin.put(path, { data });
  expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
}
