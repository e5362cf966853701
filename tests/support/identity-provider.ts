import { env } from 'cloudflare:workers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { inject } from 'vitest';
import { sendTo } from './deployed-worker';
import type { Script, SeenRequest } from './scripted-server';
import { ORIGIN } from './worker';

export type Key = { kid: string; privateKey: CryptoKey; jwk: object };

export async function makeKey(kid: string, alg = 'RS256', modulusLength = 3072): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, modulusLength });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg } };
}

/** Generating a key is slow, and most providers need no key of their own. */
let usualKey: Promise<Key> | undefined;

type Claims = Record<string, unknown>;

/** How one sign-in deviates from an honest one. */
export type SignInOverrides = {
  /** Overrides for the honest claims; undefined omits a claim. */
  claims?: Claims;
  header?: Partial<JWTHeaderParameters>;
  /** Signs the token instead of the provider's first key. */
  key?: CryptoKey | Uint8Array;
  /** Builds the entire token from the honest claims. */
  idToken?: (claims: Claims) => string;
  userinfo?: Claims;
  /** Overrides for the responses of the token, userinfo and key endpoints. */
  scripts?: Record<string, Script>;
  /** Set on the callback; undefined omits it. */
  iss?: string | undefined;
  /** Cookies of the callback, instead of those set by the sign-in. */
  cookie?: string;
};

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** An identity provider for one test on the scripted server, and the browser that signs in through it. */
export async function makeProvider(
  discovery: Claims | ((issuer: string) => Claims) = {},
  { keys, vars }: { keys?: Key[]; vars?: Partial<Env> } = {},
) {
  const name = crypto.randomUUID();
  const control = `${inject('scriptedServer')}/${name}`;
  const issuer = control;
  usualKey ??= makeKey('first');
  const ring = keys ?? [await usualKey];
  const script = (answers: Record<string, Script>) =>
    fetch(control, { method: 'PUT', body: JSON.stringify(answers) }).then((response) => response.text());
  const publish = (published: Key[]) =>
    script({ '/jwks': { body: { keys: published.map(({ jwk }) => jwk) } } });
  await script({
    '/.well-known/openid-configuration': {
      body: {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        authorization_response_iss_parameter_supported: true,
        ...(typeof discovery === 'function' ? discovery(issuer) : discovery),
      },
    },
  });
  await publish(ring);
  const providerEnv = { ...env, OIDC_ISSUER: issuer, ...vars };

  const send = (path: string, cookie = '', origin = ORIGIN): Promise<Response> =>
    sendTo(providerEnv, origin + path, { headers: { Cookie: cookie } });

  /** A form sent by the provider. */
  const post = (path: string, fields: Record<string, string>): Promise<Response> => {
    const body = new URLSearchParams(fields).toString();
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    };
    return sendTo(providerEnv, ORIGIN + path, { method: 'POST', headers, body });
  };

  /**
   * Signs in, from the first click to the application's response to the callback.
   * @param from the starting address, and the cookies of a user who is already signed in
   */
  async function signIn(
    person: { sub: string } & Claims,
    lie: SignInOverrides = {},
    { path = '/api/login', as = '' }: { path?: string; as?: string } = {},
  ): Promise<Response> {
    const start = await send(path, as);
    const location = start.headers.get('Location');
    if (!location) return start;
    const asked = new URL(location).searchParams;
    const claims: Claims = {
      iss: issuer,
      aud: 'aro-system',
      sub: person.sub,
      nonce: asked.get('nonce'),
      iat: secondsFromNow(0),
      exp: secondsFromNow(600),
      ...lie.claims,
    };
    const [first] = ring;
    const idToken =
      lie.idToken?.(claims) ??
      (await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: first!.kid, ...lie.header })
        .sign(lie.key ?? first!.privateKey));
    await script({
      '/token': { body: { access_token: 'access', token_type: 'Bearer', id_token: idToken } },
      '/userinfo': { body: { email_verified: true, ...person, ...lie.userinfo } },
      ...lie.scripts,
    });
    const search = new URLSearchParams({ code: 'the-code', state: asked.get('state') ?? '' });
    const iss = 'iss' in lie ? lie.iss : issuer;
    if (iss !== undefined) search.set('iss', iss);
    const cookie = lie.cookie ?? [as, cookiesOf(start)].filter(Boolean).join('; ');
    return send(`/api/auth/callback?${search}`, cookie);
  }

  const seen = async (path: string): Promise<SeenRequest[]> => {
    const requests = (await (await fetch(control)).json()) as SeenRequest[];
    return requests.filter((request) => request.path === path);
  };

  return { issuer, env: providerEnv, script, publish, send, post, signIn, seen };
}

/** The cookies set by a response, as a browser would send them back; removed ones are left out. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
