import { describe, expect, it } from 'vitest';
import type { AdminCompanyView, AdminUserView } from '~/schemas/people/admin';
import { makeCompany, type SignedIn, signIn } from '../../support/worker';

const usersOf = async (response: Response) => (await response.json()) as AdminUserView[];
const companiesOf = async (response: Response) => (await response.json()) as AdminCompanyView[];

describe('GET /api/admin/users', () => {
  it('returns every field of every user, with their companies', async () => {
    const admin = await signIn({ isAdmin: true, firstName: null });
    const [first, second] = [await makeCompany({ name: 'Zeta' }), await makeCompany({ name: 'Alpha' })];
    const person = await signIn({
      memberships: [
        { companyId: first.id, role: 'viewer' },
        { companyId: second.id, role: 'admin' },
      ],
    });
    const response = await admin.get('/api/admin/users');
    expect(response.status).toBe(200);
    const users = await usersOf(response);
    expect(response.headers.get('X-Total-Count')).toBe(String(users.length));
    expect(users.map((user) => user.email)).toEqual(users.map((user) => user.email).sort());
    expect(users.find((user) => user.id === person.userId)).toEqual({
      id: person.userId,
      email: person.email,
      emailVerified: true,
      firstName: 'Test',
      lastName: 'Person',
      profileImageUrl: null,
      selectedCompanyId: first.id,
      isAdmin: false,
      isDeleted: false,
      deletedAt: null,
      anonymizedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      userCompanies: [
        { ...membership(person, second.id, 'admin'), company: second },
        { ...membership(person, first.id, 'viewer'), company: first },
      ],
    });
    expect(users.find((user) => user.id === admin.userId)).toMatchObject({
      isAdmin: true,
      firstName: null,
      userCompanies: [],
    });
  });

  it('pages and searches by name, email address and id, in every alphabet', async () => {
    const admin = await signIn({ isAdmin: true });
    const mark = crypto.randomUUID().slice(0, 8);
    const [a, b, c] = [
      await signIn({ firstName: 'Øyvind', lastName: mark, email: `a-${mark}@example.com` }),
      await signIn({ firstName: null, lastName: null, email: `b-${mark}@example.com` }),
      await signIn({ firstName: mark, lastName: 'x', email: `c-${mark}@example.com` }),
    ];
    const company = await makeCompany();
    await admin.post(`/api/admin/users/${c.userId}/companies`, { companyId: company.id });
    const first = await admin.get(`/api/admin/users?search=${mark.toUpperCase()}&limit=2`);
    expect((await usersOf(first)).map((user) => user.id)).toEqual([a.userId, b.userId]);
    expect(first.headers.get('X-Total-Count')).toBe('3');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1];
    const second = await admin.get(next!);
    expect(await usersOf(second)).toMatchObject([{ id: c.userId, userCompanies: [{ company }] }]);
    expect(second.headers.get('Link')).toBeNull();
    const byName = await usersOf(
      await admin.get(`/api/admin/users?search=${encodeURIComponent(`øYVIND ${mark}`)}`),
    );
    expect(byName.map((user) => user.id)).toEqual([a.userId]);
    expect(await usersOf(await admin.get(`/api/admin/users?search=${b.userId}`))).toMatchObject([
      { id: b.userId },
    ]);
    expect(await usersOf(await admin.get('/api/admin/users?search=%25'))).toEqual([]);
  });

  it.each(['limit=0', 'limit=x', 'limit=5001', 'cursor=!', 'cursor=WzEsMl0'])(
    'rejects ?%s',
    async (query) => {
      const admin = await signIn({ isAdmin: true });
      for (const list of ['users', 'companies', 'wells', 'aro-layers', 'accretion-records']) {
        const response = await admin.get(`/api/admin/${list}?limit=5&${query}`);
        expect(response.status, list).toBe(400);
      }
    },
  );
});

