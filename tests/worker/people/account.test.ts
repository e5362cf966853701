import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createSession } from '~/services/people/session.server';
import { type Profile, signInUser } from '~/services/people/user.server';
import type { RequestContext } from '~/services/platform/context.server';
import operations from '../../../docs/operations.md?raw';
import { addLayer, addWell, whileInsertsFail } from '../../support/layers';
import { allRows, auditOf, type Row, rowsWhere } from '../../support/tables';
import { uploadFile } from '../../support/upload';
import {
  anonymous,
  db,
  makeCompany,
  openSession,
  type SignedIn,
  signIn,
  signInToNewCompany,
} from '../../support/worker';

const WRITES = [
  ['POST', '/api/user/soft-delete'],
  ['POST', '/api/user/anonymize'],
  ['DELETE', '/api/user/permanent'],
] as const;
type Write = readonly [method: string, path: string];

const BROWSER = { 'User-Agent': 'Secret Browser', 'CF-Connecting-IP': '203.0.113.7' };
const FILE_NAME = 'the secret list.csv';
const LAST_ADMIN = 'At least one system administrator is required. Make someone else an administrator first.';

const userRow = async (id: string) => (await rowsWhere('user', (row) => row.id === id))[0];
const take = (client: SignedIn, [method, path]: Write) => client.send(path, { method, headers: BROWSER });

/** Signs in the person again through the identity provider. */
function signInAgain(client: SignedIn, given: Partial<Profile> = {}) {
  const ctx = {
    db,
    env: { ...env, SYSTEM_ADMIN_EMAILS: client.email },
    now: new Date(),
    actor: { kind: 'anonymous' },
    request: { id: 'test', ip: null, userAgent: null },
    claimedCompanyId: null,
    idempotency: null,
  } as unknown as RequestContext;
  const profile = {
    issuer: env.OIDC_ISSUER,
    subject: client.userId,
    email: client.email,
    emailVerified: true,
    firstName: 'Real',
    lastName: 'Name',
  };
  return signInUser(ctx, { ...profile, pictureUrl: 'https://example.com/me.png', ...given });
}

/** A member with preferences, stored idempotent responses, and audit rows that identify them. */
async function personWithTraces() {
  const { client, company } = await signInToNewCompany();
  const headers = { ...BROWSER, 'Idempotency-Key': 'once' };
  await client.post('/api/companies/select', { companyId: company.id }, headers);
  await client.post(
    '/api/user/preferences',
    { preferenceKey: 'timezone', preferenceValue: 'Europe/Oslo' },
    BROWSER,
  );
  await client.put('/api/user/preferences/timezone', { preferenceValue: 'Europe/Paris' }, BROWSER);
  const well = await addWell(client);
  await addLayer(client, well.id);
  const uploadURL = await uploadFile(client, 'wellCode,wellName,wellStatus,field,activeDate\r\nU-1,,,,\r\n');
  await client.post('/api/wells/mass-upload', { uploadURL, fileName: FILE_NAME }, BROWSER);
  return { client, company };
}

/** Personal data still found in rows that reference the person. Must be empty once they are anonymized or deleted. */
async function tracesOf({ userId, email }: SignedIn): Promise<string[]> {
  const rows = Object.values(await allRows())
    .flat()
    .map((row) => JSON.stringify(row));
  const text = rows.filter((row) => row.includes(userId)).join();
  const traces = [email, ...Object.values(BROWSER), 'Europe/Oslo', 'Europe/Paris', FILE_NAME];
  return traces.filter((trace) => text.includes(trace));
}

/** The statements from docs/operations.md that erase someone who can't sign in. */
function eraseStatements(userId: string): string[] {
  const section = operations.slice(operations.indexOf('**Erase someone who can'));
  const block = /(?:^ {4}.*\n)+/m.exec(section)![0];
  return block.replaceAll('USER-ID', userId).trim().split(';\n');
}

describe('GET /api/user/deletion-status', () => {
  it('returns the status of an active account', async () => {
    const response = await (await signIn()).get('/api/user/deletion-status');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ isDeleted: false, deletedAt: null, anonymizedAt: null });
    expect((await anonymous.get('/api/user/deletion-status')).status).toBe(401);
  });
});

