import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createJobContext } from '~/server/job-context.server';
import { makeSeals } from '~/services/audit/seal.server';
import { GIVEN_UP, lateWorkQuery } from '~/services/platform/late-work.server';
import { checkReadiness, EXPECTED_MIGRATION } from '~/services/platform/readiness.server';
import { sendTo } from '../../support/deployed-worker';
import { withFault } from '../../support/faults';
import { addLayer, addWell } from '../../support/layers';
import { anonymous, db, makeCompany, ORIGIN, signIn, signInToNewCompany } from '../../support/worker';

const seal = (companyId: string | null) =>
  makeSeals(createJobContext(env, { id: 'test', now: new Date() }), { companyId });

describe('liveness and readiness', () => {
  it('reports liveness', async () => {
    const response = await anonymous.get('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it('reports ready when D1, its migrations, KV and R2 respond', async () => {
    const response = await anonymous.get('/readyz');
    expect(await response.json()).toEqual({
      status: 'ok',
      checks: { d1: 'ok', migrations: 'ok', kv: 'ok', r2: 'ok', settings: 'ok' },
      booksCheckFailures: 0,
      late: { monthEnds: 0, uploads: 0, booksChecks: 0, seals: 0 },
    });
    expect(response.status).toBe(200);
  });

  /** Reported checks when one call fails. */
  const checksWith = async (call: number, when: 'before' | 'late') => {
    const { bindings, carryOut } = withFault(env, { call, when });
    const ctx = createJobContext(bindings, { id: 'test', now: new Date() });
    const { checks } = await checkReadiness(ctx, { timeoutMs: 2_000 });
    carryOut();
    return checks;
  };

  it('stays ready with a newer schema, but not with an older one', async () => {
    const level = (name: string) =>
      env.DB.prepare('insert into d1_migrations (name) values (?)').bind(name).run();
    const removeIt = () =>
      env.DB.exec('delete from d1_migrations where id = (select max(id) from d1_migrations)');
    await level('9999_of_the_release_before_the_rollback.sql');
    const newer = await anonymous.get('/readyz');
    expect([newer.status, await newer.json()]).toMatchObject([200, { checks: { migrations: 'newer' } }]);
    await removeIt();
    await level('0001_former.sql');
    const older = await anonymous.get('/readyz');
    expect([older.status, await older.json()]).toMatchObject([503, { checks: { migrations: 'failed' } }]);
    // An older schema may lack the tables that are counted.
    expect(await checksWith(1, 'before')).toMatchObject({ d1: 'ok', migrations: 'failed' });
    await removeIt();
  });

  it('names a failing part and a hanging one', async () => {
    const ok = { d1: 'ok', migrations: 'ok', kv: 'ok', r2: 'ok' };
    const [database, ...others] = await Promise.all([1, 2, 3, 4].map((call) => checksWith(call, 'late')));
    expect(database).toEqual({ ...ok, d1: 'failed', migrations: 'failed' });
    expect(others).toEqual([
      { ...ok, kv: 'failed' },
      { ...ok, r2: 'failed' },
      { ...ok, r2: 'failed' },
    ]);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    // The counts fail here. The migration level is read after them.
    expect(await checksWith(1, 'before')).toEqual({ ...ok, d1: 'failed' });
    expect(await checksWith(2, 'before')).toEqual({ ...ok, kv: 'failed' });
    expect(await checksWith(3, 'before')).toEqual({ ...ok, r2: 'failed' });
    const entries = logged.mock.calls.map(([entry]) => JSON.parse(String(entry)));
    logged.mockRestore();
    expect(entries.map(({ problem }) => problem)).toEqual([
      'D1 did not answer for readiness',
      'KV did not answer for readiness',
      'R2 did not answer for readiness',
    ]);
    for (const { error } of entries) expect(error).toMatch(/\S/);
  });

  it.each([
    ['OIDC_ISSUER', ' '],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_CLIENT_KEY', '-----BEGIN PRIVATE KEY-----'],
    ['OIDC_CLIENT_SECRET', ''],
    ['OIDC_MIN_RSA_BITS', 'many'],
    ['OIDC_MAX_AGE_MINUTES', '-5'],
    ['UPLOAD_SIGNING_SECRET', ''],
    ['SEAL_SIGNING_KEY', '-----BEGIN PRIVATE KEY-----'],
    ['SEAL_FORMER_PUBLIC_KEYS', 'a key'],
    ['SESSION_IDLE_HOURS', '0'],
    ['RATE_LIMIT_FACTOR', 'twice'],
  ])('is not ready with %s as "%s", and logs its name without the value', async (name, value) => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    const response = await sendTo({ ENVIRONMENT: 'test', [name]: value }, `${ORIGIN}/readyz`);
    const logged = lines.mock.calls.map(([line]) => JSON.parse(line));
    lines.mockRestore();
    expect([response.status, await response.json()]).toMatchObject([503, { checks: { settings: 'failed' } }]);
    const problem = expect.stringMatching(
      new RegExp(`^(\\w+ or )?${name}( or \\w+)? is missing or malformed$`),
    );
    expect(logged).toEqual([{ level: 'error', requestId: expect.any(String), problem }]);
  });

  it('counts companies whose books have differences, and stays ready', async () => {
    const [failing, fine, deleted] = [await makeCompany(), await makeCompany(), await makeCompany()];
    const check = (companyId: string, differences: number) =>
      env.DB.prepare(
        `insert into books_check (company, checked_at, differences)
         select ledger_id, '2026-01-01T00:00:00.000Z', ?2 from company where id = ?1`,
      ).bind(companyId, differences);
    await env.DB.batch([
      check(failing.id, 3),
      check(fine.id, 0),
      check(deleted.id, 1),
      env.DB.prepare("update company set deleted_at = '2026-01-02T00:00:00.000Z' where id = ?").bind(
        deleted.id,
      ),
    ]);
    const response = await anonymous.get('/readyz');
    expect(await response.json()).toMatchObject({ status: 'ok', booksCheckFailures: 1 });
    await env.DB.exec('delete from books_check');
  });

  it('expects the newest migration', () => {
    expect(EXPECTED_MIGRATION).toBe(env.TEST_NEWEST_MIGRATION);
  });
});

