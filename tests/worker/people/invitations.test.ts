import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { INVITATION_DAYS, type InvitationView } from '~/schemas/people/invitation';
import { createSession } from '~/services/people/session.server';
import { type Profile, signInUser } from '~/services/people/user.server';
import type { RequestContext } from '~/services/platform/context.server';
import { makeToken } from '../../support/api-tokens';
import { bodyOf } from '../../support/books';
import { addWell } from '../../support/layers';
import { allRows } from '../../support/tables';
import { clientWith, db, makeCompany, type SignedIn, signIn } from '../../support/worker';

const DAY_MS = 86_400_000;
const address = () => `Invited-${crypto.randomUUID().slice(0, 8)}@Example.com`;
/** The company's audit log, oldest first. */
async function auditOf(companyId: string) {
  const { results } = await env.DB.prepare('select * from audit_log where company_id = ? order by id')
    .bind(companyId)
    .all<Record<string, string | null>>();
  const json = (text: string | null | undefined) => (text ? JSON.parse(text) : null);
  return results.map((row) => ({
    action: row.action,
    userId: row.user_id,
    entityId: row.entity_id,
    oldValues: json(row.old_values),
    newValues: json(row.new_values),
  }));
}

const list = async (client: SignedIn) => bodyOf<InvitationView[]>(await client.get('/api/admin/invitations'));
const find = async (client: SignedIn, id: string) => (await list(client)).find((row) => row.id === id)!;

async function invite(admin: SignedIn, body: object, status = 201): Promise<InvitationView> {
  return bodyOf<InvitationView>(await admin.post('/api/admin/invitations', body), status);
}

/** Signs in a person with this profile from the identity provider. */
async function enter(given: Partial<Profile> & { email: string }, now = new Date()) {
  const profile: Profile = {
    issuer: 'https://provider.example',
    subject: `subject of ${given.email.toLowerCase()}`,
    emailVerified: true,
    firstName: 'Nina',
    lastName: 'Newcomer',
    pictureUrl: null,
    ...given,
  };
  const ctx = {
    db,
    env,
    now,
    actor: { kind: 'anonymous' },
    request: { id: 'test', ip: '192.0.2.9', userAgent: 'Browser' },
    claimedCompanyId: null,
    idempotency: null,
  } as unknown as RequestContext;
  const userId = await signInUser(ctx, profile);
  const session = await createSession({ env, now }, { userId, idToken: null });
  return { ...clientWith(`aro_session=${encodeURIComponent(btoa(JSON.stringify(session)))}`), userId };
}

type Me = { userCompanies: { id: string; role: string }[]; needsCompanySelection: boolean };
const me = async (client: Pick<SignedIn, 'get'>) => bodyOf<Me>(await client.get('/api/auth/user'));

