import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { RequestContext } from '~/services/platform/context.server';

/** Why a sign-in failed, in words for the person; the cause is for the log. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** What a discovery document must say. Endpoints that the deployment overrides are put in first. */
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

export type Provider = z.infer<typeof Discovery> & {
  /** The provider's public keys. A token signed with an unknown one has them fetched again, at most every 30 seconds. */
  keys: JWTVerifyGetKey;
  /** What its tokens may be signed with. */
  algorithms: string[];
};

/** Signatures made with a private key. Never `none`, nor HS256, whose key would be our client secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const DISCOVERY_MS = 10 * 60 * 1000;
const KEY_COOLDOWN_MS = 30 * 1000;
const ANSWER_MS = 5000;
const MAX_ANSWER_BYTES = 256 * 1024;

const discovered = new Map<string, { provider: Provider; until: number }>();

/** The provider as its discovery document describes it, kept for ten minutes by this isolate. @throws SignInError */
export async function discoverProvider({ env, now }: Pick<RequestContext, 'env' | 'now'>): Promise<Provider> {
  const kept = discovered.get(env.OIDC_ISSUER);
  if (kept && kept.until > now.getTime()) return kept.provider;
  try {
    const provider = await readDiscovery(env);
    discovered.set(env.OIDC_ISSUER, { provider, until: now.getTime() + DISCOVERY_MS });
    return provider;
  } catch (error) {
    throw new SignInError('The identity provider cannot be reached. Try again in a few minutes.', {
      cause: error,
    });
  }
}

async function readDiscovery(env: Env): Promise<Provider> {
  requireSecure(env, env.OIDC_ISSUER);
  const url = `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await askProvider(url);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  const provider = Discovery.parse({
    ...z.record(z.string(), z.unknown()).parse(body),
    ...(env.OIDC_AUTHORIZATION_ENDPOINT && { authorization_endpoint: env.OIDC_AUTHORIZATION_ENDPOINT }),
    ...(env.OIDC_TOKEN_ENDPOINT && { token_endpoint: env.OIDC_TOKEN_ENDPOINT }),
    ...(env.OIDC_USERINFO_ENDPOINT && { userinfo_endpoint: env.OIDC_USERINFO_ENDPOINT }),
    ...(env.OIDC_END_SESSION_ENDPOINT && { end_session_endpoint: env.OIDC_END_SESSION_ENDPOINT }),
  });
  if (provider.issuer !== env.OIDC_ISSUER) {
    throw new Error(`OIDC_ISSUER is ${env.OIDC_ISSUER}, but the provider calls itself ${provider.issuer}`);
  }
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri, end_session_endpoint } =
    provider;
  for (const address of [authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri])
    requireSecure(env, address);
  if (end_session_endpoint) requireSecure(env, end_session_endpoint);
  const algorithms = provider.id_token_signing_alg_values_supported.filter((name) =>
    ALGORITHMS.includes(name),
  );
  if (algorithms.length === 0) throw new Error(`${url} offers none of ${ALGORITHMS.join(', ')}`);
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cooldownDuration: KEY_COOLDOWN_MS,
    [customFetch]: async () => {
      const { status, body } = await askProvider(jwks_uri);
      return Response.json(body, { status });
    },
  });
  return { ...provider, keys, algorithms };
}

/** Https, except for the local provider of `npm start` and tests. */
function requireSecure(env: Env, address: string): void {
  const { protocol, hostname } = new URL(address);
  const isLocal =
    ['local', 'test'].includes(env.ENVIRONMENT) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:')) throw new Error(`${address} is not https`);
}

/**
 * Sends a request to the provider and reads its JSON answer. Redirects are not followed: they could carry the code, the
 * client secret or the access token elsewhere.
 * @throws SignInError when no answer comes within 5 seconds, or one that is a redirect, too large or not JSON
 */
export async function askProvider(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const type = response.headers.get('Content-Type') ?? 'no content type';
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
      await response.body?.cancel();
      throw new Error(`${url} answered ${response.status} with ${type} instead of JSON`);
    }
    return { status: response.status, body: JSON.parse(await readText(url, response)) };
  } catch (error) {
    throw new SignInError('The identity provider did not answer as expected. Try again in a few minutes.', {
      cause: error,
    });
  }
}

async function readText(url: string, { body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new Error(`${url} answered more than ${MAX_ANSWER_BYTES} bytes`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
