import { describe, expect, it } from 'vitest';
import type { MemberView } from '~/schemas/people/people-views';
import { allRows } from '../../support/tables';
import { makeCompany, signIn, signInToNewCompany } from '../../support/worker';

const pathOf = (companyId: string) => `/api/companies/${companyId}/members`;

describe('the companies of a person', () => {
  it('are in natural name order, for the user and for administrators', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const companies = await Promise.all(
      ['Unit 10', 'zeta', 'Unit 2', 'Alpha', 'beta'].map((name) => makeCompany({ name: `${name} ${mark}` })),
    );
    const person = await signIn({
      memberships: companies.map(({ id }) => ({ companyId: id, role: 'viewer' })),
    });
    const ordered = ['Alpha', 'beta', 'Unit 2', 'Unit 10', 'zeta'].map((name) => `${name} ${mark}`);
    const own = (await (await person.get('/api/auth/user')).json()) as { userCompanies: { name: string }[] };
    expect(own.userCompanies.map(({ name }) => name)).toEqual(ordered);
    const admin = await signIn({ isAdmin: true });
    const users = (await (await admin.get(`/api/admin/users?search=${person.userId}`)).json()) as {
      userCompanies: { company: { name: string } }[];
    }[];
    expect(users[0]?.userCompanies.map(({ company }) => company.name)).toEqual(ordered);
  });
});

describe('GET /api/companies/{companyId}/members', () => {
  it('lists the company’s members by name, and nobody else', async () => {
    const company = await makeCompany();
    const join = (
      firstName: string | null,
      lastName: string | null,
      email: string,
      role: 'viewer' | 'admin',
    ) => signIn({ firstName, lastName, email, memberships: [{ companyId: company.id, role }] });
    const id = company.id.slice(0, 8);
    const zoe = await join('Zoë', 'Berg', `z-${id}@example.com`, 'admin');
    const adam = await join('adam', null, `a-${id}@example.com`, 'viewer');
    const mail = await join(null, null, `mail-${id}@example.com`, 'viewer');
    await signInToNewCompany();
    const response = await zoe.get(pathOf(company.id));
    expect(response.status).toBe(200);
    const createdAt = expect.any(String);
    expect((await response.json()) as MemberView[]).toEqual([
      {
        userId: adam.userId,
        firstName: 'adam',
        lastName: null,
        email: adam.email,
        emailVerified: true,
        role: 'viewer',
        createdAt,
      },
      {
        userId: mail.userId,
        firstName: null,
        lastName: null,
        email: mail.email,
        emailVerified: true,
        role: 'viewer',
        createdAt,
      },
      {
        userId: zoe.userId,
        firstName: 'Zoë',
        lastName: 'Berg',
        email: zoe.email,
        emailVerified: true,
        role: 'admin',
        createdAt,
      },
    ]);
  });

  it('is restricted to the company’s admins, read-only', async () => {
    const { client, company } = await signInToNewCompany();
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const other = await signInToNewCompany();
    const before = await allRows();
    expect((await viewer.get(pathOf(company.id))).status).toBe(403);
    expect((await client.get(pathOf(other.company.id))).status).toBe(404);
    expect((await client.put(pathOf(company.id), { role: 'viewer' })).status).toBe(405);
    expect(await allRows()).toEqual(before);
  });
});
