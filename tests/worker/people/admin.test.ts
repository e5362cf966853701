import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { addLayer, addWell, whileInsertsFail } from '../../support/layers';
import { allRows, auditOf } from '../../support/tables';
import { anonymous, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const statusOf = (answers: Response[]) => answers.map((answer) => answer.status).sort();
const me = async (client: SignedIn) => (await client.get('/api/auth/user')).json();

/** Makes this administrator the only one. */
async function soleAdmin(): Promise<SignedIn> {
  await env.DB.prepare('update user set is_admin = 0').run();
  return signIn({ isAdmin: true });
}

describe('DELETE /api/admin/companies/{companyId}', () => {
  it('deletes the company and its memberships, and keeps them in the audit log', async () => {
    const admin = await signIn({ isAdmin: true });
    const [gone, kept] = [await makeCompany(), await makeCompany()];
    const person = await signIn({
      memberships: [
        { companyId: gone.id, role: 'admin' },
        { companyId: kept.id, role: 'viewer' },
      ],
    });
    const before = await allRows();
    const response = await admin.delete(`/api/admin/companies/${gone.id}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
    const after = await allRows();
    const others = (rows: unknown[] | undefined) =>
      rows?.filter(
        (row) => ![(row as { id: string }).id, (row as { company_id: string }).company_id].includes(gone.id),
      );
    expect(others(after.company)).toEqual(others(before.company));
    expect(after.user_company).toEqual(others(before.user_company));
    expect(await auditOf(gone.id)).toMatchObject([
      {
        action: 'company.deleted',
        userId: admin.userId,
        companyId: gone.id,
        oldValues: {
          company: { id: gone.id, name: gone.name, code: gone.code },
          userCompanies: [{ userId: person.userId, role: 'admin' }],
        },
      },
    ]);
    // The selection is dropped too: the only company left is selected automatically, and the list omits the deleted one.
    expect(await me(person)).toMatchObject({
      userCompanies: [{ id: kept.id }],
      selectedCompanyId: kept.id,
      needsCompanySelection: false,
    });
    const answer = await person.get('/api/wells', { 'X-Company-Id': gone.id });
    expect(answer.status).toBe(409);
    expect((await admin.delete(`/api/admin/companies/${gone.id}`)).status).toBe(404);
  });

  it('creates a company with the chosen accretion method, or the simple one by default', async () => {
    const admin = await signIn({ isAdmin: true });
    const path = '/api/admin/companies';
    const make = async (given: object) => {
      const code = crypto.randomUUID().slice(0, 8);
      const made = await admin.post(path, { name: 'Made', code, ...given });
      if (made.status !== 201) return made.status;
      const { id } = (await made.json()) as { id: string };
      const row = env.DB.prepare('select accretion_method as method from company where id = ?').bind(id);
      return row.first('method');
    };
    expect(await make({ accretionMethod: 'effective' })).toBe('effective');
    expect(await make({})).toBe('simple');
    expect(await make({ accretionMethod: 'monthly' })).toBe(400);
  });

  it('hides the company everywhere and frees its code', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const person = await signIn();
    expect((await admin.delete(`/api/admin/companies/${company.id}`)).status).toBe(204);
    const list = async (query: string) =>
      ((await (await admin.get(`/api/admin/companies${query}`)).json()) as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await list('')).not.toContain(company.id);
    expect(await list(`?search=${company.code}`)).toEqual([]);
    const path = `/api/admin/users/${person.userId}/companies`;
    expect((await admin.post(path, { companyId: company.id })).status).toBe(404);
    const again = await admin.post('/api/admin/companies', { name: 'Again', code: company.code });
    expect(again.status).toBe(201);
    expect(await list(`?search=${company.code}`)).toEqual([((await again.json()) as { id: string }).id]);
    // A stray membership in a deleted company grants no access.
    await env.DB.prepare(
      "insert into user_company (id, user_id, company_id, role, created_at) values (?1, ?2, ?3, 'admin', '2026-01-01T00:00:00.000Z')",
    )
      .bind(crypto.randomUUID(), person.userId, company.id)
      .run();
    expect(await me(person)).toMatchObject({ userCompanies: [], needsCompanySelection: true });
    expect((await person.get('/api/wells')).status).toBe(400);
  });

  it('rejects a company with wells, with or without ARO data', async () => {
    const admin = await signIn({ isAdmin: true });
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    for (const withLayer of [false, true]) {
      if (withLayer) await addLayer(client, well.id);
      const before = await allRows();
      const response = await admin.delete(`/api/admin/companies/${company.id}`);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        message: 'This company has wells or ARO data and can’t be deleted',
      });
      expect(await allRows()).toEqual(before);
    }
    await client.delete(`/api/wells/${well.id}`);
    expect((await admin.delete(`/api/admin/companies/${company.id}`)).status).toBe(204);
  });

  it('never loses a well that is added at the same moment', async () => {
    const admin = await signIn({ isAdmin: true });
    const { client, company } = await signInToNewCompany();
    const [added, deleted] = await Promise.all([
      client.post('/api/wells', {
        wellCode: '1',
        wellName: 'N',
        wellStatus: 'Active',
        field: 'F',
        activeDate: '2020-01-01',
      }),
      admin.delete(`/api/admin/companies/${company.id}`),
    ]);
    const { company: companies, well } = await allRows();
    const isThere = companies?.some((row) => {
      const { id, deleted_at } = row as { id: string; deleted_at: string | null };
      return id === company.id && deleted_at === null;
    });
    const wells = well?.filter((row) => (row as { company_id: string }).company_id === company.id);
    expect(isThere).toBe(deleted.status === 409);
    expect(wells).toHaveLength(added.status === 201 ? 1 : 0);
    expect(added.status === 201 && deleted.status === 204).toBe(false);
  });
});

describe('DELETE /api/admin/users/{userId}/companies/{companyId}', () => {
  it('ends the membership, effective at the next request', async () => {
    const admin = await signIn({ isAdmin: true });
    const [company, other] = [await makeCompany(), await makeCompany()];
    const person = await signIn({
      memberships: [
        { companyId: company.id, role: 'admin' },
        { companyId: other.id, role: 'viewer' },
      ],
    });
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect((await person.get('/api/wells')).status).toBe(200);
    const path = `/api/admin/users/${person.userId}/companies/${company.id}`;
    const response = await admin.delete(path);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await person.post('/api/companies/select', { companyId: company.id })).status).toBe(403);
    expect(await me(person)).toMatchObject({
      userCompanies: [{ id: other.id }],
      selectedCompanyId: other.id,
    });
    expect((await colleague.get('/api/wells')).status).toBe(200);
    const { results } = await env.DB.prepare(
      `select action, user_id, old_values from audit_log where company_id = ? and entity_type = 'user_company'`,
    )
      .bind(company.id)
      .all<Record<string, string>>();
    expect(results).toMatchObject([{ action: 'member.removed', user_id: admin.userId }]);
    expect(JSON.parse(results[0]!.old_values!)).toMatchObject({ userId: person.userId, role: 'admin' });
    // Added back as a viewer, the user has no company selected until they choose one.
    await admin.post(`/api/admin/users/${person.userId}/companies`, {
      companyId: company.id,
      role: 'viewer',
    });
    expect(await me(person)).toMatchObject({ selectedCompanyId: null, needsCompanySelection: true });
    expect((await person.get('/api/wells')).status).toBe(400);
    const twice = await Promise.all([admin.delete(path), admin.delete(path)]);
    expect(statusOf(twice)).toEqual([204, 404]);
  });

  it('applies a role change at the next request', async () => {
    const admin = await signIn({ isAdmin: true });
    const { client, company } = await signInToNewCompany('admin');
    await addWell(client);
    const path = `/api/admin/users/${client.userId}/companies`;
    await admin.delete(`${path}/${company.id}`);
    const before = await allRows();
    expect((await client.get('/api/wells')).status).toBe(400);
    expect(await allRows()).toEqual(before);
    await admin.post(path, { companyId: company.id, role: 'viewer' });
    expect((await client.get('/api/wells')).status).toBe(200);
    expect((await client.post('/api/wells', {})).status).toBe(403);
  });

  it('returns 404 for non-members and unknown ids', async () => {
    const [admin, person, company] = [await signIn({ isAdmin: true }), await signIn(), await makeCompany()];
    const before = await allRows();
    for (const [userId, companyId] of [
      [person.userId, company.id],
      ['nobody', company.id],
      [person.userId, 'none'],
    ]) {
      const response = await admin.delete(`/api/admin/users/${userId}/companies/${companyId}`);
      expect(response.status).toBe(404);
    }
    expect(await allRows()).toEqual(before);
  });
});

describe('PUT /api/admin/users/{userId}/admin', () => {
  it('grants and revokes, effective at the next request', async () => {
    const [admin, person] = [await signIn({ isAdmin: true }), await signIn()];
    const path = `/api/admin/users/${person.userId}/admin`;
    expect((await person.get('/api/admin/users')).status).toBe(403);
    const granted = await admin.put(path, { isAdmin: true });
    expect(granted.status).toBe(200);
    expect(await granted.json()).toMatchObject({ id: person.userId, email: person.email, isAdmin: true });
    expect((await person.get('/api/admin/users')).status).toBe(200);
    expect(await (await admin.put(path, { isAdmin: false })).json()).toMatchObject({ isAdmin: false });
    expect((await person.get('/api/admin/users')).status).toBe(403);
    expect(await auditOf(person.userId)).toEqual([
      {
        action: 'user.admin_granted',
        userId: admin.userId,
        companyId: null,
        oldValues: { isAdmin: false },
        newValues: { isAdmin: true },
      },
      expect.objectContaining({ action: 'user.admin_revoked' }),
    ]);
    const log = await admin.get(`/api/admin/audit-logs?entityId=${person.userId}`);
    // The security log shows the person’s name, because an id means nothing to an administrator.
    expect(await log.json()).toMatchObject([{ concerned: 'Test Person' }, { concerned: 'Test Person' }]);
    // Setting the current value changes nothing.
    const before = await allRows();
    expect((await admin.put(path, { isAdmin: false })).status).toBe(200);
    expect(await allRows()).toEqual(before);
  });

  it.each([{}, { isAdmin: 'true' }, { isAdmin: 1 }, { isAdmin: null }])('rejects %j', async (body) => {
    const [admin, person] = [await signIn({ isAdmin: true }), await signIn()];
    const before = await allRows();
    expect((await admin.put(`/api/admin/users/${person.userId}/admin`, body)).status).toBe(400);
    expect((await admin.put('/api/admin/users/nobody/admin', { isAdmin: true })).status).toBe(404);
    expect(await allRows()).toEqual(before);
  });

  it('keeps the last active administrator', async () => {
    const admin = await soleAdmin();
    await signIn({ isAdmin: true, isDeleted: true });
    const before = await allRows();
    const response = await admin.put(`/api/admin/users/${admin.userId}/admin`, { isAdmin: false });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('At least one system administrator'),
    });
    expect(await allRows()).toEqual(before);
  });

  it('lets only one of the last two administrators go when they revoke each other at the same time', async () => {
    const first = await soleAdmin();
    const second = await signIn({ isAdmin: true });
    const revoke = (by: SignedIn, of: SignedIn) =>
      by.put(`/api/admin/users/${of.userId}/admin`, { isAdmin: false });
    const answers = await Promise.all([revoke(first, second), revoke(second, first)]);
    const left = await env.DB.prepare('select count(*) as n from user where is_admin').first<{ n: number }>();
    expect(left?.n).toBe(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });
});

describe('every admin API call', () => {
  const CALLS = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/companies'],
    ['GET', '/api/admin/wells'],
    ['GET', '/api/admin/aro-layers'],
    ['GET', '/api/admin/accretion-records'],
    ['DELETE', '/api/admin/companies/{company}'],
    ['DELETE', '/api/admin/users/{user}/companies/{company}'],
    ['PUT', '/api/admin/users/{user}/admin'],
  ] as const;

  it.each(CALLS)('%s %s is restricted to active system administrators', async (method, template) => {
    const { client, company } = await signInToNewCompany();
    const path = template.replace('{company}', company.id).replace('{user}', client.userId);
    const deleted = await signIn({ isAdmin: true, isDeleted: true });
    const before = await allRows();
    for (const [caller, status] of [
      [anonymous, 401],
      [client, 403],
      [deleted, 403],
    ] as const) {
      const init =
        method === 'PUT' ? { body: '{"isAdmin":true}', headers: { 'Content-Type': 'application/json' } } : {};
      expect((await caller.send(path, { method, ...init })).status).toBe(status);
    }
    expect(await allRows()).toEqual(before);
  });

  it('writes nothing that its schema does not name', async () => {
    const [admin, person, company] = [await signIn({ isAdmin: true }), await signIn(), await makeCompany()];
    const extra = {
      id: 'x',
      userId: admin.userId,
      email: 'x@example.com',
      isDeleted: true,
      selectedCompanyId: company.id,
    };
    const before = await allRows();
    await admin.put(`/api/admin/users/${person.userId}/admin`, { ...extra, isAdmin: true });
    const after = await allRows();
    const changed = after.user?.filter(
      (row, index) => JSON.stringify(row) !== JSON.stringify(before.user?.[index]),
    );
    expect(changed).toMatchObject([
      { id: person.userId, email: person.email, is_admin: 1, is_deleted: 0, selected_company_id: null },
    ]);
  });

  it('changes nothing if its audit row can’t be written', async () => {
    const [admin, company] = [await signIn({ isAdmin: true }), await makeCompany()];
    const person = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const before = await allRows();
    const answers = await whileInsertsFail('audit_log', () =>
      Promise.all([
        admin.delete(`/api/admin/companies/${company.id}`),
        admin.delete(`/api/admin/users/${person.userId}/companies/${company.id}`),
        admin.put(`/api/admin/users/${person.userId}/admin`, { isAdmin: true }),
      ]),
    );
    expect(answers.map((answer) => answer.status)).toEqual([500, 500, 500]);
    expect(await allRows()).toEqual(before);
  });

  it('rejects a page of another site', async () => {
    const [admin, company] = [await signIn({ isAdmin: true }), await makeCompany()];
    const before = await allRows();
    const response = await admin.delete(`/api/admin/companies/${company.id}`, {
      Origin: 'https://evil.example',
    });
    expect(response.status).toBe(403);
    expect(await allRows()).toEqual(before);
  });
});