describe('POST /api/user/soft-delete', () => {
  it('marks the account, effective from the next request', async () => {
    const { client, company } = await signInToNewCompany();
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const well = await addWell(client);
    const response = await client.post('/api/user/soft-delete');
    expect(response.status).toBe(200);
    const status = { isDeleted: true, deletedAt: expect.stringMatching(/Z$/), anonymizedAt: null };
    expect(await response.json()).toEqual(status);
    const calls = ['/api/wells', '/api/companies/user', '/api/user/preferences'];
    for (const path of calls) {
      const refused = await client.get(path);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ message: 'Account is marked for deletion' });
    }
    expect(await (await client.get('/api/user/deletion-status')).json()).toEqual(status);
    expect(await (await client.get('/api/auth/user')).json()).toMatchObject(status);
    // The company's data remain, as do name and email address.
    expect((await colleague.get(`/api/wells/${well.id}`)).status).toBe(200);
    expect(await userRow(client.userId)).toMatchObject({ email: client.email, first_name: 'Test' });
    expect(await auditOf(client.userId)).toMatchObject([
      { action: 'user.marked_for_deletion', userId: client.userId, newValues: { isDeleted: true } },
    ]);
  });

  it('changes nothing on a second request, at a sign-in, or through the body', async () => {
    const client = await signIn();
    await client.post('/api/user/soft-delete', { isDeleted: false, isAdmin: true, id: 'x', userId: 'x' });
    expect(await userRow(client.userId)).toMatchObject({ is_deleted: 1, is_admin: 0 });
    const before = await allRows();
    const again = await client.post('/api/user/soft-delete');
    expect(again.status).toBe(200);
    expect(await allRows()).toEqual(before);
    await signInAgain(client);
    expect(await userRow(client.userId)).toMatchObject({ is_deleted: 1, first_name: 'Real' });
    expect((await client.get('/api/companies/user')).status).toBe(403);
  });
});

