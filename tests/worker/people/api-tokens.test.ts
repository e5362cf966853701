import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditView } from '~/schemas/audit/audit-views';
import type { ApiTokenView } from '~/schemas/people/api-token';
import { sha256Hex } from '~/services/platform/digest.server';
import { lastUseOf, makeToken, tokenClient } from '../../support/api-tokens';
import { sendTo } from '../../support/deployed-worker';
import { addLayer, addWell } from '../../support/layers';
import { allRows } from '../../support/tables';
import {
  anonymous,
  clientWith,
  makeCompany,
  ORIGIN,
  type SignedIn,
  signIn,
  signInToNewCompany,
} from '../../support/worker';

const WELL = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};
const FROM = { 'CF-Connecting-IP': '203.0.113.7' };

let line: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  line = vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** Security log lines of this name written since the test began. */
function events(name: string): Record<string, unknown>[] {
  return line.mock.calls
    .map(([text]: unknown[]) => JSON.parse(String(text)) as Record<string, unknown>)
    .filter(({ event }: Record<string, unknown>) => event === name);
}

const list = async (client: SignedIn, companyId: string) =>
  (await client.get(`/api/companies/${companyId}/tokens`)).json<ApiTokenView[]>();
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const read = '/api/wells';

describe('a token', () => {
  it('is shown once and stored as a hash', async () => {
    const { client, company } = await signInToNewCompany();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { name: ' Ledger feed ', scope: 'write', expiresOn: day(0) };
    const response = await client.post(`/api/companies/${company.id}/tokens`, body, headers);
    expect(response.status).toBe(201);
    const { token, ...made } = await response.json<ApiTokenView & { token: string }>();
    expect(token).toMatch(/^aro_[0-9a-f]{64}$/);
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Ledger feed',
      scope: 'write',
      state: 'active',
      userId: client.userId,
      user: { id: client.userId, name: 'Test Person', email: client.email },
      createdAt: expect.any(String),
      expiresAt: `${day(1)}T00:00:00.000Z`,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(await list(client, company.id)).toEqual([made]);
    // A replay with the same key changes nothing and doesn’t reveal the secret again.
    await vi.waitFor(async () => {
      const again = await client.post(`/api/companies/${company.id}/tokens`, body, headers);
      expect(again.status).toBe(409);
      expect(await again.json()).toMatchObject({
        message:
          'The token was created, but the response that shows it was lost. Reload, revoke that token, and create another.',
      });
    });
    expect(await list(client, company.id)).toHaveLength(1);
    const rows = JSON.stringify(await allRows());
    expect(rows).toContain(await sha256Hex(token));
    expect(rows).not.toContain(token);
    expect(JSON.stringify(line.mock.calls)).not.toContain(token);
  });

  it('has the read access of a viewer, and writes wells and postings if allowed', async () => {
    const { client, company } = await signInToNewCompany();
    const reader = tokenClient((await makeToken(client, company.id)).token);
    const writer = tokenClient((await makeToken(client, company.id, { scope: 'write' })).token);
    const refused = await reader.post('/api/wells', WELL);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      message: 'This token is read-only. Use a token with write scope.',
    });
    const well = await addWell(writer as SignedIn, { wellCode: 'A-1' });
    await addLayer(writer as SignedIn, well.id);
    expect(await (await reader.get(read)).json()).toMatchObject([{ wellCode: 'A-1' }]);
    for (const token of [reader, writer]) {
      for (const path of ['/api/auth/user', '/api/user/preferences', '/api/admin/users', '/api/audit-logs'])
        expect((await token.get(path)).status, path).toBe(403);
      expect((await token.put(`/api/companies/${company.id}/settings`, {})).status).toBe(403);
      expect((await token.post('/api/periods/close', { through: '2020-01-31' })).status).toBe(403);
    }
  });

  it('is limited to its company, whatever its creator selects and the request claims', async () => {
    const { client, company } = await signInToNewCompany();
    const other = await makeCompany();
    const both = await signIn({
      memberships: [company, other].map(({ id }) => ({ companyId: id, role: 'admin' })),
    });
    await addWell(client, { wellCode: 'MINE' });
    const token = tokenClient((await makeToken(both, company.id)).token);
    await both.post('/api/companies/select', { companyId: other.id });
    expect(await (await token.get(read)).json()).toMatchObject([{ wellCode: 'MINE' }]);
    expect((await token.get(read, { 'X-Company-Id': company.id })).status).toBe(200);
    const elsewhere = await token.get(read, { 'X-Company-Id': other.id });
    expect(elsewhere.status).toBe(409);
    expect(await elsewhere.json()).toMatchObject({
      message:
        'This token belongs to a different company than X-Company-Id. Nothing was changed. Use that company’s token, or omit the header.',
    });
    expect((await token.get(`/api/companies/${other.id}/settings`)).status).toBe(404);
  });

  it('records its last use, at most every ten minutes', async () => {
    const { client, company } = await signInToNewCompany();
    const { id, token } = await makeToken(client, company.id);
    expect(await lastUseOf(id)).toBeNull();
    await tokenClient(token).get(read);
    await expect.poll(() => lastUseOf(id)).not.toBeNull();
    const first = await lastUseOf(id);
    await tokenClient(token).get(read);
    expect(await lastUseOf(id)).toBe(first);
    const before = new Date(Date.now() - 11 * 60_000).toISOString();
    await env.DB.prepare('update api_token set last_used_at = ? where id = ?').bind(before, id).run();
    await tokenClient(token).get(read);
    await expect.poll(() => lastUseOf(id)).not.toBe(before);
  });

  it('can never be changed, only revoked permanently', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await makeToken(client, company.id);
    const change = (set: string) => env.DB.prepare(`update api_token set ${set} where id = ?`).bind(id).run();
    for (const set of [
      "scope = 'write'",
      "expires_at = '2199-01-01'",
      "company_id = 'x'",
      "secret_hash = 'x'",
    ])
      await expect(change(set)).rejects.toThrow('a token is revoked, never changed');
    await change("revoked_at = '2026-01-01'");
    await expect(change('revoked_at = null')).rejects.toThrow('a token is revoked, never changed');
  });

  it.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ scope: 'admin' }, 'scope', 'Scope must be read or write'],
    [{ expiresOn: '' }, 'expiresOn', 'Last day is required'],
    [{ expiresOn: day(-1) }, 'expiresOn', 'The last day can’t be in the past'],
    [{ expiresOn: day(367) }, 'expiresOn', 'The last day can be at most 366 days from now'],
  ])('can’t be created with %o', async (given, field, message) => {
    const { client, company } = await signInToNewCompany();
    const body = { name: 'Feed', scope: 'read', expiresOn: day(1), ...given };
    const response = await client.post(`/api/companies/${company.id}/tokens`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [field]: [message] } });
    expect(await list(client, company.id)).toEqual([]);
  });

  it('is valid for up to a year, including the last day', async () => {
    const { client, company } = await signInToNewCompany();
    const body = { name: 'Feed', scope: 'read', expiresOn: day(366) };
    const response = await client.post(`/api/companies/${company.id}/tokens`, body);
    expect(await response.json()).toMatchObject({ expiresAt: `${day(367)}T00:00:00.000Z` });
  });

  it('is limited to fifty per company', async () => {
    const { client, company } = await signInToNewCompany();
    const insert = env.DB.prepare(
      `insert into api_token (id, company_id, user_id, name, scope, secret_hash, created_at, expires_at)
       values (?1, ?2, ?3, 'Feed', 'read', ?1, '2026-01-01', '2199-01-01')`,
    );
    const rows = Array.from({ length: 50 }, () =>
      insert.bind(crypto.randomUUID(), company.id, client.userId),
    );
    await env.DB.batch(rows);
    const body = { name: 'Feed', scope: 'read', expiresOn: day(1) };
    const refused = await client.post(`/api/companies/${company.id}/tokens`, body);
    expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
      409,
      'A company can have at most 50 tokens. Revoke one you no longer use.',
    ]);
    const [{ id }] = (await list(client, company.id)) as [ApiTokenView];
    expect((await client.delete(`/api/companies/${company.id}/tokens/${id}`)).status).toBe(204);
    await makeToken(client, company.id);
  });
});

