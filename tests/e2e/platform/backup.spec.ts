import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, request as requests, test } from '@playwright/test';
import { openTarget } from '../../../scripts/backups/open-places';
import { restoreBackup } from '../../../scripts/backups/restore-backup';
import { NODE } from '../../../scripts/local/processes.mjs';
import { readSettings } from '../../../scripts/local/settings.mjs';
import { APP_PORT } from '../../support/e2e/address';
import { type CloudflareAccount, startCloudflareAccount } from '../../support/e2e/cloudflare-account';
import { type LaunchedApp, launchApp } from '../../support/e2e/launch-app';

const PORT = APP_PORT + 20;
const ORIGIN = `http://localhost:${PORT}`;
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
];

type Manifest = { rows: Record<string, number>; objects: { bucket: string; key: string; sha256: string }[] };

/** The second test restores elsewhere what the first one backed up. */
test.describe.configure({ mode: 'serial' });
test.setTimeout(240_000);

let folder: string;
let stateDir: string;
let backup: string;
let app: LaunchedApp | null = null;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aro-backup-'));
  stateDir = join(folder, 'state');
});

test.afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup brings back a state that was lost: every answer is the same, and the seals verify', async () => {
  await launch();
  const before = await signIn('accountant@example.com');
  await seal(before);
  await selectOtherCompany(before);
  await uploadWells(before);
  await seal(before);
  const answers = await readBothCompanies(before);
  const secrets = await readSecrets(before);

  expect(await run('backup', ['--to', folder])).toMatchObject({
    status: 0,
    output: expect.stringContaining('Backed up the local state'),
  });
  backup = newestBackup();
  const manifest = readManifest(backup);
  expect(manifest.rows).toMatchObject({ company: 2, mass_upload: 1 });
  const buckets = manifest.objects.map(({ bucket }) => bucket);
  expect(buckets.filter((bucket) => bucket === 'UPLOADS')).toHaveLength(1);
  expect(buckets.filter((bucket) => bucket === 'SEALS').length).toBeGreaterThanOrEqual(2);
  const text = filesBelow(backup).map((file) => readFileSync(file, 'utf8'));
  expect(secrets.filter((secret) => text.some((content) => content.includes(secret)))).toEqual([]);

  // All that the application kept is gone. The key of the seals was kept elsewhere.
  const sealKey = readFileSync(join(stateDir, 'local/seal-key'), 'utf8');
  await app!.stop();
  await rm(stateDir, { recursive: true });
  mkdirSync(join(stateDir, 'local'), { recursive: true });
  writeFileSync(join(stateDir, 'local/seal-key'), sealKey);
  const { status, output } = await run('restore', [backup]);
  expectRestored({ outcome: status === 0 ? 'restored' : 'different', output });
  expect(output).toContain('everyone signs in again');

  await launch();
  expect((await before.get('/api/wells')).status(), 'a session from before').toBe(401);
  await before.dispose();
  const after = await signIn('accountant@example.com');
  expect(await readBothCompanies(after)).toEqual(answers);
  expect(await (await after.post('/api/books/verify')).json()).toMatchObject({ ok: true });

  // What came after the backup is not lost by accident.
  await addWell(after, 'LATER');
  await after.dispose();
  expect(await run('restore', [backup, '--replace'])).toMatchObject({
    status: 1,
    output: expect.stringContaining(`Port ${PORT} is in use.`),
  });
  await app!.stop();
  const refused = await restore(backup, {});
  expect(refused.output).toContain(`well: ${manifest.rows.well! + 1} rows\n`);
  expect(refused.output).toContain('Nothing was changed.');
  expect(refused.outcome).toBe('refused');
  expectRestored(await restore(backup, { replace: true }));
  expect((await restore(backup, {})).output).toContain('The backup is there already.');
});