describe('an invitation', () => {
  it('adds the person who first signs in with the verified address, once', async () => {
    const admin = await signIn({ isAdmin: true });
    const [company, other] = [await makeCompany(), await makeCompany()];
    const email = address();
    const made = await invite(admin, { email: ` ${email} `, companyId: company.id, role: 'admin' });
    expect(made).toMatchObject({
      email: email.toLowerCase(),
      role: 'admin',
      state: 'waiting',
      company: { id: company.id, name: company.name, code: company.code },
      invitedBy: { id: admin.userId },
      acceptedAt: null,
      revokedAt: null,
    });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(INVITATION_DAYS * DAY_MS);

    const person = await enter({ email });
    expect(await me(person)).toMatchObject({
      userCompanies: [{ id: company.id, role: 'admin' }],
      needsCompanySelection: false,
    });
    expect((await person.get('/api/wells')).status).toBe(200);
    const elsewhere = await person.get('/api/wells', { 'X-Company-Id': other.id });
    expect(elsewhere.status).toBe(409);
    expect(await find(admin, made.id)).toMatchObject({ state: 'accepted', acceptedAt: expect.any(String) });
    expect(await auditOf(company.id)).toMatchObject([
      {
        action: 'invitation.created',
        userId: admin.userId,
        entityId: made.id,
        // The address is personal data, which could never be erased from the log.
        newValues: { role: 'admin', expiresAt: made.expiresAt },
      },
      {
        action: 'invitation.accepted',
        userId: person.userId,
        entityId: made.id,
        newValues: { userId: person.userId, role: 'admin' },
      },
    ]);

    // A removed member is not added again at the next sign-in.
    const path = `/api/admin/users/${person.userId}/companies/${company.id}`;
    expect((await admin.delete(path)).status).toBe(204);
    expect((await me(await enter({ email }))).userCompanies).toEqual([]);
  });

  it('is not accepted by an unverified address, and keeps waiting', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const email = address();
    const { id } = await invite(admin, { email, companyId: company.id });
    const impostor = await enter({ email, subject: `impostor ${email}`, emailVerified: false });
    expect((await me(impostor)).userCompanies).toEqual([]);
    expect((await find(admin, id)).state).toBe('waiting');
    expect((await me(await enter({ email }))).userCompanies).toMatchObject([
      { id: company.id, role: 'viewer' },
    ]);
    expect((await me(impostor)).userCompanies).toEqual([]);
  });

  it.each(['expired', 'revoked'] as const)('that is %s has no effect', async (state) => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const email = address();
    const { id } = await invite(admin, { email, companyId: company.id });
    if (state === 'revoked') expect((await admin.delete(`/api/admin/invitations/${id}`)).status).toBe(204);
    const later = new Date(Date.now() + (state === 'expired' ? INVITATION_DAYS * DAY_MS + 1000 : 0));
    expect((await me(await enter({ email }, later))).userCompanies).toEqual([]);
    if (state === 'revoked') expect((await find(admin, id)).state).toBe('revoked');
  });

  it('gets the same response whether or not the address has an account', async () => {
    const admin = await signIn({ isAdmin: true });
    const [company, person] = [await makeCompany(), await signIn()];
    const shape = ({ id, email, createdAt, expiresAt, ...rest }: InvitationView) => rest;
    const known = await invite(admin, { email: person.email, companyId: company.id });
    const unknown = await invite(admin, { email: address(), companyId: company.id });
    expect(shape(known)).toEqual(shape(unknown));
    // The invitation waits for the next sign-in in either case.
    expect((await me(person)).userCompanies).toEqual([]);
  });

  it('doesn’t change the role of an existing member', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const email = address();
    const person = await enter({ email });
    await admin.post(`/api/admin/users/${person.userId}/companies`, {
      companyId: company.id,
      role: 'viewer',
    });
    const { id } = await invite(admin, { email, companyId: company.id, role: 'admin' });
    expect((await me(await enter({ email }))).userCompanies).toMatchObject([{ role: 'viewer' }]);
    expect((await find(admin, id)).state).toBe('accepted');
    expect((await auditOf(company.id)).at(-1)).toMatchObject({
      action: 'invitation.accepted',
      newValues: { role: 'viewer' },
    });
  });

  it('has no effect for an account that is marked for deletion', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const email = address();
    const person = await enter({ email });
    expect((await person.post('/api/user/soft-delete')).status).toBe(200);
    const { id } = await invite(admin, { email, companyId: company.id });
    expect((await me(await enter({ email }))).userCompanies).toEqual([]);
    expect((await find(admin, id)).state).toBe('waiting');
  });

  it('is revoked when its creator stops being a system administrator', async () => {
    const [first, second] = [await signIn({ isAdmin: true }), await signIn({ isAdmin: true })];
    const company = await makeCompany();
    const email = address();
    const { id } = await invite(second, { email, companyId: company.id, role: 'admin' });
    const path = `/api/admin/users/${second.userId}/admin`;
    expect((await first.put(path, { isAdmin: false })).status).toBe(200);
    expect((await find(first, id)).state).toBe('revoked');
    expect((await auditOf(company.id)).at(-1)).toMatchObject({
      userId: first.userId,
      action: 'invitation.revoked',
      entityId: id,
      newValues: { isRevoked: true },
    });
    expect((await me(await enter({ email }))).userCompanies).toEqual([]);
  });

  it('is revoked when its recipient is removed from the company, and remains in other companies', async () => {
    const admin = await signIn({ isAdmin: true });
    const [left, other] = [await makeCompany(), await makeCompany()];
    const email = address();
    const person = await enter({ email });
    const { id } = await invite(admin, { email, companyId: left.id, role: 'admin' });
    const elsewhere = await invite(admin, { email, companyId: other.id });
    const membership = `/api/admin/users/${person.userId}/companies/${left.id}`;
    // Someone who isn't a member can't be removed and stays invited.
    expect((await admin.delete(membership)).status).toBe(404);
    expect((await find(admin, id)).state).toBe('waiting');
    await admin.post(`/api/admin/users/${person.userId}/companies`, { companyId: left.id, role: 'viewer' });
    expect((await admin.delete(membership)).status).toBe(204);
    expect((await find(admin, id)).state).toBe('revoked');
    expect((await find(admin, elsewhere.id)).state).toBe('waiting');
    expect((await auditOf(left.id)).map(({ action }) => action).slice(-2)).toEqual([
      'invitation.revoked',
      'member.removed',
    ]);
    expect((await me(await enter({ email }))).userCompanies).toMatchObject([{ id: other.id }]);
  });

  it('is removed with the company, and with the person who is erased', async () => {
    const admin = await signIn({ isAdmin: true });
    const [gone, kept] = [await makeCompany(), await makeCompany()];
    const email = address();
    await invite(admin, { email, companyId: gone.id });
    const accepted = await invite(admin, { email, companyId: kept.id });
    expect((await admin.delete(`/api/admin/companies/${gone.id}`)).status).toBe(204);
    const person = await enter({ email });
    expect(await me(person)).toMatchObject({ userCompanies: [{ id: kept.id }] });
    const waiting = await invite(admin, { email, companyId: kept.id });
    expect((await person.post('/api/user/anonymize')).status).toBe(200);
    const left = (await list(admin)).map(({ id }) => id);
    expect(left).not.toContain(accepted.id);
    expect(left).not.toContain(waiting.id);
    const { invitation, audit_log } = await allRows();
    expect(JSON.stringify([invitation, audit_log])).not.toContain(email.toLowerCase());
  });
});

