import { env } from 'cloudflare:workers';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '~/schemas/people/session';
import { createSession } from '~/services/people/session.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { sendTo } from '../../support/deployed-worker';
import { cookiesOf, makeProvider } from '../../support/identity-provider';
import { allRows, rowsWhere } from '../../support/tables';
import { anonymous, ORIGIN, type SignedIn, signIn } from '../../support/worker';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let line: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  line = vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const events = () => line.mock.calls.map(([text]: unknown[]) => JSON.parse(text as string));

const cookieOf = (id: string) => ({ Cookie: `aro_session=${encodeURIComponent(btoa(JSON.stringify(id)))}` });

/** Signs in the same user in another browser. @returns its cookie and the id of its session in the API */
async function signInElsewhere(client: SignedIn, claims: JWTPayload | null = null) {
  const idToken = claims && new UnsecuredJWT(claims).encode();
  const request = { id: 'sign-in', ip: '203.0.113.9', userAgent: FIREFOX };
  const id = await createSession({ env, now: new Date(), request }, { userId: client.userId, idToken });
  return { ...cookieOf(id), hash: await sha256Hex(id) };
}

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await anonymous.get('/api/auth/user', { Cookie: headers.Cookie! })).status;
}

async function sessionsOf(client: SignedIn): Promise<SessionView[]> {
  return (await client.get('/api/user/sessions')).json();
}

/** KV keys that belong to a session. */
async function keysOf(hash: string): Promise<string[]> {
  const { keys } = await env.SESSIONS.list();
  return keys.map(({ name }) => name).filter((name) => name.includes(hash));
}

/** Moves the time when the session was last seen into the past. */
async function leaveAlone(hash: string, hours: number): Promise<void> {
  const record = await env.SESSIONS.get<{ lastSeenAt: string }>(`session:${hash}`, 'json');
  const lastSeenAt = new Date(Date.now() - hours * HOUR_MS).toISOString();
  await env.SESSIONS.put(`session:${hash}`, JSON.stringify({ ...record, lastSeenAt }));
}

describe('the list of the user’s sessions', () => {
  it('shows each session’s device and sign-in time, and which one is current', async () => {
    const client = await signIn();
    const elsewhere = await signInElsewhere(client);
    await signInElsewhere(await signIn());
    const sessions = await sessionsOf(client);
    expect(sessions).toMatchObject([
      { isCurrent: true, device: 'Unknown device', ip: null },
      { isCurrent: false, device: 'Firefox on Windows', ip: '203.0.113.9', id: elsewhere.hash },
    ]);
    expect(sessions[1]!.signedInAt).toBe(sessions[1]!.lastSeenAt);
  });

  it('holds more sessions than a statement accepts parameters', async () => {
    const client = await signIn();
    await Promise.all(Array.from({ length: 120 }, () => signInElsewhere(client)));
    expect(await sessionsOf(client)).toHaveLength(121);
    expect((await client.delete('/api/user/sessions')).status).toBe(204);
    expect(await sessionsOf(client)).toHaveLength(1);
  });

  it('ends more sessions than one KV list returns', async () => {
    const client = await signIn();
    const others = [await signInElsewhere(client), await signInElsewhere(client)];
    const list = (options: KVNamespaceListOptions) => env.SESSIONS.list({ ...options, limit: 1 });
    const SESSIONS = new Proxy(env.SESSIONS, {
      get: (kv, name) => (name === 'list' ? list : Reflect.get(kv, name).bind(kv)),
    });
    const headers = { Cookie: client.cookie, Origin: ORIGIN };
    const init = { method: 'DELETE', headers };
    expect((await sendTo({ SESSIONS }, `${ORIGIN}/api/user/sessions`, init)).status).toBe(204);
    for (const other of others) expect(await statusOf(other)).toBe(401);
  });

  it('ends sessions without recording IP address and browser if the user is anonymized', async () => {
    const BROWSER = { 'User-Agent': FIREFOX, 'CF-Connecting-IP': '203.0.113.9' };
    const clients = [await signIn(), await signIn()];
    expect((await clients[0]!.post('/api/user/anonymize')).status).toBe(200);
    const traces = await Promise.all(
      clients.map(async (client) => {
        const { hash } = await signInElsewhere(client);
        const path = `/api/user/sessions/${hash}`;
        expect((await client.send(path, { method: 'DELETE', headers: BROWSER })).status).toBe(204);
        const row = (await rowsWhere('audit_log', ({ user_id }) => user_id === client.userId)).at(-1);
        return [row?.action, row?.ip_address, row?.user_agent];
      }),
    );
    expect(traces).toEqual([
      ['user.sessions_ended', null, null],
      ['user.sessions_ended', '203.0.113.9', FIREFOX],
    ]);
  });

  it('ends one session immediately, and never another user’s', async () => {
    const [client, other] = [await signIn(), await signIn()];
    const elsewhere = await signInElsewhere(client);
    const theirs = await signInElsewhere(other);
    expect((await client.delete(`/api/user/sessions/${theirs.hash}`)).status).toBe(204);
    expect(await statusOf(theirs)).toBe(200);
    expect((await client.delete(`/api/user/sessions/${elsewhere.hash}`)).status).toBe(204);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await keysOf(elsewhere.hash)).toEqual([]);
    expect(await sessionsOf(client)).toMatchObject([{ isCurrent: true }]);
    expect(events()).toContainEqual(
      expect.objectContaining({ event: 'session.ended', by: 'owner', userId: client.userId }),
    );
  });

  it('ends all but the current one', async () => {
    const client = await signIn();
    const others = [await signInElsewhere(client), await signInElsewhere(client)];
    expect((await client.delete('/api/user/sessions')).status).toBe(204);
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect(await sessionsOf(client)).toMatchObject([{ isCurrent: true }]);
  });

  it('omits a session whose end hasn’t reached KV yet', async () => {
    const client = await signIn();
    const elsewhere = await signInElsewhere(client);
    const record = await env.SESSIONS.get(`session:${elsewhere.hash}`);
    const owner = (await keysOf(elsewhere.hash)).find((name) => name.startsWith('user:'))!;
    await client.delete(`/api/user/sessions/${elsewhere.hash}`);
    await env.SESSIONS.put(`session:${elsewhere.hash}`, record!);
    await env.SESSIONS.put(owner, '');
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await sessionsOf(client)).toHaveLength(1);
  });
});