describe('overdue work', () => {
  const NOW = new Date('2030-05-01T12:00:00.000Z');
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
  const lateAt = async (now = NOW) => (await lateWorkQuery({ db, now }))[0];
  const run = (text: string, ...values: unknown[]) =>
    env.DB.prepare(text)
      .bind(...values)
      .run();

  it('is counted by company', async () => {
    // Excludes companies of other tests.
    await run("update company set deleted_at = '2030-01-01T00:00:00.000Z' where deleted_at is null");
    const { client, company } = await signInToNewCompany();
    await seal(null);
    await seal(company.id);
    const none = { monthEnds: 0, uploads: 0, booksChecks: 0, seals: 0 };
    // A company without postings has no books to check. Its month-end was not started by the event of the 1st.
    await run('update company set created_at = ? where id = ?', hoursAgo(100), company.id);
    expect(await lateAt(new Date('2030-05-01T04:59:00.000Z'))).toEqual(none);
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    const begin = `insert into month_end_run (company_id, period_end, status, started_at) values (?, '2030-04-30', 'running', ?)`;
    await run(begin, company.id, hoursAgo(2));
    expect(await lateAt()).toEqual(none);
    await run('update month_end_run set started_at = ?', hoursAgo(4));
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    // Problems that a user has to fix don't count. Abandoned runs do.
    await run("update month_end_run set status = 'failed', reason = 'Depletion rates are missing.'");
    expect(await lateAt()).toEqual(none);
    await run('update month_end_run set reason = ?', GIVEN_UP);
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    // A nightly retry doesn't make it complete.
    await run("update month_end_run set status = 'running', started_at = ?", hoursAgo(0));
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    await run("update month_end_run set status = 'failed'");
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    expect(await lateAt(new Date('2030-05-01T04:59:00.000Z'))).toEqual(none);
    await run(begin.replace('04-30', '05-31').replace('running', 'failed'), company.id, hoursAgo(4));
    expect(await lateAt()).toEqual({ ...none, monthEnds: 1 });
    await run("update month_end_run set status = 'done', reason = null");

    const well = await addWell(client);
    await addLayer(client, well.id);
    expect(await lateAt(new Date())).toEqual(none);
    // Nothing has been checked or sealed since.
    expect(await lateAt()).toEqual({ ...none, booksChecks: 1, seals: 1 });
    await seal(company.id);
    const check =
      'insert into books_check (company, checked_at, differences) select ledger_id, ?, 0 from company where id = ?';
    await run(check, hoursAgo(30), company.id);
    expect(await lateAt()).toEqual(none);
    await run('update books_check set checked_at = ?', hoursAgo(51));
    expect(await lateAt()).toEqual({ ...none, booksChecks: 1 });
    await run('update company set deleted_at = ? where id = ?', hoursAgo(1), company.id);
    expect(await lateAt()).toEqual(none);
    await env.DB.exec('delete from books_check');
  });
});

describe('every response', () => {
  it('is JSON for an unknown API path', async () => {
    for (const response of [
      await anonymous.get('/api/no/such/path'),
      await anonymous.post('/api/no/such/path', {}),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({ message: 'Not found', requestId: expect.any(String) });
    }
  });

  it('reveals nothing to a visitor who is not signed in', async () => {
    const response = await anonymous.get('/api/auth/user');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Unauthorized' });
  });

  it('allows scripts only with a nonce of this response', async () => {
    const policies: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const response = await anonymous.get('/');
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const scriptSrc = policy.split('; ').find((directive) => directive.startsWith('script-src '));
      // 24 random bytes in base64.
      expect(scriptSrc).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{32}'$/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(await response.text()).toContain(`nonce="${nonce}"`);
      policies.push(policy);
    }
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('has headers that keep it private and unmodified', async () => {
    const { headers } = await anonymous.get('/healthz');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('a session', () => {
  it('returns the user, with the only company selected', async () => {
    const company = await makeCompany();
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const response = await client.get('/api/auth/user');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: client.userId,
      email: client.email,
      userCompanies: [{ ...company, role: 'viewer' }],
      needsCompanySelection: false,
    });
  });

  it('rejects a cross-site write', async () => {
    const company = await makeCompany();
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const body = { companyId: company.id };
    const fromElsewhere = await client.post('/api/companies/select', body, {
      Origin: 'https://elsewhere.example',
    });
    expect(fromElsewhere.status).toBe(403);
    expect((await client.post('/api/companies/select', body)).status).toBe(200);
  });
});
