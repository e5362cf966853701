import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overdue, updateRecord } from '../../../scripts/local/vulnerabilities.mjs';

const SCRIPT = fileURLToPath(new URL('../../../scripts/audit.mjs', import.meta.url));
const ADVISORY = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const TODAY = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Response of the test registry about zod, or null if it does not support the request. */
let advisories: object | null = null;
let registry = '';
const folder = mkdtempSync(join(tmpdir(), 'aro-audit-'));
const record = join(folder, 'vulnerabilities.json');
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'POST') {
    response.statusCode = advisories ? 200 : 405;
    response.end(JSON.stringify(advisories ?? {}));
  } else {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    response.end(JSON.stringify({ name, versions: {} }));
  }
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function audit(): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    ARO_AUDIT_RECORD: record,
    npm_config_registry: registry,
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [SCRIPT], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    ),
  );
}

const readRecord = () => JSON.parse(readFileSync(record, 'utf8'));

describe('npm run audit', () => {
  it('fails with a message if the registry does not respond, and leaves the record unchanged', async () => {
    advisories = null;
    expect((await audit()).said).toContain('The registry has never responded');
    const before = `${JSON.stringify({ asked: '2026-01-02', open: [] })}\n`;
    writeFileSync(record, before);
    const { code, said } = await audit();
    expect(code).toBe(2);
    expect(said).toContain('Not checked: 405');
    expect(said).toContain('last queried on 2026-01-02');
    expect(said).not.toContain('No library is overdue');
    expect(readFileSync(record, 'utf8')).toBe(before);
  }, 60_000);

  it('records when a vulnerability was first seen, and fails once it is overdue', async () => {
    advisories = {
      zod: [
        {
          id: 1,
          url: ADVISORY,
          title: 'x',
          severity: 'high',
          vulnerable_versions: '<999.0.0',
          cwe: [],
          cvss: {},
        },
      ],
    };
    rmSync(record);
    expect(await audit()).toMatchObject({ code: 0, said: expect.stringContaining('(1 open)') });
    const open = { id: ADVISORY, library: 'zod', severity: 'high', ships: true };
    expect(readRecord()).toEqual({ asked: TODAY, open: [{ ...open, since: TODAY }] });
    writeFileSync(record, JSON.stringify({ asked: TODAY, open: [{ ...open, since: daysAgo(8) }] }));
    expect(await audit()).toMatchObject({ code: 1, said: expect.stringContaining('OVERDUE: high in zod') });
    expect(readRecord().open[0].since).toBe(daysAgo(8));
  }, 60_000);

  it('runs before a deployment and blocks it on failure', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(scripts.deploy).toMatch(/^npm run audit && /);
    expect(scripts.audit).toBe('node scripts/audit.mjs');
  });
});

describe('the update deadline', () => {
  const of = (severity: string, ships: boolean, since: string) => ({ severity, ships, since });

  it.each([
    ['critical', true, '2026-03-01', '2026-03-08', false],
    ['critical', true, '2026-03-01', '2026-03-09', true],
    ['high', true, '2026-03-01', '2026-03-09', true],
    ['moderate', true, '2026-03-01', '2026-03-31', false],
    ['moderate', true, '2026-03-01', '2026-04-01', true],
    ['low', true, '2026-03-01', '2026-04-01', false],
    ['unheard of', true, '2026-03-01', '2026-03-09', true],
    ['critical', false, '2026-03-01', '2026-03-31', false],
    ['critical', false, '2026-03-01', '2026-04-01', true],
  ])('%s, ships: %s, since %s, is past on %s: %s', (severity, ships, since, today, isOver) => {
    expect(overdue({ open: [of(severity, ships, since)] }, today)).toHaveLength(isOver ? 1 : 0);
  });

  it('starts when a vulnerability is first seen, and is dropped when it is gone', () => {
    const found = { id: 'a', library: 'x', severity: 'low' };
    const look = { shipped: [], all: [found], today: '2026-03-05' };
    const first = updateRecord({ open: [] }, look);
    expect(first).toEqual({ asked: '2026-03-05', open: [{ ...found, ships: false, since: '2026-03-05' }] });
    const later = updateRecord(first, { ...look, shipped: [found], today: '2026-03-20' });
    expect(later.open).toEqual([{ ...found, ships: true, since: '2026-03-05' }]);
    expect(updateRecord(later, { shipped: [], all: [], today: '2026-03-21' }).open).toEqual([]);
  });
});