describe('POST /api/user/anonymize', () => {
  it('has the same effect as the statements in docs/operations.md for someone who can’t sign in', async () => {
    await signIn({ isAdmin: true });
    const [{ client }, self, other] = [
      await personWithTraces(),
      await personWithTraces(),
      await personWithTraces(),
    ];
    expect(await tracesOf(client)).toHaveLength(6);
    const erase = () =>
      env.DB.batch(eraseStatements(client.userId).map((statement) => env.DB.prepare(statement)));
    await erase();
    await self.client.post('/api/user/anonymize');
    expect(await tracesOf(client)).toEqual([]);
    expect(await tracesOf(other.client)).toHaveLength(6);
    // Two people may differ only in their ids and timestamps.
    const rowsOf = async ({ userId }: SignedIn) =>
      Object.entries(await allRows())
        .filter(([table]) => !['audit_log', 'seal'].includes(table))
        .map(([table, rows]) => [table, rows.filter((row) => JSON.stringify(row).includes(userId)).length]);
    expect(await rowsOf(client)).toEqual(await rowsOf(self.client));
    const known = ['email', 'id', 'subject', 'selected_company_id'];
    const personOf = async ({ userId }: SignedIn) =>
      Object.entries((await userRow(userId))!)
        .filter(([column]) => !known.includes(column))
        .map(([column, value]) => [
          column,
          column.endsWith('_at') ? /^\d{4}-.*T.*\.\d{3}Z$/.test(`${value}`) : value,
        ]);
    expect(await personOf(client)).toEqual(await personOf(self.client));
    const entries = await rowsWhere(
      'audit_log',
      (row) => row.entity_id === client.userId && row.action === 'user.anonymized',
    );
    expect(entries).toHaveLength(1);
    const before = await allRows();
    await erase();
    expect(await allRows()).toEqual(before);
  });

  it('permanently removes everything that identifies the person', async () => {
    await signIn({ isAdmin: true });
    const [{ client }, other] = [await personWithTraces(), await personWithTraces()];
    await signInAgain(client);
    expect(await tracesOf(client)).toHaveLength(6);
    const history = await rowsWhere('audit_log', (row) => row.user_id === client.userId);
    const response = await client.send('/api/user/anonymize', { method: 'POST', headers: BROWSER });
    expect(response.status).toBe(200);
    const status = { isDeleted: true, deletedAt: expect.any(String), anonymizedAt: expect.any(String) };
    expect(await response.json()).toEqual(status);
    expect(await tracesOf(client)).toEqual([]);
    expect(await tracesOf(other.client)).toHaveLength(6);
    expect(await userRow(client.userId)).toMatchObject({
      email: expect.stringMatching(/^anonymized-[0-9a-f-]{36}@invalid$/),
      first_name: 'Anonymous',
      last_name: 'User',
      profile_image_url: null,
      is_deleted: 1,
    });
    // The audit log keeps every row and its user id.
    const kept = await rowsWhere('audit_log', (row) => row.user_id === client.userId);
    expect(kept.slice(0, -1).map(({ id, action, created_at }) => [id, action, created_at])).toEqual(
      history.map(({ id, action, created_at }) => [id, action, created_at]),
    );
    expect(kept.at(-1)).toMatchObject({ action: 'user.anonymized', ip_address: null, user_agent: null });
    expect(kept.find((row) => row.action === 'well.created')?.new_values).toContain('wellCode');
    const [upload] = await rowsWhere('mass_upload', (row) => row.user_id === client.userId);
    expect(upload).toMatchObject({ status: 'done', file_name: null, ip_address: null, user_agent: null });
    // Neither a second request nor a sign-in changes anything.
    const before = await allRows();
    expect((await client.post('/api/user/anonymize')).status).toBe(200);
    expect((await client.post('/api/user/soft-delete')).status).toBe(200);
    await signInAgain(client);
    expect(await allRows()).toEqual(before);
  });

  it('keeps the date of an earlier mark, and everyone else’s data', async () => {
    const { client } = await signInToNewCompany();
    const other = await personWithTraces();
    await client.post('/api/user/soft-delete');
    const marked = (await userRow(client.userId))?.deleted_at;
    const before = await allRows();
    expect(await (await client.post('/api/user/anonymize')).json()).toMatchObject({ deletedAt: marked });
    const after = await allRows();
    for (const table of [
      'company',
      'user_company',
      'well',
      'layer',
      'posting',
      'user_preference',
      'idempotency_key',
    ]) {
      expect(after[table]).toEqual(before[table]);
    }
    const of = (rows: unknown[] | undefined) =>
      rows?.filter((row) => (row as Row).user_id === other.client.userId);
    expect(of(after.audit_log)).toEqual(of(before.audit_log));
  });

  it('can be repeated under one key', async () => {
    const client = await signIn();
    const headers = { 'Idempotency-Key': 'anonymize' };
    const first = await (await client.post('/api/user/anonymize', {}, headers)).json();
    expect(await (await client.post('/api/user/anonymize', {}, headers)).json()).toEqual(first);
  });
});

describe('DELETE /api/user/permanent', () => {
  it('removes the account and all its sessions', async () => {
    const { client, company } = await personWithTraces();
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const companyRows = async () => {
      const { well, layer, posting, movement } = await allRows();
      return { well, layer, posting, movement };
    };
    const before = await companyRows();
    const response = await client.send('/api/user/permanent', { method: 'DELETE', headers: BROWSER });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(await userRow(client.userId)).toBeUndefined();
    for (const table of ['user_company', 'user_preference', 'idempotency_key']) {
      expect(await rowsWhere(table, (row) => row.user_id === client.userId)).toEqual([]);
    }
    expect(await tracesOf(client)).toEqual([]);
    expect(await companyRows()).toEqual(before);
    expect(await auditOf(client.userId)).toMatchObject([
      { action: 'company.selected' },
      {
        action: 'user.deleted',
        userId: client.userId,
        oldValues: { userCompanies: [{ companyId: company.id, role: 'admin' }] },
      },
    ]);
    expect(((await (await colleague.get('/api/wells')).json()) as unknown[]).length).toBe(1);
    expect((await client.delete('/api/user/permanent')).status).toBe(401);
    expect((await client.get('/api/logout')).status).toBe(302);
  });

  it('is available to accounts that are already marked or anonymized', async () => {
    for (const path of ['soft-delete', 'anonymize']) {
      const client = await signIn();
      await client.post(`/api/user/${path}`);
      expect((await client.delete('/api/user/permanent')).status).toBe(204);
      expect(await userRow(client.userId)).toBeUndefined();
    }
  });

  it('treats a returning person as a new user, unknown to earlier sessions', async () => {
    const company = await makeCompany();
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const elsewhere = await createSession({ env, now: new Date() }, { userId: client.userId, idToken: null });
    const elsewhereCookie = { Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(elsewhere)))}` };
    expect((await anonymous.get('/api/auth/user', elsewhereCookie)).status).toBe(200);
    await client.delete('/api/user/permanent');
    expect((await anonymous.get('/api/auth/user', elsewhereCookie)).status).toBe(401);
    const userId = await signInAgain(client, { emailVerified: false });
    expect(userId).not.toBe(client.userId);
    expect(await userRow(client.userId)).toBeUndefined();
    expect(await userRow(userId)).toMatchObject({ email: client.email, is_admin: 0, is_deleted: 0 });
    expect(await rowsWhere('user_company', (row) => row.user_id === userId)).toEqual([]);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await anonymous.get('/api/auth/user', elsewhereCookie)).status).toBe(401);
    const fresh = await createSession({ env, now: new Date() }, { userId, idToken: null });
    const freshCookie = { Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(fresh)))}` };
    expect(await (await anonymous.get('/api/auth/user', freshCookie)).json()).toMatchObject({
      userCompanies: [],
    });
  });
});

