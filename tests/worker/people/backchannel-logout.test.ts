import { env } from 'cloudflare:workers';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Logout, verifyLogoutToken } from '~/server/logout-token.server';
import { endProviderSessions } from '~/services/people/own-sessions.server';
import { createSession, providerId } from '~/services/people/session.server';
import type { RequestContext } from '~/services/platform/context.server';
import { cookiesOf, makeKey, makeProvider } from '../../support/identity-provider';
import { anonymous, db, ORIGIN, signIn } from '../../support/worker';

const ISSUER = 'https://idp.example';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const now = new Date();
const seconds = Math.floor(now.getTime() / 1000);

let own: CryptoKeyPair;
let foreign: CryptoKeyPair;
let verify: (token: string) => Promise<Logout>;

beforeAll(async () => {
  own = await generateKeyPair('RS256', { extractable: true });
  foreign = await generateKeyPair('RS256');
  const keys = createLocalJWKSet({ keys: [await exportJWK(own.publicKey)] });
  verify = (token) =>
    verifyLogoutToken(
      token,
      { issuer: ISSUER, keys, algorithms: ['RS256'] },
      { clientId: 'aro-system', now },
    );
});
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const claims = (): JWTPayload => ({
  iss: ISSUER,
  aud: 'aro-system',
  iat: seconds,
  exp: seconds + 60,
  jti: crypto.randomUUID(),
  sid: 'a-session',
  events: { [EVENT]: {} },
});

const sign = (payload: JWTPayload, key = own.privateKey, alg = 'RS256') =>
  new SignJWT(payload).setProtectedHeader({ alg, typ: 'logout+jwt' }).sign(key);

describe('a logout token', () => {
  it('names a session or a subject', async () => {
    expect(await verify(await sign(claims()))).toMatchObject({ session: 'a-session', subject: null });
    expect(await verify(await sign({ ...claims(), sid: undefined, sub: 'a-person' }))).toMatchObject({
      session: null,
      subject: 'a-person',
    });
  });

  it.each<[string, JWTPayload]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another client', { aud: 'other' }],
    ['long ago', { iat: seconds - 600 }],
    ['the future', { iat: seconds + 600 }],
    ['a time that has passed', { exp: seconds - 120 }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['an ID token’s nonce', { nonce: 'n' }],
    ['nobody', { sid: undefined }],
    ['no id of its own', { jti: undefined }],
    ['no time', { iat: undefined }],
  ])('of %s is rejected', async (_, change) => {
    await expect(verify(await sign({ ...claims(), ...change }))).rejects.toThrow();
  });

  it.each(['JWT', 'at+jwt', undefined])('with the type %s is rejected', async (typ) => {
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', typ }).sign(own.privateKey);
    await expect(verify(token)).rejects.toThrow('typ');
  });

  it('signed with another key, a shared secret or not at all is rejected', async () => {
    await expect(verify(await sign(claims(), foreign.privateKey))).rejects.toThrow();
    const secret = new TextEncoder().encode('worker-test-secret-of-32-bytes!!');
    await expect(verify(await sign(claims(), secret as never, 'HS256'))).rejects.toThrow();
    const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
    await expect(verify(`${encode({ alg: 'none' })}.${encode(claims())}.`)).rejects.toThrow();
  });
});

describe('a logout at the provider ends', () => {
  const request = { id: 'r', ip: null, userAgent: null };
  const ctx = { db, env, now, request, actor: { kind: 'anonymous' } } as unknown as RequestContext;

  async function sessionWith(userId: string, payload: JWTPayload) {
    const idToken = await sign({ iss: ISSUER, ...payload });
    const id = await createSession({ env, now: new Date() }, { userId, idToken });
    const Cookie = `aro_session=${encodeURIComponent(btoa(JSON.stringify(id)))}`;
    return async () => (await anonymous.get('/api/auth/user', { Cookie })).status;
  }

  it('one session, or all sessions of a subject', async () => {
    const [{ userId }, other] = [await signIn(), await signIn()];
    const desk = await sessionWith(userId, { sub: 'p', sid: 'desk' });
    const phone = await sessionWith(userId, { sub: 'p', sid: 'phone' });
    const theirs = await sessionWith(other.userId, { sub: 'q', sid: 'theirs' });
    await endProviderSessions(ctx, { kind: 'provider-session', id: providerId(ISSUER, 'desk') });
    expect([await desk(), await phone(), await theirs()]).toEqual([401, 200, 200]);
    await endProviderSessions(ctx, {
      kind: 'provider-subject',
      id: providerId('https://other.example', 'p'),
    });
    expect(await phone()).toBe(200);
    await endProviderSessions(ctx, { kind: 'provider-subject', id: providerId(ISSUER, 'p') });
    expect([await phone(), await theirs()]).toEqual([401, 200]);
  });
});

describe('POST /api/backchannel-logout', () => {
  it('ends the session that a token names, and accepts each token only once', async () => {
    const key = await makeKey('first', 'ES256');
    const provider = await makeProvider(
      { id_token_signing_alg_values_supported: ['ES256'] },
      { keys: [key] },
    );
    const sub = crypto.randomUUID();
    const enter = async () => {
      const person = { sub, email: `${sub}@example.com` };
      const lie = { header: { alg: 'ES256' }, claims: { sid: 'desk' } };
      const cookie = cookiesOf(await provider.signIn(person, lie));
      return async () => (await provider.send('/api/auth/user', cookie)).status;
    };
    const token = await new SignJWT({ ...claims(), iss: provider.issuer, sid: 'desk' })
      .setProtectedHeader({ alg: 'ES256', kid: 'first', typ: 'logout+jwt' })
      .sign(key.privateKey);
    const logOut = async () =>
      (await provider.post('/api/backchannel-logout', { logout_token: token })).status;
    const first = await enter();
    expect(await first()).toBe(200);
    expect(await logOut()).toBe(200);
    expect(await first()).toBe(401);
    const next = await enter();
    expect(await logOut()).toBe(400);
    expect(await next()).toBe(200);
  });

  it('rejects invalid tokens and other methods', async () => {
    const response = await anonymous.send('/api/backchannel-logout', {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=nonsense',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await anonymous.get('/api/backchannel-logout')).status).toBe(405);
  });
});
