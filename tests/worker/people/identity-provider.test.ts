import { env } from 'cloudflare:workers';
import { UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cookiesOf, makeKey, makeProvider, type SignInOverrides } from '../../support/identity-provider';
import { allRows } from '../../support/tables';

const UNVERIFIABLE = 'We couldn’t verify your identity provider’s response';
const UNUSABLE = 'Your identity provider sent an unexpected response';
const UNREACHABLE = 'We can’t reach your identity provider';
const FOREIGN = 'The sign-in response did not come from your identity provider';
const EXPIRED_LINK = 'This sign-in link was already used, has expired, or was started in another browser';

let serial = 0;
function newPerson() {
  serial += 1;
  return { sub: `person-${serial}`, email: `person-${serial}-${crypto.randomUUID()}@example.com` };
}

/** Expects the error page with this message, no session, and nothing written. */
async function expectRefusal(attempt: () => Promise<Response>, message: string): Promise<void> {
  const before = await allRows();
  const response = await attempt();
  const page = await response.text();
  expect(page).toContain('We couldn’t sign you in');
  expect(page).toContain(message);
  expect(response.status).toBe(400);
  expect(response.headers.getSetCookie().join()).not.toMatch(/aro_session/);
  expect(await allRows()).toEqual(before);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('an honest provider', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('signs people in with %s', async (alg) => {
    const key = await makeKey('only', alg);
    const offered = { id_token_signing_alg_values_supported: [alg] };
    const provider = await makeProvider(offered, { keys: [key] });
    const person = newPerson();
    const response = await provider.signIn(person, { header: { alg } });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
    const user = await provider.send('/api/auth/user', cookiesOf(response));
    expect(await user.json()).toMatchObject({ email: person.email });
    expect(response.headers.get('Server-Timing')).toMatch(/^d1;desc="[12] round trips/);
  });

  it('receives the verifier whose hash was challenge and nonce, and the client secret in the header', async () => {
    const provider = await makeProvider();
    const begun = await provider.send('/api/login');
    const asked = new URL(begun.headers.get('Location')!).searchParams;
    expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('nonce')).not.toBe(asked.get('state'));
    expect(begun.headers.getSetCookie()[0]).toMatch(/; HttpOnly/);
    await provider.signIn(newPerson());
    const [exchange] = await provider.seen('/token');
    const form = new URLSearchParams(exchange?.body);
    expect(form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(form.get('redirect_uri')).toBe('http://localhost/api/auth/callback');
    expect(form.get('client_secret')).toBeNull();
    const credentials = btoa(`${env.OIDC_CLIENT_ID}:${env.OIDC_CLIENT_SECRET}`);
    expect(exchange?.headers.authorization).toBe(`Basic ${credentials}`);
  });

  it('may name several audiences and the authorized party', async () => {
    const provider = await makeProvider();
    const claims = { aud: ['aro-system', 'another'], azp: 'aro-system' };
    expect((await provider.signIn(newPerson(), { claims })).status).toBe(302);
  });

  it('may omit its issuer from the callback if it never promised it', async () => {
    const provider = await makeProvider({ authorization_response_iss_parameter_supported: false });
    expect((await provider.signIn(newPerson(), { iss: undefined })).status).toBe(302);
  });

  it('may rotate its keys', async () => {
    const [first, second] = [await makeKey('first'), await makeKey('second')];
    const provider = await makeProvider({}, { keys: [first] });
    vi.useFakeTimers({ toFake: ['Date'] });
    expect((await provider.signIn(newPerson())).status).toBe(302);
    await provider.publish([second]);
    const signed: SignInOverrides = { key: second.privateKey, header: { kid: 'second' } };
    // Keys were just fetched. An attacker sending unknown key ids must not trigger a fetch each time.
    await expectRefusal(() => provider.signIn(newPerson(), signed), UNVERIFIABLE);
    expect(await provider.seen('/jwks')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 31_000);
    expect((await provider.signIn(newPerson(), signed)).status).toBe(302);
    expect(await provider.seen('/jwks')).toHaveLength(2);
  });
});

describe('an ID token is rejected', () => {
  const refusals: [string, (issuer: string) => SignInOverrides | Promise<SignInOverrides>][] = [
    ['without a signature', () => ({ idToken: (claims) => new UnsecuredJWT(claims).encode() })],
    [
      'signed with the client secret',
      () => ({
        key: new TextEncoder().encode(env.OIDC_CLIENT_SECRET),
        header: { alg: 'HS256', kid: undefined },
      }),
    ],
    ['signed with another key of the same id', async () => ({ key: (await makeKey('first')).privateKey })],
    ['signed with a key that nobody published', () => ({ header: { kid: 'unknown' } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['for several clients, without saying for which', () => ({ claims: { aud: ['aro-system', 'another'] } })],
    ['given to another client', () => ({ claims: { aud: ['aro-system', 'another'], azp: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://elsewhere.example' } })],
    ['of an issuer written differently', (issuer) => ({ claims: { iss: `${issuer}/` } })],
    ['that has expired', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 61 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['from long ago', () => ({ claims: { iat: Math.floor(Date.now() / 1000) - 400 } })],
    ['from the future', () => ({ claims: { iat: Math.floor(Date.now() / 1000) + 300 } })],
    ['that does not say when it was made', () => ({ claims: { iat: undefined } })],
    ['of another sign-in', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['of no sign-in', () => ({ claims: { nonce: undefined } })],
    ['about nobody', () => ({ claims: { sub: undefined } })],
    ['that is none', () => ({ idToken: () => 'not.a.token' })],
    ['about another person than userinfo', () => ({ userinfo: { sub: 'somebody-else' } })],
    [
      'that is missing',
      () => ({ scripts: { '/token': { body: { access_token: 'a', token_type: 'Bearer' } } } }),
    ],
  ];
  it.each(refusals)('%s', async (_, lieTo) => {
    const provider = await makeProvider();
    const lie = await lieTo(provider.issuer);
    await expectRefusal(() => provider.signIn(newPerson(), lie), UNVERIFIABLE);
  });

  it('signed with an algorithm that the provider does not offer', async () => {
    const key = await makeKey('first', 'ES256');
    const provider = await makeProvider(
      { id_token_signing_alg_values_supported: ['RS256'] },
      { keys: [key] },
    );
    await expectRefusal(() => provider.signIn(newPerson(), { header: { alg: 'ES256' } }), UNVERIFIABLE);
  });
});

describe('an RSA key of 2,048 bits', () => {
  const signInWith = async (vars: Partial<Env>) => {
    const key = await makeKey('short', 'RS256', 2048);
    const provider = await makeProvider({}, { keys: [key], vars });
    return () => provider.signIn(newPerson());
  };

  it('is rejected for its 112 bits of security', async () => {
    await expectRefusal(await signInWith({}), UNVERIFIABLE);
    await expectRefusal(await signInWith({ OIDC_MIN_RSA_BITS: 'many' }), UNVERIFIABLE);
  });

  it('is accepted if the deployment allows it', async () => {
    expect((await (await signInWith({ OIDC_MIN_RSA_BITS: '2048' }))()).status).toBe(302);
  });
});

describe('a person’s name', () => {
  it.each([
    ['direction marks', { given_name: 'Ada\u202Enimda' }, { firstName: 'Ada nimda' }],
    ['line breaks and NUL', { family_name: ' O\u0000\r\nBrien\u2028' }, { lastName: 'O Brien' }],
    ['half characters', { given_name: 'A\ud800' }, { firstName: 'A\ufffd' }],
    ['nothing else', { given_name: '\u200F\u0007' }, { firstName: null }],
    ['too many characters', { family_name: 'x'.repeat(5000) }, { lastName: 'x'.repeat(200) }],
    ['no text', { given_name: { en: 'Ada' } }, { firstName: null }],
  ])('with %s is cleaned, and doesn’t block the sign-in', async (_, userinfo, expected) => {
    const provider = await makeProvider();
    const response = await provider.signIn(newPerson(), { userinfo });
    expect(response.status).toBe(302);
    const user = await provider.send('/api/auth/user', cookiesOf(response));
    expect(await user.json()).toMatchObject(expected);
  });

  it('keeps joiners and combining marks', async () => {
    const provider = await makeProvider();
    const given_name = 'ش\u200cی Zoe\u0308';
    const response = await provider.signIn(newPerson(), { userinfo: { given_name } });
    const user = await provider.send('/api/auth/user', cookiesOf(response));
    expect(await user.json()).toMatchObject({ firstName: given_name });
  });
});

describe('a callback is rejected', () => {
  it.each([
    ['of another issuer', { iss: 'https://elsewhere.example' }, FOREIGN],
    ['without the issuer that the provider promises', { iss: undefined }, FOREIGN],
    ['in a browser that began no sign-in', { cookie: '' }, EXPIRED_LINK],
    ['in a browser that began another', { cookie: 'aro_oauth2:1=state%3Dx%26x%3Dy' }, EXPIRED_LINK],
  ] satisfies [string, SignInOverrides, string][])('%s', async (_, lie, message) => {
    const provider = await makeProvider();
    await expectRefusal(() => provider.signIn(newPerson(), lie), message);
    expect(await provider.seen('/token')).toEqual([]);
  });

  it('whose code the provider rejects', async () => {
    const provider = await makeProvider();
    const scripts = { '/token': { status: 400, body: { error: 'invalid_grant' } } };
    await expectRefusal(() => provider.signIn(newPerson(), { scripts }), EXPIRED_LINK);
  });
});

describe('a provider response is rejected', () => {
  const PLACES = ['/token', '/jwks', '/userinfo'];

  it.each(PLACES)('that redirects from %s, without following the redirect', async (path) => {
    const provider = await makeProvider();
    const headers = { Location: `${provider.issuer}/elsewhere` };
    const scripts = { [path]: { status: 307, headers, body: {} } };
    await expectRefusal(() => provider.signIn(newPerson(), { scripts }), UNUSABLE);
    expect(await provider.seen('/elsewhere')).toEqual([]);
  });

  it.each(PLACES)('that is too large from %s', async (path) => {
    const provider = await makeProvider();
    const scripts = { [path]: { body: `{"filler":"${'x'.repeat(300_000)}"}` } };
    await expectRefusal(() => provider.signIn(newPerson(), { scripts }), UNUSABLE);
  });

  it.each(PLACES)('that is not JSON from %s', async (path) => {
    const provider = await makeProvider();
    const headers = { 'Content-Type': 'text/html' };
    await expectRefusal(
      () => provider.signIn(newPerson(), { scripts: { [path]: { headers, body: '{}' } } }),
      UNUSABLE,
    );
    await expectRefusal(
      () => provider.signIn(newPerson(), { scripts: { [path]: { body: '<html>' } } }),
      UNUSABLE,
    );
  });

  it('after five seconds when the provider doesn’t respond, or stops mid-response', async () => {
    const hanging = [
      { hang: 'at-once', path: '/.well-known/openid-configuration' },
      { hang: 'at-once', path: '/token' },
      { hang: 'in-body', path: '/jwks' },
      { hang: 'in-body', path: '/userinfo' },
    ] as const;
    const providers = await Promise.all(
      hanging.map(async ({ hang, path }) => ({ path, hang, provider: await makeProvider() })),
    );
    await Promise.all(
      providers.map(async ({ path, hang, provider }) => {
        if (path.startsWith('/.well-known')) await provider.script({ [path]: { hang } });
        const began = Date.now();
        const response = await provider.signIn(newPerson(), { scripts: { [path]: { hang } } });
        expect(await response.text(), `${path} ${hang}`).toContain('We couldn’t sign you in');
        expect(response.status).toBe(400);
        // Generous, because other tests may run on the machine at the same time.
        expect(Date.now() - began).toBeLessThan(9000);
      }),
    );
  });
});

describe('a provider is rejected', () => {
  it.each([
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
    'end_session_endpoint',
  ])('whose %s is on a host that the deployment does not list', async (name) => {
    const elsewhere = await makeProvider();
    // Another name for the same machine, so it would respond.
    const address = `${elsewhere.issuer.replace('127.0.0.1', 'localhost')}/jwks`;
    const provider = await makeProvider({ [name]: address });
    await expectRefusal(() => provider.send('/api/login'), UNREACHABLE);
    expect(await elsewhere.seen('/jwks')).toEqual([]);
  });

  it('but not once the deployment lists the host', async () => {
    const key = await makeKey('first', 'ES256');
    const keys = await makeProvider({}, { keys: [key] });
    const jwks_uri = `${keys.issuer.replace('127.0.0.1', 'localhost')}/jwks`;
    const vars = { OIDC_HOSTS: `other.example, ${new URL(jwks_uri).host.toUpperCase()}` };
    const offered = { jwks_uri, id_token_signing_alg_values_supported: ['ES256'] };
    const provider = await makeProvider(offered, { keys: [key], vars });
    expect((await provider.signIn(newPerson(), { header: { alg: 'ES256' } })).status).toBe(302);
    expect(await keys.seen('/jwks')).toHaveLength(1);
  });

  const begin = async (discovery: Record<string, unknown>) => {
    const provider = await makeProvider(discovery);
    await expectRefusal(() => provider.send('/api/login'), UNREACHABLE);
  };

  it('that names a different issuer', () => begin({ issuer: 'https://elsewhere.example' }));
  it('whose endpoints are not https', async () => {
    const discovery = { token_endpoint: 'http://provider.example/token' };
    const provider = await makeProvider(discovery, { vars: { OIDC_HOSTS: 'provider.example' } });
    await expectRefusal(() => provider.send('/api/login'), UNREACHABLE);
  });
  it('that offers no acceptable signature algorithm', () =>
    begin({ id_token_signing_alg_values_supported: ['none', 'HS256'] }));
  it('without keys', () => begin({ jwks_uri: undefined }));

  it('that redirects its discovery document', async () => {
    const provider = await makeProvider();
    const headers = { Location: `${provider.issuer}/elsewhere` };
    await provider.script({ '/.well-known/openid-configuration': { status: 302, headers, body: {} } });
    await expectRefusal(() => provider.send('/api/login'), UNREACHABLE);
    expect(await provider.seen('/elsewhere')).toEqual([]);
  });

  it('on this machine without https, when the application is deployed', async () => {
    const provider = await makeProvider({}, { vars: { ENVIRONMENT: 'production' } });
    await expectRefusal(() => provider.send('/api/login', '', 'https://aro.example'), UNREACHABLE);
    expect(await provider.seen('/.well-known/openid-configuration')).toEqual([]);
  });
});
