import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { UserView } from '~/schemas/people/user';
import { createSession } from '~/services/people/session.server';
import { type Profile, signInUser } from '~/services/people/user.server';
import type { RequestContext } from '~/services/platform/context.server';
import { cookiesOf, makeProvider } from '../../support/identity-provider';
import { addWell } from '../../support/layers';
import { allRows, auditOf } from '../../support/tables';
import { anonymous, db, makeCompany, signIn } from '../../support/worker';

const ISSUER = 'https://provider.example';
const LISTED = 'listed@example.com';

let serial = 0;
/** Profile of a person with a unique `sub` and address. */
function profileOf(given: Partial<Profile> = {}): Profile {
  serial += 1;
  return {
    issuer: ISSUER,
    subject: `subject-${serial}`,
    email: `person-${serial}-${crypto.randomUUID().slice(0, 8)}@example.com`,
    emailVerified: true,
    firstName: null,
    lastName: null,
    pictureUrl: null,
    ...given,
  };
}

function enter(profile: Profile): Promise<string> {
  const ctx = {
    db,
    env: { ...env, SYSTEM_ADMIN_EMAILS: LISTED },
    now: new Date(),
    actor: { kind: 'anonymous' },
    request: { id: 'test', ip: null, userAgent: null },
    claimedCompanyId: null,
    idempotency: null,
  } as unknown as RequestContext;
  return signInUser(ctx, profile);
}

async function rowOf(id: string) {
  return env.DB.prepare('select * from user where id = ?').bind(id).first<Record<string, unknown>>();
}

