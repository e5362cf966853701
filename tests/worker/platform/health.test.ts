import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { EXPECTED_MIGRATION } from '~/services/platform/readiness.server';
import { anonymous, makeCompany, signIn } from '../../support/worker';

describe('liveness and readiness', () => {
  it('is alive', async () => {
    const response = await anonymous.get('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it('is ready when D1, its migrations, KV and R2 answer', async () => {
    const response = await anonymous.get('/readyz');
    expect(await response.json()).toEqual({
      status: 'ok',
      checks: { d1: 'ok', migrations: 'ok', kv: 'ok', r2: 'ok' },
      booksCheckFailures: 0,
    });
    expect(response.status).toBe(200);
  });

  it('counts companies whose books differ, and stays ready', async () => {
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

describe('what every answer has in common', () => {
  it('answers unknown API paths in JSON', async () => {
    for (const response of [
      await anonymous.get('/api/no/such/path'),
      await anonymous.post('/api/no/such/path', {}),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({ message: 'Not found', requestId: expect.any(String) });
    }
  });

  it('tells nothing to who is not signed in', async () => {
    const response = await anonymous.get('/api/auth/user');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Unauthorized' });
  });

  it('lets scripts run with a nonce of this very response only', async () => {
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

  it('keeps answers private and undisturbed', async () => {
    const { headers } = await anonymous.get('/healthz');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('a session', () => {
  it('is the person, with their company selected when there is only one', async () => {
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

  it('refuses a write that another site sends', async () => {
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
