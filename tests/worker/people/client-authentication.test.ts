import { env } from 'cloudflare:workers';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { sendTo } from '../../support/deployed-worker';
import { cookiesOf, makeProvider } from '../../support/identity-provider';
import type { RealProvider } from '../../support/real-provider';

const APP = 'http://localhost:8787';

let warning: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const newPerson = () => ({ sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` });

async function makeKey(alg = 'ES256', modulusLength = 3072) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, modulusLength });
  const shared = { kid: 'client', alg };
  return {
    setting: JSON.stringify({ ...(await exportJWK(privateKey)), ...shared }),
    published: createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), ...shared }] }),
  };
}

describe('with a key, the application authenticates with an assertion', () => {
  it.each(['ES256', 'EdDSA', 'PS256'])(
    'signed with %s, for this provider, single-use and valid for a minute',
    async (alg) => {
      const { setting, published } = await makeKey(alg);
      const provider = await makeProvider({}, { vars: { OIDC_CLIENT_KEY: setting } });
      expect((await provider.signIn(newPerson())).status).toBe(302);
      expect((await provider.signIn(newPerson())).status).toBe(302);
      const exchanges = await provider.seen('/token');
      const payloads = await Promise.all(
        exchanges.map(async ({ headers, body }) => {
          const form = new URLSearchParams(body);
          expect(headers.authorization).toBeUndefined();
          expect(body).not.toContain(encodeURIComponent(env.OIDC_CLIENT_SECRET!));
          expect(form.get('client_assertion_type')).toBe(
            'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          );
          const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion')!, published);
          expect(protectedHeader).toEqual({ alg, kid: 'client' });
          return payload;
        }),
      );
      const id = 'aro-system';
      for (const payload of payloads) {
        expect(payload).toMatchObject({ iss: id, sub: id, aud: `${provider.issuer}/token` });
        expect(payload.exp! - payload.iat!).toBe(60);
      }
      expect(new Set(payloads.map(({ jti }) => jti)).size).toBe(2);
    },
  );

  it.each([
    ['is none', async () => 'nonsense with a secret in it'],
    ['is public', async () => JSON.stringify({ kty: 'EC', alg: 'ES256', crv: 'P-256', x: 'a', y: 'b' })],
    ['is a shared secret', async () => JSON.stringify({ kty: 'oct', k: 'abc', d: 'x', alg: 'ES256' })],
    ['is too short', async () => (await makeKey('RS256', 2048)).setting],
  ])('but not when the key %s, without revealing it', async (_, makeSetting) => {
    const OIDC_CLIENT_KEY = await makeSetting();
    const provider = await makeProvider({}, { vars: { OIDC_CLIENT_KEY } });
    const response = await provider.signIn(newPerson());
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('couldn’t verify your identity provider’s response');
    expect(await provider.seen('/token')).toEqual([]);
    expect(warning.mock.calls.join()).not.toContain(OIDC_CLIENT_KEY);
  });

  it('and nobody can sign in without a key or secret', async () => {
    const provider = await makeProvider({}, { vars: { OIDC_CLIENT_SECRET: undefined } });
    expect((await provider.signIn(newPerson())).status).toBe(400);
    expect(warning.mock.calls.join()).toContain('Neither OIDC_CLIENT_KEY nor OIDC_CLIENT_SECRET is set');
  });
});

/** Signs in through the real provider like a browser, keeping the cookies of both sides. @returns the callback's response */
async function signInAtRealProvider(
  settings: RealProvider,
  { email, atProvider = new Map() }: { email: string; atProvider?: Map<string, string> },
  start = '/api/login',
): Promise<{ asked: URL; form: string | null; done: Response }> {
  const begun = await sendTo(settings, APP + start);
  const asked = new URL(begun.headers.get('Location')!);
  const visit = async (
    address: string,
    init: RequestInit = {},
  ): Promise<{ url: string; response: Response }> => {
    const Cookie = [...atProvider].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, Cookie },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === '') atProvider.delete(name!);
      else atProvider.set(name!, value!);
    }
    const next = response.headers.get('Location');
    if (!next || next.startsWith(APP)) return { url: next ?? address, response };
    return visit(new URL(next, address).href);
  };
  let at = await visit(asked.href);
  const form = at.response.status === 200 ? await at.response.text() : null;
  if (form) {
    const body = new URLSearchParams({ email }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    at = await visit(at.url, { method: 'POST', headers, body });
  }
  const done = await sendTo(settings, at.url, { headers: { Cookie: cookiesOf(begun) } });
  return { asked, form, done };
}

describe.each(['secret', 'key'] as const)('with oidc-provider and a %s', (kind) => {
  const settings = inject('realProviders')[kind];

  it('people sign in, and the session records the time', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { done } = await signInAtRealProvider(settings, { email });
    expect([done.status, done.headers.get('Location')]).toEqual([302, '/']);
    const user = await sendTo(settings, `${APP}/api/auth/user`, { headers: { Cookie: cookiesOf(done) } });
    expect(await user.json()).toMatchObject({ email });
    const ended = await sendTo(settings, `${APP}/api/user/sessions`, {
      method: 'DELETE',
      headers: { Cookie: cookiesOf(done), Origin: APP },
    });
    expect(ended.status).toBe(204);
  });

  it('nobody signs in with a wrong one', async () => {
    const { setting } = await makeKey();
    const wrong = kind === 'key' ? { OIDC_CLIENT_KEY: setting } : { OIDC_CLIENT_SECRET: 'wrong' };
    const email = `${crypto.randomUUID()}@example.com`;
    const { done } = await signInAtRealProvider({ ...settings, ...wrong }, { email });
    expect(done.status).toBe(400);
    expect(warning.mock.calls.join()).toContain('invalid_client');
  });

  it('a user with a provider session signs in without a prompt, except when a page requires a new sign-in', async () => {
    const person = { email: `${crypto.randomUUID()}@example.com`, atProvider: new Map<string, string>() };
    const first = await signInAtRealProvider(settings, person);
    expect(first.form).toContain('Sign in');
    const second = await signInAtRealProvider(settings, person);
    expect([second.form, second.done.status]).toEqual([null, 302]);
    const third = await signInAtRealProvider(settings, person, '/api/login?again=/settings');
    expect(third.asked.searchParams.get('prompt')).toBe('login');
    expect(third.form).toContain('Sign in');
    expect(third.done.headers.get('Location')).toBe('/settings');
  });
});