describe('POST /api/admin/invitations', () => {
  it.each([
    [{ email: '' }, 'email', 'Email address is required'],
    [{ email: 'nobody' }, 'email', 'Enter an email address, such as name@example.com'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'email', 'Use 254 characters or fewer'],
    [{ role: 'owner' }, 'role', 'Role must be viewer or admin'],
    [{ companyId: '' }, 'companyId', 'Please select a company'],
  ])('rejects %j', async (given, field, message) => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const body = { email: address(), companyId: company.id, role: 'viewer', ...given };
    const answer = await admin.post('/api/admin/invitations', body);
    expect(answer.status).toBe(400);
    expect((await answer.json<{ errors: Record<string, string[]> }>()).errors[field]).toEqual([message]);
    expect(await auditOf(company.id)).toEqual([]);
  });

  it('rejects a second waiting one for the same company, even at the same moment', async () => {
    const admin = await signIn({ isAdmin: true });
    const [company, other] = [await makeCompany(), await makeCompany()];
    const email = address();
    const answers = await Promise.all(
      [email, email.toUpperCase()].map((given) =>
        admin.post('/api/admin/invitations', { email: given, companyId: company.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await invite(admin, { email, companyId: other.id });
    const [made] = (await list(admin)).filter((row) => row.company.id === company.id);
    expect((await admin.delete(`/api/admin/invitations/${made!.id}`)).status).toBe(204);
    await invite(admin, { email, companyId: company.id });
  });

  it('returns 404 for a deleted or unknown company', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    expect((await admin.delete(`/api/admin/companies/${company.id}`)).status).toBe(204);
    for (const companyId of [company.id, crypto.randomUUID()]) {
      const answer = await admin.post('/api/admin/invitations', { email: address(), companyId });
      expect(answer.status).toBe(404);
    }
  });
});

describe('DELETE /api/admin/invitations/{invitationId}', () => {
  it('revokes once, and refuses when already accepted', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const email = address();
    const { id } = await invite(admin, { email, companyId: company.id });
    for (const _ of [1, 2]) expect((await admin.delete(`/api/admin/invitations/${id}`)).status).toBe(204);
    const revocations = (await auditOf(company.id)).filter(({ action }) => action === 'invitation.revoked');
    expect(revocations).toHaveLength(1);
    const second = await invite(admin, { email, companyId: company.id });
    await enter({ email });
    const late = await admin.delete(`/api/admin/invitations/${second.id}`);
    expect([late.status, (await late.json<{ message: string }>()).message]).toEqual([
      409,
      'This invitation was already accepted. Remove the member from the company instead.',
    ]);
    expect((await admin.delete(`/api/admin/invitations/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

describe('PUT /api/admin/users/{userId}/companies/{companyId}', () => {
  it('changes the role from the next request on, and revokes tokens if the new role can’t create them', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const person = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const { id: tokenId } = await makeToken(person, company.id);
    const path = `/api/admin/users/${person.userId}/companies/${company.id}`;
    for (const _ of [1, 2]) {
      const changed = await bodyOf<{ role: string }>(await admin.put(path, { role: 'viewer' }));
      expect(changed.role).toBe('viewer');
    }
    expect((await person.put(`/api/companies/${company.id}/settings`, {})).status).toBe(403);
    const token = await env.DB.prepare('select revoked_at from api_token where id = ?')
      .bind(tokenId)
      .first<{ revoked_at: string | null }>();
    expect(token!.revoked_at).not.toBeNull();
    expect((await auditOf(company.id)).slice(-2)).toMatchObject([
      {
        action: 'member.role_changed',
        userId: admin.userId,
        oldValues: { userId: person.userId, role: 'admin' },
        newValues: { userId: person.userId, role: 'viewer' },
      },
      {
        action: 'api_token.revoked',
        userId: admin.userId,
        entityId: tokenId,
        oldValues: { isRevoked: false },
      },
    ]);
    expect((await admin.put(path, { role: 'owner' })).status).toBe(400);
    const stranger = await signIn();
    const foreign = `/api/admin/users/${stranger.userId}/companies/${company.id}`;
    expect((await admin.put(foreign, { role: 'admin' })).status).toBe(404);
  });
});

describe('a reason', () => {
  it('for deleting a company is kept in its audit log, and the list says why it can’t be deleted', async () => {
    const admin = await signIn({ isAdmin: true });
    const company = await makeCompany();
    const response = await admin.delete(`/api/admin/companies/${company.id}?reason=Merged%20into%20another`);
    expect(response.status).toBe(204);
    expect((await auditOf(company.id)).at(-1)).toMatchObject({
      action: 'company.deleted',
      newValues: { reason: 'Merged into another' },
    });
    const kept = await makeCompany();
    const member = await signIn({ memberships: [{ companyId: kept.id, role: 'admin' }] });
    const wells = [await addWell(member), await addWell(member)];
    expect((await member.delete(`/api/wells/${wells[1]!.id}`)).status).toBe(204);
    const [listed] = await bodyOf<{ wellCount: number }[]>(
      await admin.get(`/api/admin/companies?search=${kept.code}`),
    );
    expect(listed!.wellCount).toBe(1);
    const tooLong = await admin.delete(`/api/admin/companies/${company.id}?reason=${'a'.repeat(501)}`);
    expect(tooLong.status).toBe(400);
  });

  it.each([
    ['post', '/api/user/soft-delete', 'user.marked_for_deletion'],
    ['post', '/api/user/anonymize', 'user.anonymized'],
    ['delete', '/api/user/permanent', 'user.deleted'],
  ] as const)('for %s %s must be one of those offered', async (method, path, action) => {
    const person = await signIn();
    const refused = await person.send(`${path}?reason=my%20own%20words`, { method: method.toUpperCase() });
    expect(refused.status).toBe(400);
    const done = await person.send(`${path}?reason=left-company`, { method: method.toUpperCase() });
    expect(done.ok).toBe(true);
    const { audit_log } = await allRows();
    const row = (audit_log as { action: string; entity_id: string; new_values: string }[]).find(
      (entry) => entry.action === action && entry.entity_id === person.userId,
    );
    expect(JSON.parse(row!.new_values)).toMatchObject({ reason: 'left-company' });
  });
});