describe('sessions can be ended only after a recent sign-in', () => {
  const MESSAGE = 'This requires a sign-in within the last ten minutes. Sign in again.';
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it.each([
    ['one of the own', (hash: string) => `/api/user/sessions/${hash}`],
    ['all others', () => '/api/user/sessions'],
    ['those of a person', (_: string, userId: string) => `/api/admin/users/${userId}/sessions`],
  ])('%s', async (_, pathOf) => {
    const client = await signIn({ isAdmin: true, authenticatedAt: ago(11) });
    const elsewhere = await signInElsewhere(client);
    const path = pathOf(elsewhere.hash, client.userId);
    const before = await allRows();
    const refused = await client.delete(path);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ message: MESSAGE, errors: { signIn: [MESSAGE] } });
    expect(await statusOf(elsewhere)).toBe(200);
    expect(await allRows()).toEqual(before);
  });

  it('and an impossible id is ignored, however long', async () => {
    const client = await signIn({ authenticatedAt: ago(9) });
    expect((await client.delete(`/api/user/sessions/${'a'.repeat(600)}`)).status).toBe(204);
  });

  it('which means within ten minutes', async () => {
    const client = await signIn({ authenticatedAt: ago(9) });
    const elsewhere = await signInElsewhere(client);
    expect((await client.delete(`/api/user/sessions/${elsewhere.hash}`)).status).toBe(204);
    expect(await statusOf(elsewhere)).toBe(401);
  });
});

describe('a system administrator', () => {
  it('ends all sessions of a user, listed or not, but not the next one', async () => {
    const [admin, client] = [await signIn({ isAdmin: true }), await signIn()];
    const elsewhere = await signInElsewhere(client);
    // As if it had just begun at another location.
    await env.SESSIONS.delete((await keysOf(elsewhere.hash)).find((name) => name.startsWith('user:'))!);
    expect((await admin.delete(`/api/admin/users/${client.userId}/sessions`)).status).toBe(204);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(await statusOf(elsewhere)).toBe(401);
    expect((await admin.get('/api/auth/user')).status).toBe(200);
    const { audit_log } = await allRows();
    expect(audit_log!.at(-1)).toMatchObject({
      user_id: admin.userId,
      action: 'user.sessions_ended',
      entity_id: client.userId,
      company_id: null,
    });
    expect(events()).toContainEqual(
      expect.objectContaining({ event: 'session.ended', by: 'administrator', whose: client.userId }),
    );
    await scheduler.wait(2);
    expect(await statusOf(await signInElsewhere(client))).toBe(200);
  });

  it('gets 404 for an unknown user', async () => {
    const admin = await signIn({ isAdmin: true });
    const before = await allRows();
    expect((await admin.delete('/api/admin/users/nobody/sessions')).status).toBe(404);
    expect(await allRows()).toEqual(before);
  });
});

