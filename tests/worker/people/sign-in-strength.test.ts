import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendTo } from '../../support/deployed-worker';
import { cookiesOf, makeProvider, type SignInOverrides } from '../../support/identity-provider';
import { allRows } from '../../support/tables';
import { ORIGIN } from '../../support/worker';

const TOO_WEAK = 'Your identity provider didn’t confirm the required kind of sign-in';
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

let line: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  line = vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const newPerson = () => ({ sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` });

/** Parameters that the sign-in sends to the provider. */
async function askedBy(vars: Partial<Env>, path = '/api/login', cookie = '') {
  const provider = await makeProvider({}, { vars });
  const { searchParams } = new URL((await provider.send(path, cookie)).headers.get('Location')!);
  return Object.fromEntries(
    ['acr_values', 'max_age', 'prompt'].map((name) => [name, searchParams.get(name)]),
  );
}

describe('a sign-in', () => {
  it('requests nothing special, and records what the provider reports', async () => {
    expect(await askedBy({})).toEqual({ acr_values: null, max_age: null, prompt: null });
    const provider = await makeProvider();
    const auth_time = secondsAgo(3600);
    const claims = { acr: 'gold', amr: ['pwd', 'otp'], auth_time };
    const response = await provider.signIn(newPerson(), { claims });
    expect(response.status).toBe(302);
    const strength = { acr: 'gold', authenticatedAt: new Date(auth_time * 1000).toISOString() };
    const { keys } = await env.SESSIONS.list({ prefix: 'session:' });
    const records = await Promise.all(keys.map(({ name }) => env.SESSIONS.get(name, 'json')));
    expect(records).toContainEqual(
      expect.objectContaining({ signIn: { ...strength, amr: ['pwd', 'otp'] }, logoutHint: null }),
    );
    const events = line.mock.calls.map(([text]: unknown[]) => JSON.parse(String(text)));
    expect(events).toContainEqual(expect.objectContaining({ event: 'sign-in', ...strength, amr: 'pwd otp' }));
  });

  it('with missing or malformed claims counts as unknown', async () => {
    const provider = await makeProvider();
    for (const claims of [{}, { acr: 7, amr: 'mfa', auth_time: 'noon' }, { auth_time: 1e300 }])
      expect((await provider.signIn(newPerson(), { claims })).status).toBe(302);
    const events = line.mock.calls.map(([text]: unknown[]) => JSON.parse(String(text)));
    expect(events).toHaveLength(3);
    for (const event of events) expect(event).toMatchObject({ acr: null, amr: '', authenticatedAt: null });
  });

  it('requests what the deployment requires', async () => {
    const vars = { OIDC_ACR_VALUES: 'gold  silver', OIDC_MAX_AGE_MINUTES: '60' };
    expect(await askedBy(vars)).toEqual({ acr_values: 'gold silver', max_age: '3600', prompt: null });
  });

  it.each<[string, Partial<Env>, SignInOverrides['claims'], boolean]>([
    ['the acr', { OIDC_ACR_VALUES: 'gold silver' }, { acr: 'silver' }, true],
    ['another acr', { OIDC_ACR_VALUES: 'gold silver' }, { acr: 'bronze' }, false],
    ['no acr', { OIDC_ACR_VALUES: 'gold' }, {}, false],
    ['one of the methods', { OIDC_AMR_VALUES: 'mfa hwk' }, { amr: ['pwd', 'mfa'] }, true],
    ['another method', { OIDC_AMR_VALUES: 'mfa' }, { amr: ['pwd'] }, false],
    ['no method', { OIDC_AMR_VALUES: 'mfa' }, {}, false],
    ['a recent sign-in', { OIDC_MAX_AGE_MINUTES: '5' }, { auth_time: secondsAgo(200) }, true],
    ['an old sign-in', { OIDC_MAX_AGE_MINUTES: '5' }, { auth_time: secondsAgo(400) }, false],
    ['a sign-in of unknown age', { OIDC_MAX_AGE_MINUTES: '5' }, {}, false],
    ['one of two things', { OIDC_ACR_VALUES: 'gold', OIDC_AMR_VALUES: 'mfa' }, { acr: 'gold' }, false],
    [
      'what administrators need',
      { OIDC_ACR_VALUES: 'silver', OIDC_ADMIN_ACR_VALUES: 'gold' },
      { acr: 'gold' },
      true,
    ],
  ])('with %s, if that is required (%o)', async (_, vars, claims, isEnough) => {
    const provider = await makeProvider({}, { vars });
    const before = await allRows();
    const response = await provider.signIn(newPerson(), { claims });
    expect(response.status).toBe(isEnough ? 302 : 400);
    if (isEnough) return;
    expect(await response.text()).toContain(TOO_WEAK);
    expect(response.headers.getSetCookie().join()).not.toMatch(/aro_session/);
    expect(await allRows()).toEqual(before);
  });

  it('is rejected when a setting is not a number', async () => {
    const provider = await makeProvider({}, { vars: { OIDC_MAX_AGE_MINUTES: 'one hour' } });
    expect((await provider.send('/api/login')).status).toBe(500);
  });
});

describe('system administration', () => {
  const vars = {
    SYSTEM_ADMIN_EMAILS: 'chief@example.com',
    OIDC_ADMIN_ACR_VALUES: 'gold',
    OIDC_ADMIN_AMR_VALUES: 'mfa',
  };
  const chief = { sub: crypto.randomUUID(), email: 'chief@example.com' };

  it('requires the stronger sign-in that the deployment sets, which a new sign-in can satisfy', async () => {
    const provider = await makeProvider({}, { vars });
    const weak = cookiesOf(await provider.signIn(chief, { claims: { acr: 'gold', amr: ['pwd'] } }));
    expect((await provider.send('/api/auth/user', weak)).status).toBe(200);
    const refused = await provider.send('/api/admin/users', weak);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ errors: { signIn: [expect.stringContaining('stronger')] } });
    const page = await provider.send('/admin?tab=companies', weak);
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('/api/login?again=%2Fadmin%3Ftab%3Dcompanies');

    const again = '/api/login?again=%2Fadmin%3Ftab%3Dcompanies';
    const { searchParams } = new URL((await provider.send(again, weak)).headers.get('Location')!);
    expect(searchParams.get('acr_values')).toBe('gold');
    expect(searchParams.get('prompt')).toBe('login');
    const claims = { acr: 'gold', amr: ['pwd', 'mfa'], auth_time: secondsAgo(1) };
    const back = await provider.signIn(chief, { claims }, { path: again, as: weak });
    expect(back.headers.get('Location')).toBe('/admin?tab=companies');
    const strong = cookiesOf(back);
    expect((await provider.send('/api/admin/users', strong)).status).toBe(200);
    expect((await provider.send('/admin', strong)).status).toBe(200);
    expect((await provider.send('/api/auth/user', weak)).status).toBe(401);
  });

  it('requires nothing more of other users', async () => {
    const provider = await makeProvider({}, { vars });
    const cookie = cookiesOf(await provider.signIn(newPerson()));
    const refused = await provider.send('/api/admin/users', cookie);
    expect(await refused.json()).toMatchObject({ message: 'System administrator required' });
    const { searchParams } = new URL(
      (await provider.send('/api/login?again=/', cookie)).headers.get('Location')!,
    );
    expect(searchParams.get('acr_values')).toBeNull();
  });
});

describe('a page that requires a new sign-in', () => {
  const path = `/api/login?again=${encodeURIComponent('/settings?dialog=end-other-sessions')}`;
  const endOthers = (provider: { env: Partial<Env> }, Cookie: string) =>
    sendTo(provider.env, `${ORIGIN}/api/user/sessions`, {
      method: 'DELETE',
      headers: { Cookie, Origin: ORIGIN },
    });

  it('has the provider prompt, and returns the user with a new session', async () => {
    const provider = await makeProvider();
    const person = newPerson();
    const old = cookiesOf(await provider.signIn(person, { claims: { auth_time: secondsAgo(3600) } }));
    expect((await endOthers(provider, old)).status).toBe(403);
    const asked = new URL((await provider.send(path, old)).headers.get('Location')!).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '600']);
    const claims = { auth_time: secondsAgo(5) };
    const back = await provider.signIn(person, { claims }, { path, as: old });
    expect(back.headers.get('Location')).toBe('/settings?dialog=end-other-sessions');
    expect((await provider.send('/api/auth/user', old)).status).toBe(401);
    expect((await endOthers(provider, cookiesOf(back))).status).toBe(204);
  });

  it('trusts the reported time when the provider skipped the prompt', async () => {
    const provider = await makeProvider();
    const claims = { auth_time: secondsAgo(3600) };
    const back = await provider.signIn(newPerson(), { claims }, { path });
    expect((await endOthers(provider, cookiesOf(back))).status).toBe(403);
  });

  it('assumes a new sign-in if the provider reports no time, and only here', async () => {
    const provider = await makeProvider();
    const plain = await provider.signIn(newPerson());
    expect((await endOthers(provider, cookiesOf(plain))).status).toBe(403);
    const back = await provider.signIn(newPerson(), {}, { path });
    expect((await endOthers(provider, cookiesOf(back))).status).toBe(204);
  });

  it('does not count another sign-in of the browser as the new one', async () => {
    const provider = await makeProvider();
    const begun = await provider.send(path);
    const other = await provider.signIn(newPerson(), {}, { as: cookiesOf(begun) });
    expect(other.headers.get('Location')).toBe('/');
    expect((await endOthers(provider, cookiesOf(other))).status).toBe(403);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/.//evil.example/',
    'javascript:alert(1)',
    '/api/logout',
    '',
  ])('returns only to the app’s own pages, not to %s', async (again) => {
    const provider = await makeProvider();
    const start = `/api/login?${new URLSearchParams({ again })}`;
    const response = await provider.signIn(newPerson(), {}, { path: start });
    expect(response.headers.get('Location')).toBe('/');
  });
});
