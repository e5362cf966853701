import type { CryptoKey } from 'jose';

/** RSA needs this many bits for the 128 bits of security that P-256 and Ed25519 have. */
const RSA_BITS = 3072;

/**
 * How many bits an RSA key of the provider must have at least. Many providers still sign with 2,048, some 112 bits of
 * security: a deployment says itself that it takes those. jose takes no shorter ones.
 * @throws Error for a setting that is not a number
 */
export function weakestRsa({ OIDC_MIN_RSA_BITS }: Pick<Env, 'OIDC_MIN_RSA_BITS'>): number {
  const bits = Number(OIDC_MIN_RSA_BITS || RSA_BITS);
  if (!Number.isInteger(bits)) throw new Error('OIDC_MIN_RSA_BITS is not a number');
  return bits;
}

/** @throws Error for an RSA key of fewer bits */
export function requireStrength(key: CryptoKey, rsaBits = RSA_BITS): void {
  const { modulusLength } = key.algorithm as Partial<RsaHashedKeyAlgorithm>;
  if (modulusLength !== undefined && modulusLength < rsaBits)
    throw new Error(`An RSA key of ${modulusLength} bits is too short: at least ${rsaBits} are required`);
}
