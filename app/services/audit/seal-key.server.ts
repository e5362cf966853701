import { fromBase64, toBase64Url } from '~/services/platform/bytes.server';

const ALGORITHM = { name: 'Ed25519' };

/** Signs seal hashes with the deployment's key. */
export type SealKey = {
  /** Base64url. */
  publicKey: string;
  sign: (hash: string) => Promise<string>;
};

/**
 * The deployment's key from `SEAL_SIGNING_KEY` (PKCS #8 in base64 or base64url); null if it isn't set.
 * @throws DOMException when the variable isn't an Ed25519 key
 */
export async function readSealKey({
  SEAL_SIGNING_KEY,
}: Pick<Env, 'SEAL_SIGNING_KEY'>): Promise<SealKey | null> {
  if (!SEAL_SIGNING_KEY) return null;
  const key = await crypto.subtle.importKey('pkcs8', fromBase64(SEAL_SIGNING_KEY.trim()), ALGORITHM, true, [
    'sign',
  ]);
  const { x } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey;
  return {
    publicKey: x!,
    sign: async (hash) => {
      const signature = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(hash));
      return toBase64Url(new Uint8Array(signature));
    },
  };
}

/** Public keys that seals may be signed with: the deployment's current key and its former ones. */
export async function trustedKeys(
  env: Pick<Env, 'SEAL_SIGNING_KEY' | 'SEAL_FORMER_PUBLIC_KEYS'>,
): Promise<string[]> {
  const currentKey = await readSealKey(env);
  const formerKeys = (env.SEAL_FORMER_PUBLIC_KEYS ?? '').split(',').map((key) => key.trim());
  return [currentKey?.publicKey ?? '', ...formerKeys].filter((key) => key !== '').map(readPublicKey);
}

/**
 * Normalizes a public key, in base64 or base64url, to the form used in seals (base64url).
 * @throws Error without the text, which could be a secret by mistake
 */
export function readPublicKey(text: string): string {
  if (!/^[\w+/-]{43}=?$/.test(text)) {
    throw new Error('A seal public key has 43 characters, like publicKey in a copy of a seal.');
  }
  return toBase64Url(fromBase64(text));
}

/** True when a hash was signed with a key. False for a malformed key or signature. */
export async function isSigned(hash: string, publicKey: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, fromBase64(signature), new TextEncoder().encode(hash));
  } catch {
    return false;
  }
}