describe('a token stops working', () => {
  it('when it is revoked', async () => {
    const { client, company } = await signInToNewCompany();
    const { id, token } = await makeToken(client, company.id);
    const revoke = () => client.delete(`/api/companies/${company.id}/tokens/${id}`);
    expect((await tokenClient(token).get(read)).status).toBe(200);
    expect((await revoke()).status).toBe(204);
    expect((await tokenClient(token).get(read, FROM)).status).toBe(401);
    expect((await revoke()).status).toBe(204);
    expect(await list(client, company.id)).toMatchObject([{ id, state: 'revoked' }]);
    expect(events('api-token.changed')).toMatchObject([
      { tokenId: id, by: 'made', scope: 'read', userId: client.userId },
      { tokenId: id, by: 'revoked' },
    ]);
    expect(events('token.refused')).toMatchObject([
      { tokenId: id, reason: 'revoked', ip: FROM['CF-Connecting-IP'], userId: null },
    ]);
    const actions = await (await client.get('/api/audit-logs?entityType=api_token')).json<AuditView[]>();
    expect(actions.map(({ action }) => action)).toEqual(['api_token.revoked', 'api_token.created']);
  });

  it('after its last day', async () => {
    const { client, company } = await signInToNewCompany();
    const token = `aro_${'5'.repeat(64)}`;
    const insert = env.DB.prepare(
      `insert into api_token (id, company_id, user_id, name, scope, secret_hash, created_at, expires_at)
       values (?, ?, ?, 'Feed', 'read', ?, '2026-01-01', ?)`,
    );
    const past = new Date(Date.now() - 1000).toISOString();
    await insert.bind('expired', company.id, client.userId, await sha256Hex(token), past).run();
    expect((await tokenClient(token).get(read)).status).toBe(401);
    expect(events('token.refused')).toMatchObject([{ tokenId: 'expired', reason: 'expired' }]);
    expect(await list(client, company.id)).toMatchObject([{ state: 'expired' }]);
  });

  it.each([
    ['is removed from the company', 'remove', true],
    ['marks the account for deletion', 'soft-delete', true],
    ['anonymizes it', 'anonymize', true],
    ['deletes it', 'permanent', true],
    ['becomes a viewer', 'demote', false],
  ])('when its creator %s', async (_, how, isRevoked) => {
    const { client: admin, company } = await signInToNewCompany();
    const maker = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const { token } = await makeToken(maker, company.id);
    const own = await makeToken(admin, company.id);
    expect((await tokenClient(token).get(read)).status).toBe(200);
    if (how === 'remove') {
      const system = await signIn({ isAdmin: true });
      await system.delete(`/api/admin/users/${maker.userId}/companies/${company.id}`);
    } else if (how === 'demote') {
      await env.DB.prepare("update user_company set role = 'viewer' where user_id = ?")
        .bind(maker.userId)
        .run();
    } else if (how === 'permanent') await maker.delete('/api/user/permanent');
    else await maker.post(`/api/user/${how}`);
    expect((await tokenClient(token).get(read)).status).toBe(401);
    expect(events('token.refused')).toMatchObject([
      { reason: isRevoked ? 'revoked' : 'creator is not a company admin' },
    ]);
    const states = (await list(admin, company.id)).map(({ userId, state }) => [
      userId === admin.userId,
      state,
    ]);
    expect(new Set(states.map(String))).toEqual(
      new Set(['true,active', `false,${isRevoked ? 'revoked' : 'active'}`]),
    );
    expect((await tokenClient(own.token).get(read)).status).toBe(200);
  });

  it('permanently: a creator who rejoins the company has to make a new one', async () => {
    const { company } = await signInToNewCompany();
    const maker = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const { token } = await makeToken(maker, company.id);
    const system = await signIn({ isAdmin: true });
    const memberships = `/api/admin/users/${maker.userId}/companies`;
    await system.delete(`${memberships}/${company.id}`);
    const back = await system.post(memberships, { companyId: company.id, role: 'admin' });
    expect(back.status).toBe(201);
    expect((await tokenClient(token).get(read)).status).toBe(401);
  });
});

