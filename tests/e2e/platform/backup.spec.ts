import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { firstDifference } from '../../../scripts/backups/dump-sql';
import { loadSql } from '../../../scripts/backups/load-sql';
import { type Manifest, objectFile } from '../../../scripts/backups/manifest';
import { openRestoreTarget } from '../../../scripts/backups/open-data-stores';
import { NODE } from '../../../scripts/local/processes.mjs';
import { readSettings } from '../../../scripts/local/settings.mjs';
import { filesBelow, publicKeyOf, restore } from '../../support/backups';
import { OWN_PORTS } from '../../support/e2e/address';
import { type CloudflareAccount, startCloudflareAccount } from '../../support/e2e/cloudflare-account';
import { fillEveryTable, NAME } from '../../support/e2e/every-table';
import { post, signIn } from '../../support/e2e/kill-load';
import { type LaunchedApp, launchApp } from '../../support/e2e/launch-app';

const PORT = OWN_PORTS.backup;
const ORIGIN = `http://localhost:${PORT}`;
const RESTORED_PORT = PORT + 2;
const RESTORED_ORIGIN = `http://localhost:${RESTORED_PORT}`;
const ADMIN = 'admin@example.com';
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

/** Inserts many audit log entries in one statement. */
const MANY_ENTRIES = `
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
  insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
  select 'u', (select id from company where code = 'NORTH'), 'well.created', 'well', i, '"' || i || '"', '2026-01-01' from n`;

/** The second test restores the first one's backup elsewhere. */
test.describe.configure({ mode: 'serial' });
// The programs run one after another, and some machines are slow.
test.setTimeout(300_000);

let folder: string;
let stateDir: string;
let backup: string;
const apps: LaunchedApp[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aro-backup-'));
  stateDir = join(folder, 'state');
});

test.afterAll(async () => {
  for (const app of apps) await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup of the running application restores everything: every response is the same, and the seals verify', async () => {
  const running = { ARO_STATE_DIR: join(folder, 'source'), PORT: String(PORT) };
  const source = await launch(PORT, running.ARO_STATE_DIR, 'none');
  const before = await signIn(ORIGIN, ADMIN);
  const { code, layers } = await fillEveryTable(ORIGIN, before);
  const answers = await readAll(before);
  const secrets = await readSecrets(running.ARO_STATE_DIR, before);

  const done = await run('backup', ['--to', folder], running);
  expect(done).toMatchObject({ status: 0, output: expect.stringContaining('Backed up the local state') });
  await source.stop();
  backup = newestBackup();
  const { rows } = readManifest(backup);
  // The `expect` table rejects writes that find unexpected data, and never keeps a row.
  expect(Object.keys(rows).filter((table) => rows[table] === 0)).toEqual(['expect']);
  const text = filesBelow(backup).map((file) => readFileSync(file, 'utf8'));
  expect(secrets.filter((secret) => text.some((content) => content.includes(secret)))).toEqual([]);

  // An auditor has the public key, here in standard base64 instead of base64url.
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

  // An empty machine, which will sign with a key of its own.
  const { status, output } = await run('restore', [backup, '--key', key], {
    ARO_STATE_DIR: stateDir,
    PORT: String(RESTORED_PORT),
  });
  expectRestored({ outcome: status === 0 ? 'restored' : 'different', output });
  expect(output).toMatch(
    new RegExp(
      `^  ${code}: verified through .*; 0 audit entries and 0 postings not sealed yet\\.$[^]*^  ${code}: ${layers.toLocaleString('en-US')} layers, .* movements checked, no difference\\.$`,
      'm',
    ),
  );
  expect(output).toContain('everyone must sign in again');

  // The identity provider has a different address there.
  const copy = await launch(RESTORED_PORT, stateDir, 'demo');
  const stranger = await before.get(`${RESTORED_ORIGIN}/api/wells`);
  expect(stranger.status(), 'a session from before').toBe(401);
  const after = await signIn(RESTORED_ORIGIN, ADMIN);
  expect(await readAll(after)).toEqual(answers);
  expect(await post(after, '/api/books/verify')).toMatchObject({ ok: true });
  await Promise.all([before.dispose(), after.dispose()]);
  // The state directory is in use, whichever port this process would take.
  expect(await run('restore', [backup, '--replace'], { ARO_STATE_DIR: stateDir })).toMatchObject({
    status: 1,
    output: expect.stringContaining(`${stateDir} is in use by another copy.`),
  });
  await copy.stop();
});