test('a deployment is backed up and restored through wrangler and R2', async () => {
  const account = await startCloudflareAccount();
  try {
    // The first try ends after the objects have arrived; the second finds them and goes on.
    account.failNextImport('D1 was reset');
    await expect(restore(backup, { account })).rejects.toThrow('D1 was reset');
    expectRestored(await restore(backup, { account }));

    // The deployment goes on. A text longer than a statement may be, and one of control characters, as D1 takes them.
    const long = `line 1\r\nline 2 \\n '🛢️' ${'x'.repeat(250_000)}`;
    await account.database
      .prepare(
        'insert into idempotency_key (user_id, key, created_at, request_hash, response_body) values (?, ?, ?, ?, ?)',
      )
      .bind('u', 'k', '2026-01-01', 'f', long)
      .run();
    expect(await run('backup', ['--remote', '--to', folder], account.env)).toMatchObject({ status: 0 });
    const later = newestBackup();
    const [before, after] = [readManifest(backup), readManifest(later)];
    expect(after.rows).toEqual({ ...before.rows, idempotency_key: 1 });
    expect(sorted(after.objects)).toEqual(sorted(before.objects));
    // A deployment's backup opens on any machine: D1's export, and what D1 would not take of it in one statement.
    expectRestored(await restore(later, { stateDir: join(folder, 'elsewhere') }));

    // Copies of seals are evidence: those of another history are not replaced.
    const seals = await account.bucket('aro-system-seals');
    const { key } = before.objects.find(({ bucket }) => bucket === 'SEALS')!;
    await seals.put(key, 'another history');
    await expect(restore(backup, { account, replace: true })).rejects.toThrow(
      `aro-system-seals has another copy of ${key}`,
    );
    await seals.delete(key);
    const replaced = await restore(backup, { account, replace: true });
    expectRestored(replaced);
    expect(replaced.output).toContain('idempotency_key: 1 rows\n');
    expect(replaced.output).toContain('npx wrangler d1 time-travel restore DB --timestamp=20');
  } finally {
    await account.close();
  }
});

async function launch(): Promise<void> {
  app = await launchApp({ port: PORT, idpPort: PORT + 1, stateDir, seed: 'demo' });
}

async function signIn(email: string): Promise<APIRequestContext> {
  const request = await requests.newContext({ baseURL: ORIGIN });
  const form = await request.get('/api/login');
  await request.post(form.url(), { form: { email } });
  expect((await request.get('/api/auth/user')).status()).toBe(200);
  return request;
}

async function addWell(request: APIRequestContext, wellCode: string): Promise<void> {
  const well = { wellCode, wellName: wellCode, wellStatus: 'Active', field: 'F', activeDate: '2024-01-01' };
  expect((await request.post('/api/wells', { data: well })).status()).toBe(201);
}

/** A file in R2, and texts that SQL has to quote. */
async function uploadWells(request: APIRequestContext): Promise<void> {
  const { uploadURL } = await (await request.post('/api/objects/upload')).json();
  const file =
    'wellCode,wellName,wellStatus,field,activeDate\r\nUP-1,"O\'Brien ""A"" \\n 🛢️; -- end",Active,NØRD,2024-01-01\r\n';
  const stored = await request.put(uploadURL, { data: file, headers: { 'Content-Type': 'text/csv' } });
  expect(stored.status()).toBe(204);
  expect((await request.post('/api/wells/mass-upload', { data: { uploadURL } })).ok()).toBe(true);
  const [{ jobId }] = await (await request.get('/api/wells/mass-upload')).json();
  const job = async () => (await request.get(`/api/wells/mass-upload/${jobId}`)).json();
  await expect.poll(async () => (await job()).status).toBe('done');
  expect((await job()).results).toMatchObject({ successful: 1, failed: 0 });
}

/** The company that the accountant has not selected is the viewer's. */
async function selectOtherCompany(request: APIRequestContext): Promise<void> {
  const companies: { id: string }[] = await (await request.get('/api/companies/user')).json();
  const { selectedCompanyId } = await (await request.get('/api/auth/user')).json();
  const companyId = companies.find(({ id }) => id !== selectedCompanyId)!.id;
  expect((await request.post('/api/companies/select', { data: { companyId } })).ok()).toBe(true);
}