describe('a session over time', () => {
  it('expires after 12 idle hours, or as many as the deployment sets', async () => {
    const client = await signIn();
    const [used, left] = [await signInElsewhere(client), await signInElsewhere(client)];
    const visit = async ({ Cookie }: typeof used, SESSION_IDLE_HOURS?: string) => {
      const bindings = SESSION_IDLE_HOURS ? { SESSION_IDLE_HOURS } : {};
      const headers = { Cookie: Cookie! };
      return (await sendTo(bindings, `${ORIGIN}/api/auth/user`, { headers })).status;
    };
    await leaveAlone(used.hash, 11.9);
    expect(await visit(used, '1')).toBe(401);
    expect(await visit(used)).toBe(200);
    await leaveAlone(left.hash, 12.1);
    expect(await visit(left)).toBe(401);
    expect(await visit(left, '24')).toBe(200);
  });

  it('expires seven days after its sign-in, even if in constant use', async () => {
    const client = await signIn();
    const longAgo = '2020-01-01T00:00:00.000Z';
    await env.DB.prepare('update user set created_at = ? where id = ?').bind(longAgo, client.userId).run();
    const begunBefore = async (hours: number) => {
      const session = await signInElsewhere(client);
      const record = await env.SESSIONS.get<object>(`session:${session.hash}`, 'json');
      const signedInAt = new Date(Date.now() - hours * HOUR_MS).toISOString();
      await env.SESSIONS.put(`session:${session.hash}`, JSON.stringify({ ...record, signedInAt }));
      const request = { headers: { Cookie: session.Cookie! } };
      return (await sendTo({}, `${ORIGIN}/api/auth/user`, request)).status;
    };
    expect(await begunBefore(7 * 24 - 1)).toBe(200);
    expect(await begunBefore(7 * 24 + 1)).toBe(401);
  });

  it('is written again when used, at most every ten minutes', async () => {
    const client = await signIn();
    const session = await signInElsewhere(client);
    const left = await signInElsewhere(client);
    const puts = vi.spyOn(env.SESSIONS, 'put');
    const visit = ({ Cookie }: { Cookie?: string }) =>
      sendTo({}, `${ORIGIN}/api/auth/user`, {
        headers: { Cookie: Cookie!, 'CF-Connecting-IP': '198.51.100.7' },
      });
    await visit(session);
    expect(puts).not.toHaveBeenCalled();
    await leaveAlone(left.hash, 0.5);
    puts.mockClear();
    await visit(left);
    await visit(left);
    expect(puts).toHaveBeenCalledTimes(1);
    const record = await env.SESSIONS.get<{ lastSeenAt: string; ip: string }>(`session:${left.hash}`, 'json');
    expect(Date.parse(record!.lastSeenAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(record!.ip).toBe('198.51.100.7');
  });

  it('is read from KV once a minute, and rejected within that minute when it has ended', async () => {
    const client = await signIn();
    const session = await signInElsewhere(client);
    const gets = vi.spyOn(env.SESSIONS, 'get');
    expect([await statusOf(session), await statusOf(session)]).toEqual([200, 200]);
    const reads = gets.mock.calls.filter(([key]) => String(key) === `session:${session.hash}`);
    expect(reads).toHaveLength(1);
    // As if ended at another location, which doesn’t notify this one.
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    await env.DB.prepare('insert into revoked_session values (?, ?)').bind(session.hash, expiresAt).run();
    expect(await statusOf(session)).toBe(401);
  });

  it('is not recognized if an earlier version stored it', async () => {
    const client = await signIn();
    const session = await signInElsewhere(client);
    const old = { userId: client.userId, idToken: null, signedInAt: new Date().toISOString() };
    await env.SESSIONS.put(`session:${session.hash}`, JSON.stringify(old));
    expect(await statusOf(session)).toBe(401);
  });
});

describe('a sign-out', () => {
  it.each([
    ['a page of our own', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['an older browser’s page of our own', { Referer: `${ORIGIN}/settings` }],
    ['a program', {}],
  ])('requested by %s succeeds, and clears what the browser has stored', async (_, headers) => {
    const client = await signIn();
    const response = await client.get('/api/logout', headers);
    expect(response.status).toBe(302);
    expect(response.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect(events()).toContainEqual(expect.objectContaining({ event: 'sign-out', userId: client.userId }));
  });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Referer: 'https://evil.example/' },
    { Referer: 'no address' },
  ])('requested by another site (%o) asks the user first', async (headers) => {
    const client = await signIn();
    const response = await client.get('/api/logout', headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('Clear-Site-Data')).toBeNull();
    expect(await response.text()).toContain('Another website asked to sign you out');
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect(events()).toContainEqual(expect.objectContaining({ event: 'cross-site.refused' }));
  });

  it('asks nothing of someone who is not signed in', async () => {
    expect((await anonymous.get('/api/logout', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(302);
  });
});

describe('a sign-in', () => {
  const login = (headers: Record<string, string>, path = '/api/login') =>
    makeProvider().then(({ env: bindings }) => sendTo(bindings, ORIGIN + path, { headers }));

  it.each<[string, Record<string, string>]>([
    ['a click on our own page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-User': '?1' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-User': '?1' }],
    ['an older browser’s page of our own', { Referer: `${ORIGIN}/` }],
    ['a program', {}],
  ])('requested by %s continues to the provider', async (_, headers) => {
    const response = await login(headers);
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toContain('/auth?');
  });

  it.each<[string, Record<string, string>, string]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-User': '?1' }, 'Another website asked'],
    ['a subdomain', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-User': '?1' }, 'Another website asked'],
    ['an older browser’s other site', { Referer: 'https://evil.example/' }, 'Another website asked'],
    ['a script of ours, with nobody there', { 'Sec-Fetch-Site': 'same-origin' }, 'You are signed out'],
  ])('requested by %s asks the user first', async (_, headers, words) => {
    const response = await login(headers, '/api/login?again=%2Fsettings');
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    const page = await response.text();
    expect(page).toContain('Sign in?');
    expect(page).toContain(words);
    expect(page).toContain('href="/api/login?again=%2Fsettings"');
    const refusals = events().filter(({ event }: { event: string }) => event === 'cross-site.refused');
    expect(refusals).toHaveLength(words.startsWith('Another') ? 1 : 0);
  });
});

describe('a sign-out at the provider', () => {
  it.each<[string, JWTPayload, string | null]>([
    ['the session’s name', { sid: 'their-session' }, 'their-session'],
    ['the person’s, where the provider has one for that', { sid: 's', login_hint: 'theirs' }, 'theirs'],
    ['no name', {}, null],
  ])('is requested with %s, and no token in the address', async (_, claims, hint) => {
    const provider = await makeProvider((issuer) => ({ end_session_endpoint: `${issuer}/end` }));
    const person = { sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` };
    const cookie = cookiesOf(await provider.signIn(person, { claims }));
    const id = JSON.parse(atob(decodeURIComponent(/aro_session=([^;]+)/.exec(cookie)![1]!)));
    const record = await env.SESSIONS.get<object>(`session:${await sha256Hex(id)}`, 'json');
    expect(record).toMatchObject({ logoutHint: hint });
    expect(JSON.stringify(record)).not.toMatch(/idToken|eyJ/);
    const response = await provider.send('/api/logout', cookie);
    const address = new URL(response.headers.get('Location')!);
    expect(address.href.startsWith(`${provider.issuer}/end?`)).toBe(true);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'aro-system',
      post_logout_redirect_uri: `${ORIGIN}/`,
      ...(hint && { logout_hint: hint }),
    });
  });
});

describe('a deleted account', () => {
  it('keeps only what a sign-out at the provider needs, for minutes', async () => {
    const client = await signIn();
    const elsewhere = await signInElsewhere(client);
    const own = await signInElsewhere(client, { sid: 'their-session' });
    const before = Date.now() / 1000;
    const response = await anonymous.send('/api/user/permanent', {
      method: 'DELETE',
      headers: { Cookie: own.Cookie!, Origin: ORIGIN },
    });
    expect(response.status).toBe(204);
    expect(await env.SESSIONS.get(`session:${elsewhere.hash}`)).toBeNull();
    expect(await statusOf(own)).toBe(401);
    expect(await env.SESSIONS.get(`session:${own.hash}`, 'json')).toMatchObject({
      logoutHint: 'their-session',
      ip: null,
      device: '',
    });
    const { keys } = await env.SESSIONS.list({ prefix: `session:${own.hash}` });
    expect(keys[0]!.expiration! - before).toBeLessThan(310);
    // The page then signs out.
    expect((await anonymous.get('/api/logout', { Cookie: own.Cookie! })).status).toBe(302);
    expect(await env.SESSIONS.get(`session:${own.hash}`)).toBeNull();
  });

  it('by anonymization loses its other sessions', async () => {
    const client = await signIn();
    const elsewhere = await signInElsewhere(client);
    expect((await client.post('/api/user/anonymize')).status).toBe(200);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await keysOf(elsewhere.hash)).toEqual([]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });
});