describe.each(WRITES)('%s %s', (...call) => {
  it('requires a signed-in user and a same-origin request', async () => {
    const before = await allRows();
    expect((await anonymous.send(call[1], { method: call[0] })).status).toBe(401);
    expect(await allRows()).toEqual(before);
    const client = await signIn();
    const there = await allRows();
    const foreign = await client.send(call[1], {
      method: call[0],
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(await allRows()).toEqual(there);
  });

  it('changes nothing if its audit row can’t be written', async () => {
    const { client } = await personWithTraces();
    const before = await allRows();
    const response = await whileInsertsFail('audit_log', () => take(client, call));
    expect(response.status).toBe(500);
    expect(await allRows()).toEqual(before);
    expect((await client.get('/api/wells')).status).toBe(200);
  });

  it('keeps the last active system administrator', async () => {
    await env.DB.prepare('update user set is_admin = 0').run();
    const client = await signIn({ isAdmin: true });
    const elsewhere = await openSession(client.userId);
    const gone = await signIn({ isAdmin: true, isDeleted: true });
    const before = await allRows();
    const response = await take(client, call);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: LAST_ADMIN });
    expect(await allRows()).toEqual(before);
    for (const session of [client, elsewhere]) {
      expect((await session.get('/api/admin/users')).status).toBe(200);
    }
    // An administrator marked for deletion doesn't count.
    expect((await take(gone, call)).ok).toBe(true);
  });

  it('lets only one of the last two administrators leave when both ask at the same time', async () => {
    await env.DB.prepare('update user set is_admin = 0').run();
    const both = [await signIn({ isAdmin: true }), await signIn({ isAdmin: true })];
    const answers = await Promise.all(both.map((client) => take(client, call)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([call[0] === 'POST' ? 200 : 204, 409]);
    expect(await rowsWhere('user', (row) => row.is_admin === 1 && row.is_deleted === 0)).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('allows removing only the traces of a person who is anonymized or deleted', async () => {
    const { client } = await personWithTraces();
    const update = (set: string) =>
      env.DB.prepare(`update audit_log set ${set} where user_id = ?`).bind(client.userId).run();
    const refused = /append-only/;
    await expect(update('ip_address = null, user_agent = null')).rejects.toThrow(refused);
    await client.delete('/api/user/permanent');
    for (const set of [
      `ip_address = '1'`,
      `user_agent = 'x'`,
      'old_values = null, new_values = null',
      `action = 'x'`,
      `created_at = ''`,
      `user_id = 'somebody'`,
      'company_id = null',
      `entity_id = 'x'`,
      'id = id + 1000000',
    ]) {
      await expect(update(set), set).rejects.toThrow(refused);
    }
    await expect(
      env.DB.prepare('delete from audit_log where user_id = ?').bind(client.userId).run(),
    ).rejects.toThrow(refused);
    // System entries are nobody's personal data.
    await env.DB.prepare(
      "insert into audit_log (user_id, action, entity_type, entity_id, created_at) values ('system', 'x', 'x', 'x', '')",
    ).run();
    await expect(
      env.DB.prepare(`update audit_log set ip_address = null where user_id = 'system'`).run(),
    ).rejects.toThrow(refused);
  });
});