test('a deployment is backed up and restored through wrangler and R2', async () => {
  const account = await startCloudflareAccount();
  const keys = [publicKeyOf(backup)];
  const settings = { ...account.env, ARO_STATE_DIR: stateDir };
  try {
    const env = { ...process.env, ...settings };
    const { staging } = openRestoreTarget(readSettings(env), true, env);
    account.failNextImport('D1 was reset');
    await expect(staging.replaceDatabase(['CREATE TABLE nothing (id)'])).rejects.toThrow('D1 was reset');
    // The state after an interrupted restore: objects come first. The next restore finds them and continues.
    await putHalfOfTheObjects(account);
    expectRestored(await restore(backup, { stateDir, account, keys }));

    // The deployment keeps running: many more rows, and a text longer than a statement may be, with line breaks and lookalikes.
    const long = `line 1\r\nline 2 \\n \\r C:\\new '🛢️' ${'x'.repeat(250_000)}`;
    const LONG =
      'insert into idempotency_key (user_id, key, created_at, request_hash, response_body) values (?, ?, ?, ?, ?)';
    const given = ['u', 'k', '2026-01-01', 'f', long];
    await account.database.batch([
      account.database.prepare(MANY_ENTRIES),
      account.database.prepare(LONG).bind(...given),
    ]);
    expect(await run('backup', ['--remote', '--to', folder], settings)).toMatchObject({ status: 0 });
    const later = newestBackup();
    expect(sorted(readManifest(later).objects)).toEqual(sorted(readManifest(backup).objects));
    const [one, other] = [await openBackup(backup), await openBackup(later)];
    one.exec(MANY_ENTRIES);
    one.prepare(LONG).run(...given);
    expect(firstDifference(one, other)).toBeNull();

    await account.database.exec("delete from idempotency_key where key = 'k'");
    const replaced = await restore(later, { stateDir, account, keys, replace: true });
    expectRestored(replaced);
    expect(replaced.output).toContain(`idempotency_key: ${readManifest(backup).rows.idempotency_key} rows\n`);
    expect(replaced.output).toContain('npx wrangler d1 time-travel restore DB --timestamp=20');
  } finally {
    await account.close();
  }
});

async function launch(port: number, state: string, seed: 'demo' | 'none'): Promise<LaunchedApp> {
  const app = await launchApp({ port, idpPort: port + 1, stateDir: state, seed });
  apps.push(app);
  return app;
}

/** Response text of every list and report. */
async function readAll(request: APIRequestContext): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of READS) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    answers[path] = await response.text();
  }
  expect(answers['/api/wells']).toContain(JSON.stringify(NAME));
  return answers;
}

/** Secrets that no backup may contain: the application's keys and the user's session. */
async function readSecrets(running: string, request: APIRequestContext): Promise<string[]> {
  const vars = readFileSync(join(running, 'local/worker.vars'), 'utf8');
  const secrets = [
    /^OIDC_CLIENT_KEY=.*"d":"([^"]+)"/m,
    /^UPLOAD_SIGNING_SECRET="(.+)"$/m,
    /^SEAL_SIGNING_KEY="(.+)"$/m,
  ].map((pattern) => pattern.exec(vars)![1]!);
  const { cookies } = await request.storageState();
  const session = cookies.find(({ name }) => name.endsWith('aro_session'))!;
  return [...secrets, JSON.parse(atob(decodeURIComponent(session.value)))];
}

async function putHalfOfTheObjects(account: CloudflareAccount): Promise<void> {
  const names = new Map([
    ['UPLOADS', 'aro-system-uploads'],
    ['SEALS', 'aro-system-seals'],
  ]);
  const half = readManifest(backup).objects.filter((_, index) => index % 2 === 0);
  for (const object of half) {
    const bucket = await account.bucket(names.get(object.bucket)!);
    const contentType = object.contentType ?? undefined;
    await bucket.put(object.key, readFileSync(join(backup, objectFile(object))), {
      httpMetadata: { contentType },
    });
  }
}

/** Runs an npm script without blocking, because this process may be serving the fake account. */
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
  expect(output).toContain('Every row matches the backup.');
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
