import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { userCompany } from '#db/schema';
import { selectCompany } from '~/services/people/user.server';
import type { UserContext } from '~/services/platform/context.server';
import { contextInterrupted } from '../../support/layers';
import { allRows, auditOf } from '../../support/tables';
import { anonymous, db, makeCompany, signIn } from '../../support/worker';

type Created = { id: string; name: string; code: string };

describe('POST /api/admin/companies', () => {
  it('creates a company and audits it', async () => {
    const admin = await signIn({ isAdmin: true });
    const response = await admin.post('/api/admin/companies', {
      name: ' Prairie ',
      code: 'PRX',
      description: '',
    });
    expect(response.status).toBe(201);
    const company = (await response.json()) as Created;
    expect(company).toMatchObject({
      name: 'Prairie',
      code: 'PRX',
      description: null,
      customFieldTemplates: [],
    });
    expect(await auditOf(company.id)).toMatchObject([
      { action: 'company.created', companyId: company.id, userId: admin.userId },
    ]);
  });

  it.each([
    [{ name: '', code: 'X' }, 'name', 'Company name is required'],
    [{ name: 'X', code: ' ' }, 'code', 'Company code is required'],
    [{ name: 'X', code: 'C'.repeat(21) }, 'code', 'Use 20 characters or fewer'],
  ])('rejects %j', async (body, field, message) => {
    const admin = await signIn({ isAdmin: true });
    const before = await allRows();
    const response = await admin.post('/api/admin/companies', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, errors: { [field]: [message] } });
    expect(await allRows()).toEqual(before);
  });

  it('refuses a code that exists in another case', async () => {
    const admin = await signIn({ isAdmin: true });
    await makeCompany({ code: 'Dup' });
    const response = await admin.post('/api/admin/companies', { name: 'Again', code: 'dUP' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: 'Company code "dUP" already exists' });
  });
});

describe('PUT /api/admin/companies/{companyId}', () => {
  it('changes a company’s name and code and audits it; the same values again change nothing', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany({ code: 'NOTHERN' });
    const path = `/api/admin/companies/${company.id}`;
    const names = { name: ' Northern Shelf ', code: 'NSP', description: 'Formerly Nothern' };
    const response = await admin.put(path, names);
    expect(response.status).toBe(200);
    const renamed = { name: 'Northern Shelf', code: 'NSP', description: 'Formerly Nothern' };
    expect(await response.json()).toMatchObject({ id: company.id, ...renamed });
    await admin.put(path, names);
    expect(await auditOf(company.id)).toMatchObject([
      {
        action: 'company.updated',
        companyId: company.id,
        userId: admin.userId,
        oldValues: { name: company.name, code: 'NOTHERN', description: null },
        newValues: renamed,
      },
    ]);
    // The old code is free again, and the new one is taken.
    await makeCompany({ code: 'nothern' });
    expect((await admin.post('/api/admin/companies', { name: 'X', code: 'nsp' })).status).toBe(409);
  });

  it('rejects another company’s code, and an unknown company', async () => {
    const admin = await signIn({ isAdmin: true });
    const [company, other] = [await makeCompany(), await makeCompany({ code: 'Taken' })];
    const before = await allRows();
    const refused = await admin.put(`/api/admin/companies/${company.id}`, { name: 'X', code: 'tAKEN' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: 'Company code "tAKEN" already exists',
      errors: { code: ['Company code "tAKEN" already exists'] },
    });
    expect((await admin.put(`/api/admin/companies/${other.id}`, { name: '', code: 'Y' })).status).toBe(400);
    expect((await admin.put('/api/admin/companies/nowhere', { name: 'X', code: 'Y' })).status).toBe(404);
    expect(await allRows()).toEqual(before);
  });
});

