import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test';
import { firstDifference } from '../../../scripts/backups/dump-sql';
import { loadSql } from '../../../scripts/backups/load-sql';
import type { Manifest } from '../../../scripts/backups/manifest';
import { NODE } from '../../../scripts/local/processes.mjs';
import { filesBelow, publicKeyOf, restore } from '../../support/backups';
import { APP_PORT, APP_URL, OWN_PORTS } from '../../support/e2e/address';
import { addLayer, addWell, postThrough } from '../../support/e2e/books';
import { startCloudflareAccount } from '../../support/e2e/cloudflare-account';
import { joinNewCompany } from '../../support/e2e/company';
import { launchApp } from '../../support/e2e/launch-app';
import { test } from '../../support/e2e/test';

const PORT = OWN_PORTS.backup;
const ORIGIN = `http://localhost:${PORT}`;
/** SQL has to quote it; D1's export writes its literal `\n` as it writes line breaks, of which a well's search key has one. */
const NAME = `O'Brien "A" \\n 🛢️; -- end`;
const DAYS = 'beginDate=2020-01-01&endDate=2026-12-31';
const READS = [
  '/api/wells',
  '/api/wells/with-custom-fields',
  '/api/aro-layers',
  '/api/aro-layers?format=csv',
  '/api/accretion',
  `/api/reports/aro-rollforward?${DAYS}`,
  `/api/reports/journal-entries?${DAYS}`,
  `/api/reports/journal-entries?${DAYS}&format=csv`,
  '/api/reports/aro-summary',
  '/api/reports/overview',
  '/api/wells/mass-upload',
  '/api/audit-logs?limit=500',
];

/** The second test restores elsewhere what the first one backed up. */
test.describe.configure({ mode: 'serial' });
// Programs are started one after the other, and machines are slow at times.
test.setTimeout(300_000);

let folder: string;
let stateDir: string;
let backup: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aro-backup-'));
  stateDir = join(folder, 'state');
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('a backup of the running application brings everything back: every answer is the same, and the seals verify', async ({
  page,
  browser,
  signIn,
  newPerson,
}) => {
  const person = newPerson();
  await signIn(person);
  const { code } = await joinNewCompany(browser, page);
  await addLayer(page, await addWell(page, 'A-1', '2023-12-31'), { cost: 100_000, date: '2023-12-31' });
  await postThrough(page, '2024-01-31');
  await uploadWells(page.request);
  await seal(page.request);
  const answers = await readAll(page.request, APP_URL);
  const secrets = await readSecrets(page);

  const running = process.env.E2E_STATE_DIR!;
  const done = await run('backup', ['--to', folder], { ARO_STATE_DIR: running, PORT: String(APP_PORT) });
  expect(done).toMatchObject({ status: 0, output: expect.stringContaining('Backed up the local state') });
  backup = newestBackup();
  const text = filesBelow(backup).map((file) => readFileSync(file, 'utf8'));
  expect(secrets.filter((secret) => text.some((content) => content.includes(secret)))).toEqual([]);

  // An auditor has the public key, here in the other alphabet of base64.
  const key = `${publicKeyOf(backup).replaceAll('-', '+').replaceAll('_', '/')}=`;
  const verify = (...args: string[]) => run('verify', [...args, '--key', key], {});
  expect(await verify(backup)).toMatchObject({
    status: 0,
    output: expect.stringMatching(new RegExp(`^${code}: verified through .* not sealed yet\\.$`, 'm')),
  });
  expect(await verify(join(backup, 'database.sql'), '--copies', join(backup, 'objects'))).toMatchObject({
    status: 1,
    output: expect.stringMatching(
      new RegExp(`^${code}: verified through .*; \\d+ seals? without a copy\\.$`, 'm'),
    ),
  });

  // A machine that has nothing, and will sign with a key of its own.
  const { status, output } = await run('restore', [backup, '--key', key], {
    ARO_STATE_DIR: stateDir,
    PORT: String(PORT),
  });
  expectRestored({ outcome: status === 0 ? 'restored' : 'different', output });
  expect(output).toMatch(
    new RegExp(
      `^  ${code}: verified through .*; 0 audit entries and 0 postings not sealed yet\\.$[^]*^  ${code}: 1 layer, .* movements? checked, no difference\\.$`,
      'm',
    ),
  );
  expect(output).toContain('everyone signs in again');

  // The identity provider has another address there.
  const app = await launchApp({ port: PORT, idpPort: PORT + 1, stateDir, seed: 'demo' });
  try {
    const stranger = await page.request.get(`${ORIGIN}/api/wells`);
    expect(stranger.status(), 'a session from before').toBe(401);
    const after = await requests.newContext();
    const form = await after.get(`${ORIGIN}/api/login`);
    const { email, givenName = '', familyName = '' } = person;
    await after.post(form.url(), { form: { email, given_name: givenName, family_name: familyName } });
    expect(await readAll(after, ORIGIN)).toEqual(answers);
    expect(await (await after.post(`${ORIGIN}/api/books/verify`)).json()).toMatchObject({ ok: true });
    await after.dispose();
    // It is in use, whatever port this process would take.
    expect(await run('restore', [backup, '--replace'], { ARO_STATE_DIR: stateDir })).toMatchObject({
      status: 1,
      output: expect.stringContaining(`${stateDir} is in use by another copy.`),
    });
  } finally {
    await app.stop();
  }
});

