import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIRequestContext, expect, request as requests, test } from '@playwright/test';
import { OWN_PORTS } from '../../support/e2e/address';
import { type LaunchedApp, launchApp } from '../../support/e2e/launch-app';

const PORT = OWN_PORTS.crash;
const ORIGIN = `http://localhost:${PORT}`;
/** Enough to be at work for a while. */
const WELLS = 45_000;

/** Nothing gets to end in order here, so these tests have an application of their own. */
test('an upload outlives the Worker: killed in the middle and started again, every row is there once', async () => {
  test.setTimeout(240_000);
  const stateDir = await mkdtemp(join(tmpdir(), 'aro-crash-'));
  const launch = () => launchApp({ port: PORT, idpPort: PORT + 1, stateDir, seed: 'none' });
  const request = await requests.newContext({ baseURL: ORIGIN });
  let app: LaunchedApp | null = await launch();
  try {
    await signInAsCompanyAdmin(request);
    const uploadURL = await putFile(request, fileOfWells());
    // The answer may come only when much is done, or never.
    const answer = request.post('/api/wells/mass-upload', { data: { uploadURL } }).catch(() => null);
    await untilUnderWay(stateDir);
    await app.kill();
    app = null;
    const left = stored(stateDir);
    expect(left?.status, 'the upload was still under way when the Worker died').toBe('processing');
    expect(left?.processed).toBeGreaterThan(0);
    await answer;

    app = await launch();
    const [{ jobId }] = await (await request.get('/api/wells/mass-upload')).json();
    await expect
      .poll(async () => (await read(request, jobId)).status, { timeout: 120_000, intervals: [500] })
      .toBe('done');
    const { results } = await read(request, jobId);
    expect(results).toEqual({
      totalProcessed: WELLS,
      successful: WELLS,
      failed: 0,
      errors: [],
      // Each layer once, of however many tries.
      catchUp: expect.objectContaining({ layers: WELLS }),
    });
    const wells: { wellCode: string }[] = await (await request.get('/api/wells')).json();
    expect(wells).toHaveLength(WELLS);
    expect(new Set(wells.map(({ wellCode }) => wellCode)).size).toBe(WELLS);
    const summary = await (await request.get('/api/reports/aro-summary')).json();
    expect(summary).toMatchObject({ totalWells: WELLS, totalLayers: WELLS });
  } finally {
    await app?.stop();
    await request.dispose();
    await rm(stateDir, { recursive: true, force: true });
  }
});

async function signInAsCompanyAdmin(request: APIRequestContext): Promise<void> {
  const form = await request.get('/api/login');
  await request.post(form.url(), { form: { email: 'admin@example.com' } });
  const { id: userId } = await (await request.get('/api/auth/user')).json();
  const company = await request.post('/api/admin/companies', { data: { name: 'Crash', code: 'CRASH' } });
  const { id: companyId } = await company.json();
  const member = await request.post(`/api/admin/users/${userId}/companies`, {
    data: { companyId, role: 'admin' },
  });
  expect(member.status()).toBe(201);
}

function fileOfWells(): string {
  const lines = Array.from(
    { length: WELLS },
    (_, index) => `W-${index},Well ${index},Active,NORTH,2020-01-01,initial,8,2.5,100000,25,2020-01-01`,
  );
  return [
    'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate',
    ...lines,
  ].join('\r\n');
}

async function putFile(request: APIRequestContext, file: string): Promise<string> {
  const { uploadURL } = await (await request.post('/api/objects/upload')).json();
  const stored = await request.put(uploadURL, { data: file, headers: { 'Content-Type': 'text/csv' } });
  expect(stored.status()).toBe(204);
  return uploadURL;
}

/** The upload as the database file has it: the Worker is too busy with it to be asked. */
function stored(stateDir: string): { status: string; processed: number } | undefined {
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite');
  const database = new DatabaseSync(join(folder, file ?? ''), { timeout: 5_000 });
  try {
    const row = database.prepare('select status, processed_rows as processed from mass_upload').get();
    return row as { status: string; processed: number } | undefined;
  } finally {
    database.close();
  }
}

async function untilUnderWay(stateDir: string): Promise<void> {
  while (!stored(stateDir)?.processed) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function read(request: APIRequestContext, jobId: string) {
  const response = await request.get(`/api/wells/mass-upload/${jobId}`);
  expect(response.status()).toBe(200);
  return response.json();
}