async function cookieOf(userId: string): Promise<{ Cookie: string }> {
  const session = await createSession({ env, now: new Date() }, { userId, idToken: null });
  return { Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(session)))}` };
}

describe('a person', () => {
  it('keeps the same account at each sign-in, even if the rest of the profile changes', async () => {
    const profile = profileOf();
    const id = await enter(profile);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const renamed = { ...profile, email: `new-${profile.email}`, firstName: 'New' };
    expect(await enter(renamed)).toBe(id);
    expect(await rowOf(id)).toMatchObject({
      issuer: ISSUER,
      subject: profile.subject,
      email: renamed.email,
      first_name: 'New',
    });
    const before = await allRows();
    expect(await enter(renamed)).toBe(id);
    expect(await allRows()).toEqual(before);
  });

  it('has a separate account at another provider, even with the same `sub` and address', async () => {
    const profile = profileOf();
    const id = await enter(profile);
    const other = await enter({ ...profile, issuer: 'https://other.example' });
    expect(other).not.toBe(id);
    expect(await rowOf(id)).toMatchObject({ issuer: ISSUER, subject: profile.subject });
    expect(await enter(profile)).toBe(id);
  });

  it('can’t use a subject that the audit log reserves', async () => {
    const before = await allRows();
    for (const subject of ['system', 'anonymous'])
      await expect(enter(profileOf({ subject }))).rejects.toMatchObject({ code: 'forbidden' });
    const provider = await makeProvider();
    const refused = await provider.signIn({ sub: 'system', email: 'system@example.com' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('This account can’t be used here');
    expect(refused.headers.getSetCookie().join()).not.toMatch(/aro_session/);
    expect(await allRows()).toEqual(before);
  });

  it('gets a session for their own account, through two providers', async () => {
    const [one, two] = [await makeProvider(), await makeProvider()];
    const email = `${crypto.randomUUID()}@example.com`;
    const [first, second] = [await one.signIn({ sub: 's', email }), await two.signIn({ sub: 's', email })];
    const users = await Promise.all(
      [first, second].map(async (response) =>
        (await anonymous.get('/api/auth/user', { Cookie: cookiesOf(response) })).json<UserView>(),
      ),
    );
    expect(users[0]!.id).not.toBe(users[1]!.id);
    expect(users).toMatchObject([
      { email, emailVerified: false },
      { email, emailVerified: true },
    ]);
    expect(Object.keys(users[0]!)).not.toEqual(expect.arrayContaining(['issuer']));
    expect(Object.keys(users[0]!)).not.toEqual(expect.arrayContaining(['subject']));
  });
});

describe('users created before the issuer was part of the identity', () => {
  it('keep their id, companies and history, and are bound to the provider of the first sign-in', async () => {
    const company = await makeCompany();
    const [person, colleague] = [
      await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] }),
      await signIn(),
    ];
    await addWell(person);
    const ids = [person.userId, colleague.userId];
    await env.DB.prepare('update user set issuer = null, subject = null where id in (?, ?)')
      .bind(...ids)
      .run();
    const profile = profileOf({ subject: person.userId, email: person.email });
    expect(await enter(profile)).toBe(person.userId);
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ issuer: ISSUER, subject: id });
    const user = await (await anonymous.get('/api/auth/user', await cookieOf(person.userId))).json();
    expect(user).toMatchObject({ id: person.userId, userCompanies: [{ id: company.id, role: 'admin' }] });
    // Another provider can’t claim them later.
    const stranger = profileOf({ issuer: 'https://later.example', subject: colleague.userId });
    expect(await enter(stranger)).not.toBe(colleague.userId);
  });
});

describe('an unverified address', () => {
  it('blocks nobody else from signing in, before or after', async () => {
    const { email } = profileOf();
    const squatters = [
      await enter(profileOf({ email, emailVerified: false })),
      await enter(profileOf({ email: email.toUpperCase(), emailVerified: false })),
    ];
    const owner = await enter(profileOf({ email }));
    const late = await enter(profileOf({ email, emailVerified: false }));
    expect(new Set([...squatters, owner, late]).size).toBe(4);
    for (const id of [...squatters, late])
      expect(await rowOf(id)).toMatchObject({ email, email_verified: 0 });
    expect(await rowOf(owner)).toMatchObject({ email, email_verified: 1 });
  });

  it('doesn’t grant system administration, while a verified one does', async () => {
    const profile = profileOf({ email: LISTED, emailVerified: false });
    const id = await enter(profile);
    expect(await rowOf(id)).toMatchObject({ is_admin: 0 });
    const owner = await enter(profileOf({ email: LISTED }));
    expect(await rowOf(owner)).toMatchObject({ is_admin: 1 });
    expect(await enter({ ...profile, emailVerified: true })).toBe(id);
    expect(await rowOf(id)).toMatchObject({ is_admin: 1, email_verified: 1 });
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['yes', false],
    [1, false],
    [undefined, false],
  ])('is assumed unless the provider sends true: %j', async (email_verified, emailVerified) => {
    const provider = await makeProvider();
    const { email } = profileOf();
    const response = await provider.signIn({ sub: 's', email, email_verified });
    const user = await anonymous.get('/api/auth/user', { Cookie: cookiesOf(response) });
    expect(await user.json()).toMatchObject({ email, emailVerified });
  });

  it('is shown as unverified', async () => {
    const company = await makeCompany();
    const name = { firstName: null, lastName: null };
    const memberships = [{ companyId: company.id, role: 'admin' as const }];
    const person = await signIn({ ...name, memberships, emailVerified: false });
    await addWell(person);
    const told = { email: person.email, emailVerified: false };
    const members = await person.get(`/api/companies/${company.id}/members`);
    expect(await members.json()).toMatchObject([told]);
    const page = await (await person.get('/?tab=company&view=members')).text();
    expect(page).toContain(`${person.email} (unverified)`);
    const logs = await person.get('/api/audit-logs');
    expect(await logs.json()).toMatchObject([{ user: { name: `${person.email} (unverified)` } }]);
    const admin = await signIn({ isAdmin: true });
    const users = await admin.get(`/api/admin/users?search=${person.email}`);
    expect(await users.json()).toMatchObject([told]);
    expect(await (await admin.get(`/admin?search=${person.email}`)).text()).toContain('Unverified');
    const companies = await admin.get(`/api/admin/companies?search=${company.code}`);
    expect(await companies.json()).toMatchObject([{ userCompanies: [{ user: told }] }]);
  });

  it('is listed with its duplicates, each once, page by page', async () => {
    const { email } = profileOf();
    const ids = [];
    for (let count = 0; count < 5; count += 1)
      ids.push(await enter(profileOf({ email, emailVerified: false })));
    const admin = await signIn({ isAdmin: true });
    for (const sort of ['email', '-email', 'name', '-isAdmin']) {
      const found: string[] = [];
      let next: string | undefined = `/api/admin/users?search=${email}&limit=2&sort=${sort}`;
      while (next) {
        const response: Response = await admin.get(next);
        found.push(...(await response.json<UserView[]>()).map(({ id }) => id));
        next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      }
      expect(found.sort(), sort).toEqual(ids.sort());
    }
  });
});

describe('a verified address', () => {
  it('moves to the person named by the provider, with an audit row', async () => {
    const [former, next] = [profileOf(), profileOf()];
    const formerId = await enter(former);
    const nextId = await enter(next);
    await enter({ ...next, email: former.email });
    expect(await rowOf(formerId)).toMatchObject({ email: former.email, email_verified: 0 });
    expect(await rowOf(nextId)).toMatchObject({ email: former.email, email_verified: 1 });
    expect(await auditOf(formerId)).toMatchObject([
      { action: 'user.signed_in', userId: formerId },
      {
        action: 'user.email_withdrawn',
        userId: nextId,
        oldValues: { emailVerified: true },
        newValues: { emailVerified: false },
      },
    ]);
    // At their next sign-in, the former holder gets the address that the provider then reports.
    await enter({ ...former, email: next.email });
    expect(await rowOf(formerId)).toMatchObject({ email: next.email, email_verified: 1 });
  });

  it('doesn’t move to an anonymized person who signs in with it again', async () => {
    const profile = profileOf();
    const id = await enter(profile);
    const session = await cookieOf(id);
    await anonymous.post('/api/user/anonymize', {}, session);
    expect(await rowOf(id)).toMatchObject({ email_verified: 0, first_name: 'Anonymous' });
    const holder = await enter(profileOf({ email: profile.email }));
    const before = await allRows();
    expect(await enter(profile)).toBe(id);
    expect(await allRows()).toEqual(before);
    expect(await rowOf(holder)).toMatchObject({ email_verified: 1 });
  });

  it('belongs to one person, enforced by the database', async () => {
    const { email } = profileOf();
    await signIn({ email });
    await expect(signIn({ email })).rejects.toThrow();
    await expect(signIn({ email, emailVerified: false })).resolves.toBeDefined();
  });
});
