import type { CryptoKey } from 'jose';

/** RSA key size that matches the 128 bits of security of P-256 and Ed25519. */
const RSA_BITS = 3072;

/**
 * Minimum size, in bits, of the provider's RSA keys. Many providers still sign with 2,048 bits, about 112 bits of security;
 * a deployment must opt in to accept those. jose accepts none shorter.
 * @throws Error for a setting that isn't a whole number
 */
export function minRsaBits({ OIDC_MIN_RSA_BITS }: Pick<Env, 'OIDC_MIN_RSA_BITS'>): number {
  const bits = Number(OIDC_MIN_RSA_BITS || RSA_BITS);
  if (!Number.isInteger(bits)) throw new Error('OIDC_MIN_RSA_BITS is not a number');
  return bits;
}

/** @throws Error for an RSA key with fewer bits */
export function requireStrength(key: CryptoKey, rsaBits = RSA_BITS): void {
  const { modulusLength } = key.algorithm as Partial<RsaHashedKeyAlgorithm>;
  if (modulusLength !== undefined && modulusLength < rsaBits)
    throw new Error(`An RSA key of ${modulusLength} bits is too short: at least ${rsaBits} are required`);
}
