import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const KEPT_MS = 10 * 60_000;
const ANSWER_MS = 5000;

export type ProviderKeys = { issuer: string; keys: JWTVerifyGetKey; algorithms: string[] };

/** Signatures made with a private key: never `none`, nor HS256. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const known = new Map<string, { found: ProviderKeys; until: number }>();

/** The provider's signing keys by its discovery document, which this isolate keeps for ten minutes. @throws Error */
export async function readProviderKeys({ env, now }: { env: Env; now: Date }): Promise<ProviderKeys> {
  const kept = known.get(env.OIDC_ISSUER);
  if (kept && kept.until > now.getTime()) return kept.found;
  const url = `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const { issuer, jwks_uri } = Discovery.parse(await response.json());
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: ANSWER_MS });
  const found = { issuer, keys, algorithms: ALGORITHMS };
  known.set(env.OIDC_ISSUER, { found, until: now.getTime() + KEPT_MS });
  return found;
}