describe('the users panel', () => {
  const panel = async (admin: SignedIn, search: string) =>
    (await (await admin.get(`/admin?search=${encodeURIComponent(search)}`)).text()).replaceAll(
      '<!-- -->',
      '',
    );

  it('has a count, columns, badges and placeholders for missing values', async () => {
    const admin = await signIn({ isAdmin: true });
    const nameless = await signIn({ firstName: null, lastName: null });
    const [one, other] = [await makeCompany(), await makeCompany()];
    const member = await signIn({
      memberships: [
        { companyId: one.id, role: 'admin' },
        { companyId: other.id, role: 'admin' },
      ],
    });
    expect(await panel(admin, '')).toMatch(/>\d+ users</);

    const page = await panel(admin, nameless.email);
    const headings = [...page.matchAll(/<th scope="col".*?<\/th>/gs)].map(([it]) =>
      it.replace(/<[^>]*>/g, ''),
    );
    expect(headings).toEqual(['User', 'Email', 'Admin', 'Companies', 'Actions']);
    expect(page).toContain('1 user found');
    const badges = (html: string) => html.match(/>(User|Admin)<\/span>/g);
    const rows = page.slice(page.indexOf('<tbody'), page.indexOf('</tbody>'));
    const texts = rows.replace(/<[^>]*>/g, '|');
    for (const text of ['No name', nameless.userId, 'No companies']) expect(texts).toContain(text);
    expect(badges(rows)).toEqual(['>User</span>']);

    expect((await panel(admin, member.email)).match(/ \(admin\)</g)).toHaveLength(2);
    const own = await panel(admin, admin.email);
    expect(badges(own.slice(own.indexOf('<tbody')))).toEqual(['>Admin</span>']);
    expect(await panel(admin, 'nobody at all')).toContain('No users match your search.');
  });

  it('turns away users who aren’t administrators, with a link back', async () => {
    const company = await makeCompany();
    const member = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const response = await member.get('/admin');
    expect(response.status).toBe(403);
    const page = await response.text();
    expect(page).toMatch(/<h1[^>]*>Access Denied<\/h1>/);
    expect(page).toContain('You don&#x27;t have permission to access the admin panel.');
    expect(page).toMatch(/<a [^>]*href="\/"[^>]*>Back to Home/);
  });
});

describe('GET /api/admin/companies', () => {
  it('returns companies by name with their members', async () => {
    const admin = await signIn({ isAdmin: true });
    const mark = crypto.randomUUID().slice(0, 8);
    const [zeta, alpha] = [
      await makeCompany({ name: `${mark} Zeta` }),
      await makeCompany({ name: `${mark} Ålpha` }),
    ];
    const person = await signIn({ firstName: null, memberships: [{ companyId: zeta.id, role: 'admin' }] });
    const response = await admin.get('/api/admin/companies');
    expect(response.status).toBe(200);
    const companies = await companiesOf(response);
    const byName = companies.map(({ name }) => name.toLowerCase());
    expect(byName).toEqual([...byName].sort());
    expect(companies.find((company) => company.id === zeta.id)).toEqual({
      ...zeta,
      description: null,
      customFieldTemplates: [],
      wellCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      userCompanies: [
        {
          ...membership(person, zeta.id, 'admin'),
          user: {
            id: person.userId,
            email: person.email,
            emailVerified: true,
            firstName: null,
            lastName: 'Person',
          },
        },
      ],
    });
    const found = await admin.get(`/api/admin/companies?search=${encodeURIComponent(`${mark} å`)}`);
    expect(await companiesOf(found)).toMatchObject([{ id: alpha.id, userCompanies: [] }]);
    const byCode = await companiesOf(
      await admin.get(`/api/admin/companies?search=${zeta.code.toLowerCase()}`),
    );
    expect(byCode.map((company) => company.id)).toEqual([zeta.id]);
    const first = await admin.get(`/api/admin/companies?search=${mark}&limit=1`);
    expect(await companiesOf(first)).toMatchObject([
      { id: zeta.id, userCompanies: [{ userId: person.userId }] },
    ]);
    expect(first.headers.get('X-Total-Count')).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1];
    expect(await companiesOf(await admin.get(next!))).toMatchObject([{ id: alpha.id, userCompanies: [] }]);
  });
});

function membership(person: SignedIn, companyId: string, role: string) {
  return { id: expect.any(String), userId: person.userId, companyId, role, createdAt: expect.any(String) };
}
