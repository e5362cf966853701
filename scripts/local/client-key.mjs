import { generateKeyPairSync, randomUUID } from 'node:crypto';

/** Generates a key for signing client assertions with ES256, both halves as JWK. */
export function newClientKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d, ...shared } = privateKey.export({ format: 'jwk' });
  const publicKey = { ...shared, kid: randomUUID(), use: 'sig', alg: 'ES256' };
  return { privateKey: { ...publicKey, d }, publicKey };
}