test('a deployment is backed up and restored through wrangler and R2', async () => {
  const account = await startCloudflareAccount();
  const keys = [publicKeyOf(backup)];
  try {
    // The first try ends after the objects have arrived; the second finds them and goes on.
    account.failNextImport('D1 was reset');
    await expect(restore(backup, { stateDir, account, keys })).rejects.toThrow('D1 was reset');
    expectRestored(await restore(backup, { stateDir, account, keys }));

    // The deployment goes on: a text that is longer than a statement may be, with line breaks and what looks like them.
    const long = `line 1\r\nline 2 \\n \\r C:\\new '🛢️' ${'x'.repeat(250_000)}`;
    await account.database
      .prepare(
        'insert into idempotency_key (user_id, key, created_at, request_hash, response_body) values (?, ?, ?, ?, ?)',
      )
      .bind('u', 'k', '2026-01-01', 'f', long)
      .run();
    const settings = { ...account.env, ARO_STATE_DIR: stateDir };
    expect(await run('backup', ['--remote', '--to', folder], settings)).toMatchObject({ status: 0 });
    const later = newestBackup();
    expect(sorted(readManifest(later).objects)).toEqual(sorted(readManifest(backup).objects));
    const [one, other] = [await openBackup(backup), await openBackup(later)];
    const rows = other.prepare("select response_body as text from idempotency_key where key = 'k'").all();
    expect(rows).toEqual([{ text: long }]);
    other.exec("delete from idempotency_key where key = 'k'");
    expect(firstDifference(one, other)).toBeNull();

    const replaced = await restore(backup, { stateDir, account, keys, replace: true });
    expectRestored(replaced);
    expect(replaced.output).toContain(`idempotency_key: ${readManifest(later).rows.idempotency_key} rows\n`);
    expect(replaced.output).toContain('npx wrangler d1 time-travel restore DB --timestamp=20');
  } finally {
    await account.close();
  }
});

/** A file in R2, and a name that SQL has to quote. */
async function uploadWells(request: APIRequestContext): Promise<void> {
  const { uploadURL } = await (await request.post('/api/objects/upload')).json();
  const name = `"${NAME.replaceAll('"', '""')}"`;
  const file = `wellCode,wellName,wellStatus,field,activeDate\r\nUP-1,${name},Active,NØRD,2024-01-01\r\n`;
  const stored = await request.put(uploadURL, { data: file, headers: { 'Content-Type': 'text/csv' } });
  expect(stored.status()).toBe(204);
  expect((await request.post('/api/wells/mass-upload', { data: { uploadURL } })).ok()).toBe(true);
  const [{ jobId }] = await (await request.get('/api/wells/mass-upload')).json();
  const job = async () => (await request.get(`/api/wells/mass-upload/${jobId}`)).json();
  await expect.poll(async () => (await job()).status, { timeout: 60_000 }).toBe('done');
  expect((await job()).results).toMatchObject({ successful: 1, failed: 0 });
}

async function seal(request: APIRequestContext): Promise<void> {
  expect((await request.get('/cdn-cgi/local/scheduled?cron=15+*+*+*+*')).ok()).toBe(true);
  await expect
    .poll(async () => (await (await request.post('/api/books/verify')).json()).unsealed, { timeout: 60_000 })
    .toEqual({ auditRows: 0, postings: 0 });
}

/** The text of every list and report. */
async function readAll(request: APIRequestContext, origin: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of READS) {
    const response = await request.get(`${origin}${path}`);
    expect(response.status(), path).toBe(200);
    answers[path] = await response.text();
  }
  expect(answers['/api/wells']).toContain(JSON.stringify(NAME));
  return answers;
}

/** What must be in no backup: the application's keys, and the session of the page. */
async function readSecrets(page: Page): Promise<string[]> {
  const vars = readFileSync(join(process.env.E2E_STATE_DIR!, 'local/worker.vars'), 'utf8');
  const secrets = [
    /^OIDC_CLIENT_KEY=.*"d":"([^"]+)"/m,
    /^UPLOAD_SIGNING_SECRET="(.+)"$/m,
    /^SEAL_SIGNING_KEY="(.+)"$/m,
  ].map((pattern) => pattern.exec(vars)![1]!);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.endsWith('aro_session'))!;
  return [...secrets, JSON.parse(atob(decodeURIComponent(session.value)))];
}

/** Runs one of the npm scripts, beside the account that this process may be serving. */
function run(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<{ status: number; output: string }> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(
      NODE,
      ['--import', 'tsx', '--no-warnings', `scripts/${script}.ts`, ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

function expectRestored({ outcome, output }: { outcome: string; output: string }): void {
  expect(output).toContain('Every row is as in the backup.');
  expect(outcome, output).toBe('restored');
}

function newestBackup(): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('aro-system-'));
  return join(folder, names.sort().at(-1)!);
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
}

async function openBackup(directory: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(':memory:');
  await loadSql(database, join(directory, 'database.sql'));
  return database;
}

function sorted(objects: Manifest['objects']): string[] {
  return objects.map((object) => JSON.stringify(object)).sort();
}