describe('a request with a token', () => {
  it('ignores cookies and sets none', async () => {
    const { client, company } = await signInToNewCompany();
    const { client: other } = await signInToNewCompany();
    await addWell(client, { wellCode: 'MINE' });
    const { token } = await makeToken(client, company.id);
    const both = clientWith(other.cookie);
    const headers = { Authorization: `Bearer ${token}` };
    const response = await both.get(read, headers);
    expect(await response.json()).toMatchObject([{ wellCode: 'MINE' }]);
    expect(response.headers.get('Set-Cookie')).toBeNull();
    for (const bad of [`aro_${'0'.repeat(64)}`, 'x'])
      expect((await both.get(read, { Authorization: `Bearer ${bad}` })).status).toBe(401);
    expect(events('token.refused').map(({ reason }) => reason)).toEqual(['unknown', 'malformed']);
    // Pages show no user for the token, and the cookie’s session stays signed in.
    const page = await both.get('/', headers);
    expect(await page.text()).not.toContain(other.email);
    expect((await both.get(read)).status).toBe(200);
  });

  it('may be cross-site; one with a session may not', async () => {
    const { client, company } = await signInToNewCompany();
    const { token } = await makeToken(client, company.id, { scope: 'write' });
    const elsewhere = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const send = (authorization: Record<string, string>) =>
      client.post('/api/wells', WELL, { ...elsewhere, ...authorization });
    expect((await send({})).status).toBe(403);
    expect((await send({ Authorization: 'Basic eDp5' })).status).toBe(403);
    expect((await send({ Authorization: `Bearer aro_${'0'.repeat(64)}` })).status).toBe(401);
    expect((await send({ Authorization: `bearer ${token}` })).status).toBe(201);
  });

  it('is recorded in the audit log with the token and its creator, unchangeably', async () => {
    const { client, company } = await signInToNewCompany();
    const made = await makeToken(client, company.id, { name: 'Field data', scope: 'write' });
    const { id } = await addWell(tokenClient(made.token) as SignedIn, {});
    await addWell(client, {});
    const entries = await (await client.get('/api/audit-logs?action=well.created')).json<AuditView[]>();
    expect(entries).toMatchObject([
      { token: null, userId: client.userId },
      { token: { id: made.id, name: 'Field data' }, userId: client.userId, entityId: id },
    ]);
    expect(await (await client.get('/?tab=company&view=audit')).text()).toContain(
      'Field data (token of Test Person)',
    );
    for (const value of ['null', "'x'"])
      await expect(
        env.DB.prepare(`update audit_log set token_id = ${value} where id = ?`).bind(entries[1]!.id).run(),
      ).rejects.toThrow('audit_log is append-only');
  });

  it('counts against the token’s limit and the call’s limit', async () => {
    const { client, company } = await signInToNewCompany();
    const { id, token } = await makeToken(client, company.id);
    const key = `token ${await sha256Hex(token)} 0`;
    const keys: string[] = [];
    const counter = (success: boolean) => ({
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success };
      },
    });
    const bindings = { RATE_LIMIT_FACTOR: '1', LIMIT_TOKENS: counter(true), LIMIT_EXPORTS: counter(true) };
    const send = (more: Partial<Env>, path: string) =>
      sendTo({ ...bindings, ...more }, ORIGIN + path, { headers: { Authorization: `Bearer ${token}` } });
    expect((await send({}, '/api/reports/balances?asOf=2024-01-31')).status).toBe(200);
    expect(keys).toEqual([key, key]);
    const refused = await send({ LIMIT_TOKENS: counter(false) }, read);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({
      message: 'Too many requests with this token in a minute. Wait a minute, then try again.',
    });
    expect(events('limit.exceeded')).toMatchObject([{ limit: 'tokens', tokenId: id, userId: client.userId }]);
  });

  it('is documented in OpenAPI', async () => {
    const document = await (await anonymous.get('/api/openapi.json')).json<{
      components: { securitySchemes: object };
      paths: Record<string, Record<string, { security?: object[] }>>;
    }>();
    expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
    expect(document.paths['/api/wells']?.post?.security).toEqual([{ session: [] }, { token: [] }]);
    expect(document.paths['/api/periods/close']?.post?.security).toBeUndefined();
  });
});
