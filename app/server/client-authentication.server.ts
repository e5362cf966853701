import { importJWK, SignJWT } from 'jose';
import { z } from 'zod';
import { requireStrength } from './key-strength.server';
import { ALGORITHMS } from './sign-in-provider.server';

/** Short, because a provider uses an assertion as soon as it receives it. */
const ASSERTION_SECONDS = 60;

/** A private key as JWK. Microsoft Entra ID identifies keys by a certificate's hash instead of `kid`. */
const ClientKey = z.looseObject({
  kty: z.string(),
  d: z.string(),
  alg: z.enum(ALGORITHMS),
  kid: z.string().optional(),
  'x5t#S256': z.string().optional(),
});

type Client = { env: Env; now: Date };

/** Authenticates us to the token endpoint: a signed assertion, or the client secret. */
export type ClientProof = { headers: Record<string, string>; params: Record<string, string> };

/**
 * Signs an assertion that is valid once and for a minute (`private_key_jwt`) if OIDC_CLIENT_KEY holds a key; otherwise
 * sends the client secret in the header (`client_secret_basic`).
 * @throws Error when neither is set, or the key is invalid
 */
export async function proveClient({ env, now }: Client, tokenEndpoint: string): Promise<ClientProof> {
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = env;
  if (env.OIDC_CLIENT_KEY) {
    return {
      headers: {},
      params: {
        client_id: id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await signAssertion(env.OIDC_CLIENT_KEY, { id, tokenEndpoint, now }),
      },
    };
  }
  if (!secret) throw new Error('Neither OIDC_CLIENT_KEY nor OIDC_CLIENT_SECRET is set');
  // RFC 6749, 2.3.1: both are encoded, so that a colon or a non-ASCII character survives.
  const credentials = btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
  return { headers: { Authorization: `Basic ${credentials}` }, params: {} };
}

async function signAssertion(
  setting: string,
  { id, tokenEndpoint, now }: { id: string; tokenEndpoint: string; now: Date },
): Promise<string> {
  const jwk = readKey(setting);
  const key = await importJWK(jwk, jwk.alg);
  if (key instanceof Uint8Array) throw new Error('OIDC_CLIENT_KEY is a shared secret');
  requireStrength(key);
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, 'x5t#S256': jwk['x5t#S256'] })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(tokenEndpoint)
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key);
}

/** Never puts the setting's value in an error, which would end up in the log. */
function readKey(setting: string): z.infer<typeof ClientKey> {
  try {
    return ClientKey.parse(JSON.parse(setting));
  } catch {
    throw new Error('OIDC_CLIENT_KEY is not a private JWK with `alg`');
  }
}
