import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cookiesOf, makeProvider } from '../../support/identity-provider';
import { requestAddress, tokenOf } from '../../support/upload';
import { anonymous, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const FROM = { 'CF-Connecting-IP': '203.0.113.77' };

let line: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  line = vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** Log lines about a person since the test began. Apart from the id, they must not identify the person. */
function linesAbout(client: SignedIn) {
  const lines = line.mock.calls.map(([text]: unknown[]) => String(text));
  for (const text of lines) {
    expect(text).not.toContain(client.email);
    expect(text).not.toContain('Test Person');
  }
  return lines
    .map((text: string) => JSON.parse(text))
    .filter(({ userId }: { userId: string }) => userId === client.userId);
}

describe('the security log records', () => {
  it('what a user may not do, and what isn’t theirs to see', async () => {
    const { client } = await signInToNewCompany('viewer');
    const requests = [
      await client.post('/api/wells', {}, FROM),
      await client.get('/api/wells/of-somebody-else', FROM),
      await client.get('/api/admin/users', FROM),
      await client.get('/admin', FROM),
    ];
    expect(requests.map(({ status }) => status)).toEqual([403, 404, 403, 403]);
    const { requestId } = await requests[0]!.json<{ requestId: string }>();
    const common = { level: 'info', event: 'access.denied', ip: FROM['CF-Connecting-IP'] };
    expect(linesAbout(client)).toMatchObject([
      { ...common, status: 403, method: 'POST', path: '/api/wells', requestId },
      { ...common, status: 404, method: 'GET', path: '/api/wells/of-somebody-else' },
      { ...common, status: 403, path: '/api/admin/users' },
      { ...common, status: 403, path: '/admin' },
    ]);
  });

  it('a call without a session once, with only its origin', async () => {
    const response = await anonymous.get('/api/wells?search=secret', FROM);
    expect(response.status).toBe(401);
    const { requestId } = await response.json<{ requestId: string }>();
    const lines = line.mock.calls.map(([text]: unknown[]) => JSON.parse(String(text)));
    expect(lines).toEqual([
      {
        level: 'info',
        event: 'access.denied',
        userId: null,
        ip: FROM['CF-Connecting-IP'],
        requestId,
        status: 401,
        method: 'GET',
        path: '/api/wells',
      },
    ]);
  });

  it('a listed address that becomes system administrator by signing in, once', async () => {
    const provider = await makeProvider({}, { vars: { SYSTEM_ADMIN_EMAILS: 'chief@example.com' } });
    const chief = { sub: crypto.randomUUID(), email: 'chief@example.com' };
    const roles = () =>
      line.mock.calls
        .map(([text]: unknown[]) => JSON.parse(String(text)))
        .filter(({ event }: { event: string }) => event === 'role.changed');
    await provider.signIn({ sub: crypto.randomUUID(), email: 'other@example.com' });
    await provider.signIn(chief, { userinfo: { email_verified: false } });
    expect(roles()).toEqual([]);
    const cookie = cookiesOf(await provider.signIn(chief));
    await provider.signIn(chief);
    const user = await (await provider.send('/api/auth/user', cookie)).json<{ id: string }>();
    expect(roles()).toMatchObject([
      { whose: user.id, role: 'system admin', by: 'SYSTEM_ADMIN_EMAILS', userId: null },
    ]);
    expect(JSON.stringify(roles())).not.toContain('chief');
  });

  it('nothing for permitted actions', async () => {
    const { client } = await signInToNewCompany();
    await client.get('/api/wells', FROM);
    await client.get('/', FROM);
    expect(linesAbout(client)).toEqual([]);
  });

  it('a forged or stolen upload address, without the address', async () => {
    const { client } = await signInToNewCompany();
    const { client: thief } = await signInToNewCompany();
    const token = tokenOf(await requestAddress(client));
    const put = (path: string) =>
      thief.send(path, { method: 'PUT', body: 'a', headers: { ...FROM, 'Content-Type': 'text/csv' } });
    expect((await put(`/api/objects/upload/${token}`)).status).toBe(403);
    expect(linesAbout(thief)).toMatchObject([
      { event: 'token.refused', ip: FROM['CF-Connecting-IP'] },
      { event: 'access.denied', path: '/api/objects/upload/:token' },
    ]);
    expect(line.mock.calls.join()).not.toContain(token);
  });

  it('each role change once', async () => {
    const [admin, other] = [await signIn({ isAdmin: true }), await signIn()];
    const company = await makeCompany();
    const ofOther = `/api/admin/users/${other.userId}`;
    await admin.put(`${ofOther}/admin`, { isAdmin: true }, FROM);
    await admin.put(`${ofOther}/admin`, { isAdmin: true }, FROM);
    await admin.put(`${ofOther}/admin`, { isAdmin: false }, FROM);
    await admin.post(`${ofOther}/companies`, { companyId: company.id, role: 'viewer' }, FROM);
    await admin.delete(`${ofOther}/companies/${company.id}`, FROM);
    const common = { event: 'role.changed', whose: other.userId, ip: FROM['CF-Connecting-IP'] };
    expect(linesAbout(admin)).toMatchObject([
      { ...common, role: 'system admin' },
      { ...common, role: 'no system admin' },
      { ...common, role: 'viewer', companyId: company.id },
      { ...common, role: 'none', companyId: company.id },
    ]);
  });

  it('each new invitation once, without the address', async () => {
    const [admin, company] = [await signIn({ isAdmin: true }), await makeCompany()];
    const invitation = { companyId: company.id, email: 'invited@example.com', role: 'admin' };
    const made = await admin.post('/api/admin/invitations', invitation, FROM);
    expect(made.status).toBe(201);
    expect((await admin.post('/api/admin/invitations', invitation, FROM)).status).toBe(409);
    const { id: invitationId } = await made.json<{ id: string }>();
    expect(linesAbout(admin)).toMatchObject([
      { event: 'invitation.changed', invitationId, companyId: company.id, role: 'admin', by: 'made' },
    ]);
    expect(line.mock.calls.join()).not.toContain('invited@');
  });

  it('a cross-site write, and a failed sign-in', async () => {
    const client = await signIn();
    await client.post('/api/wells', {}, { ...FROM, Origin: 'https://evil.example' });
    await client.get('/api/auth/callback?code=x', FROM);
    const events = line.mock.calls.map(([text]: unknown[]) => JSON.parse(String(text)));
    expect(events).toMatchObject([
      { event: 'cross-site.refused', path: '/api/wells', ip: FROM['CF-Connecting-IP'] },
      { event: 'sign-in.failed', reason: 'Your identity provider sent an incomplete response. Try again.' },
    ]);
  });
});