async function seal(request: APIRequestContext): Promise<void> {
  expect((await request.get('/cdn-cgi/local/scheduled?cron=15+*+*+*+*')).ok()).toBe(true);
  await expect
    .poll(async () => (await (await request.post('/api/books/verify')).json()).unsealed)
    .toEqual({ auditRows: 0, postings: 0 });
}

/** The text of every list and report: as the accountant sees one company, and as the viewer sees the other. */
async function readBothCompanies(accountant: APIRequestContext): Promise<Record<string, string>> {
  const viewer = await signIn('viewer@example.com');
  const answers: Record<string, string> = {};
  const read = async (person: string, request: APIRequestContext, path: string) => {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    answers[`${person} ${path}`] = await response.text();
  };
  for (const path of [...READS, '/api/audit-logs?limit=500']) await read('accountant', accountant, path);
  for (const path of READS) await read('viewer', viewer, path);
  await viewer.dispose();
  return answers;
}

async function readSecrets(request: APIRequestContext): Promise<string[]> {
  const vars = readFileSync(join(stateDir, 'local/worker.vars'), 'utf8');
  const secrets = [
    ...vars.matchAll(/^(?:OIDC_CLIENT_SECRET|UPLOAD_SIGNING_SECRET|SEAL_SIGNING_KEY)="(.+)"$/gm),
  ];
  expect(secrets).toHaveLength(3);
  const { cookies } = await request.storageState();
  const session = cookies.find(({ name }) => name.endsWith('aro_session'))!;
  return [...secrets.map(([, secret]) => secret!), JSON.parse(atob(decodeURIComponent(session.value)))];
}

/** Runs one of the npm scripts, beside the account that this process may be serving. */
function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ status: number; output: string }> {
  const settings = { PORT: String(PORT), ARO_STATE_DIR: stateDir, ...env };
  return new Promise((resolve) => {
    execFile(
      NODE,
      ['--import', 'tsx', '--no-warnings', `scripts/${script}.ts`, ...args],
      { env: { ...process.env, ...settings } },
      (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

type Where = { account?: CloudflareAccount; stateDir?: string; replace?: boolean };

/** What the npm script does, without starting one: into the account, or else into a local state. */
async function restore(directory: string, { account, stateDir: state = stateDir, replace = false }: Where) {
  const settings = readSettings({ ...process.env, ARO_STATE_DIR: state });
  mkdirSync(settings.localDir, { recursive: true });
  const target = openTarget(settings, account !== undefined, { ...process.env, ...account?.env });
  let output = '';
  const say = (line: string) => {
    output += `${line}\n`;
  };
  try {
    const keys = [publicKeyOf(directory)];
    const options = { replace, keys, scratchFolder: settings.localDir, say };
    return { outcome: await restoreBackup(directory, target, options), output };
  } finally {
    await Promise.all([target.current.close(), target.staging.close()]);
  }
}

function expectRestored({ outcome, output }: { outcome: string; output: string }): void {
  expect(output).toContain('Every row is as in the backup.');
  expect(output.match(/: verified through .*; 0 audit entries and 0 postings not sealed yet/g)).toHaveLength(
    2,
  );
  expect(output.match(/ movements checked, no difference\./g)).toHaveLength(2);
  expect(outcome).toBe('restored');
}

function newestBackup(): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('aro-system-'));
  return join(folder, names.sort().at(-1)!);
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
}

/** The public key that is in each copy of a seal. */
function publicKeyOf(directory: string): string {
  const copy = filesBelow(join(directory, 'objects/SEALS'))[0]!;
  return JSON.parse(readFileSync(copy, 'utf8')).publicKey;
}

function sorted(objects: Manifest['objects']): string[] {
  return objects.map((object) => JSON.stringify(object)).sort();
}