describe('POST /api/admin/users/{userId}/companies', () => {
  it('makes a user a member, as viewer by default', async () => {
    const [admin, person, company] = [await signIn({ isAdmin: true }), await signIn(), await makeCompany()];
    const response = await admin.post(`/api/admin/users/${person.userId}/companies`, {
      companyId: company.id,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      userId: person.userId,
      companyId: company.id,
      role: 'viewer',
    });
    // The old session sees it at its next request, and the only company is selected automatically.
    expect(await (await person.get('/api/auth/user')).json()).toMatchObject({
      userCompanies: [{ id: company.id, role: 'viewer' }],
      selectedCompanyId: company.id,
      needsCompanySelection: false,
    });
  });

  it('rejects a second membership, unknown ids and unknown roles', async () => {
    const [admin, company] = [await signIn({ isAdmin: true }), await makeCompany()];
    const person = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const before = await allRows();
    const add = async (userId: string, body: unknown) =>
      (await admin.post(`/api/admin/users/${userId}/companies`, body)).status;
    expect(await add(person.userId, { companyId: company.id, role: 'admin' })).toBe(409);
    expect(await add('nobody', { companyId: company.id })).toBe(404);
    expect(await add(person.userId, { companyId: 'none' })).toBe(404);
    expect(await add(person.userId, { companyId: company.id, role: 'owner' })).toBe(400);
    expect(await add(person.userId, {})).toBe(400);
    expect(await allRows()).toEqual(before);
  });

  it('is restricted to system administrators', async () => {
    const company = await makeCompany();
    const member = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const before = await allRows();
    for (const [client, status] of [
      [anonymous, 401],
      [member, 403],
    ] as const) {
      expect((await client.post('/api/admin/companies', { name: 'X', code: 'X' })).status).toBe(status);
      const path = `/api/admin/users/${member.userId}/companies`;
      expect((await client.post(path, { companyId: company.id, role: 'admin' })).status).toBe(status);
    }
    expect(await allRows()).toEqual(before);
  });
});

describe('company selection', () => {
  it('is needed with several companies or none', async () => {
    const [first, second] = [await makeCompany({ name: 'B' }), await makeCompany({ name: 'A' })];
    const memberships = [first, second].map((company) => ({
      companyId: company.id,
      role: 'viewer' as const,
    }));
    const several = await signIn({ memberships, selectedCompanyId: null });
    expect(await (await several.get('/api/auth/user')).json()).toMatchObject({
      needsCompanySelection: true,
      selectedCompanyId: null,
    });
    expect(await (await several.get('/api/companies/user')).json()).toEqual([
      { ...second, role: 'viewer' },
      { ...first, role: 'viewer' },
    ]);
    const selected = await several.post('/api/companies/select', { companyId: first.id });
    expect(await selected.json()).toMatchObject({
      needsCompanySelection: false,
      selectedCompanyId: first.id,
    });
    expect(await (await several.get('/api/auth/user')).json()).toMatchObject({ selectedCompanyId: first.id });
    const nobodys = await signIn();
    expect(await (await nobodys.get('/api/auth/user')).json()).toMatchObject({
      needsCompanySelection: true,
      userCompanies: [],
    });
  });

  it('rejects a company that isn’t the user’s with the same message, whether it exists or not', async () => {
    const [mine, other] = [await makeCompany(), await makeCompany()];
    const client = await signIn({ memberships: [{ companyId: mine.id, role: 'admin' }] });
    const before = await allRows();
    for (const companyId of [other.id, 'none']) {
      const response = await client.post('/api/companies/select', { companyId });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ message: 'You are not a member of this company' });
    }
    const blank = await client.post('/api/companies/select', {});
    expect(await blank.json()).toMatchObject({ message: 'Please select a company' });
    expect(await allRows()).toEqual(before);
  });

  it('rejects a company that the user was just removed from', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()];
    const memberships = [first, second].map(({ id }) => ({ companyId: id, role: 'admin' as const }));
    const client = await signIn({ memberships });
    const interrupted = contextInterrupted(client, second.id, async () => {
      await db.delete(userCompany).where(eq(userCompany.companyId, second.id));
    });
    const asRead = { id: client.userId, selectedCompanyId: first.id, userCompanies: [first, second] };
    const ctx = { ...interrupted, actor: { kind: 'user', user: asRead } } as unknown as UserContext;
    await expect(selectCompany(ctx, second.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You are not a member of this company',
    });
    expect(await (await client.get('/api/auth/user')).json()).toMatchObject({ selectedCompanyId: first.id });
    expect(await auditOf(client.userId)).toEqual([]);
  });
});

describe('from nothing to a first well using only the API', () => {
  it('works for a new system administrator', async () => {
    const admin = await signIn({ isAdmin: true });
    const me = (await (await admin.get('/api/auth/user')).json()) as { id: string };
    const company = (await (
      await admin.post('/api/admin/companies', { name: 'First', code: 'FST' })
    ).json()) as Created;
    await admin.post(`/api/admin/users/${me.id}/companies`, { companyId: company.id, role: 'admin' });
    await admin.post('/api/companies/select', { companyId: company.id });
    const well = {
      wellCode: '1',
      wellName: 'First',
      wellStatus: 'Active',
      field: 'F',
      activeDate: '2020-01-01',
    };
    expect((await admin.post('/api/wells', well)).status).toBe(201);
  });
});
