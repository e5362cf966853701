import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { RequestContext } from '~/services/platform/context.server';
import { minRsaBits, requireStrength } from './key-strength.server';
import { fetchFromProvider, requireAllowed, SignInError } from './provider-request.server';

/** Required contents of a discovery document. Endpoints that the deployment overrides are merged in first. */
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  claims_supported: z.array(z.string()).default([]),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

export type Provider = z.infer<typeof Discovery> & {
  /** The provider's public keys. A token signed with an unknown key triggers a refetch, at most every 30 seconds. */
  keys: JWTVerifyGetKey;
  /** Algorithms that its tokens may be signed with. */
  algorithms: string[];
};

/** Asymmetric algorithms only. Never `none`, nor HS256, whose key would be our client secret. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

const DISCOVERY_MS = 10 * 60 * 1000;
const KEY_COOLDOWN_MS = 30 * 1000;

const discovered = new Map<string, { provider: Provider; until: number }>();

/** The provider as described by its discovery document, cached for ten minutes by this isolate. @throws SignInError */
export async function discoverProvider({ env, now }: Pick<RequestContext, 'env' | 'now'>): Promise<Provider> {
  const cached = discovered.get(env.OIDC_ISSUER);
  if (cached && cached.until > now.getTime()) return cached.provider;
  try {
    const provider = await readDiscovery(env);
    discovered.set(env.OIDC_ISSUER, { provider, until: now.getTime() + DISCOVERY_MS });
    return provider;
  } catch (error) {
    throw new SignInError('We can’t reach your identity provider. Try again in a few minutes.', {
      cause: error,
    });
  }
}

async function readDiscovery(env: Env): Promise<Provider> {
  const url = `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await fetchFromProvider(env, url);
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
    requireAllowed(env, address);
  if (end_session_endpoint) requireAllowed(env, end_session_endpoint);
  const algorithms = provider.id_token_signing_alg_values_supported.filter((name) =>
    (ALGORITHMS as readonly string[]).includes(name),
  );
  if (algorithms.length === 0) throw new Error(`${url} offers none of ${ALGORITHMS.join(', ')}`);
  const remoteKeySet = createRemoteJWKSet(new URL(jwks_uri), {
    cooldownDuration: KEY_COOLDOWN_MS,
    [customFetch]: async () => {
      const { status, body } = await fetchFromProvider(env, jwks_uri);
      return Response.json(body, { status });
    },
  });
  const keys: JWTVerifyGetKey = async (header, token) => {
    const key = await remoteKeySet(header, token);
    requireStrength(key, minRsaBits(env));
    return key;
  };
  return { ...provider, keys, algorithms };
}
