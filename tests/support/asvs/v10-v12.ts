import { type AsvsItem, met, notApplicable, platform } from './item';

const PROVIDER_DOES = 'Asked of the identity provider, which is another product.';
const NO_RESOURCE_SERVER = 'Calls are authorized by the session; access tokens are not accepted.';
const NOT_ENCRYPTED = 'The application encrypts nothing itself; Cloudflare encrypts what is stored.';
const NO_PASSWORDS = 'There are no passwords to store or to make keys of.';
const INTERNAL = 'Bindings connect the Worker with D1, KV, R2 and Queues inside Cloudflare; nothing to set.';
const PROVIDER = 'tests/worker/people/identity-provider.test.ts';
const BACK_CHANNEL = 'tests/worker/people/backchannel-logout.test.ts';
const SIGN_IN = 'tests/e2e/people/sign-in.spec.ts';

/** Chapter 10 has requirements for providers as well as for their clients. */
const AT_PROVIDER: [number: string, about: string][] = [
  ['10.4.1', 'Redirect addresses are registered'],
  ['10.4.2', 'Codes work once'],
  ['10.4.3', 'Codes are short-lived'],
  ['10.4.4', 'Only the grants that are needed'],
  ['10.4.5', 'Stolen refresh tokens'],
  ['10.4.6', 'Codes need PKCE'],
  ['10.4.7', 'Registration of unknown clients'],
  ['10.4.8', 'Refresh tokens expire'],
  ['10.4.9', 'People can revoke tokens'],
  ['10.4.10', 'Clients authenticate'],
  ['10.4.11', 'Only the scopes that are needed'],
  ['10.6.1', 'Only safe response types'],
  ['10.6.2', 'Nobody is forced to sign out'],
  ['10.7.1', 'People consent'],
  ['10.7.2', 'Consent says to what'],
  ['10.7.3', 'Consent can be taken back'],
];

export const V10_TO_V12: AsvsItem[] = [
  met(
    '10.1.1',
    'Tokens stay on the server',
    'app/services/people/session.server.ts',
    'app/server/sign-in-strategy.server.ts',
  ),
  met(
    '10.1.2',
    'Answers belong to this browser’s sign-in',
    `${PROVIDER} › in a browser that began no sign-in`,
    `${SIGN_IN} › an invalid callback shows the reason, offers a retry, and does not redirect in a loop`,
  ),
  met(
    '10.2.1',
    'State and PKCE',
    `${SIGN_IN} › an invalid callback shows the reason, offers a retry, and does not redirect in a loop`,
    `${PROVIDER} › receives the verifier whose hash was challenge and nonce`,
  ),
  met(
    '10.2.2',
    'Answers of another provider are refused',
    `${PROVIDER} › a callback is rejected`,
    `${PROVIDER} › without the issuer that the provider promises`,
  ),
  notApplicable('10.3.1', 'Access tokens are for this service', NO_RESOURCE_SERVER),
  notApplicable('10.3.2', 'Access tokens’ claims decide', NO_RESOURCE_SERVER),
  notApplicable('10.3.3', 'Access tokens identify a user permanently', NO_RESOURCE_SERVER),
  notApplicable('10.3.4', 'Access tokens are strong enough', NO_RESOURCE_SERVER),
  met(
    '10.5.1',
    'ID tokens cannot be used again',
    `${PROVIDER} › of another sign-in`,
    `${PROVIDER} › of no sign-in`,
  ),
  met(
    '10.5.2',
    'People are known by `sub`',
    'tests/worker/people/identity.test.ts › keeps the same account at each sign-in, even if the rest of the profile changes',
  ),
  met(
    '10.5.3',
    'The provider’s description names the configured issuer exactly',
    'app/server/sign-in-provider.server.ts',
    `${PROVIDER} › that names a different issuer`,
  ),
  met(
    '10.5.4',
    'ID tokens are for this client',
    `${PROVIDER} › for another client`,
    `${PROVIDER} › given to another client`,
  ),
  met(
    '10.5.5',
    'Logout tokens are verified',
    'app/server/logout-token.server.ts',
    `${BACK_CHANNEL} › with the type %s is rejected`,
    `${BACK_CHANNEL} › of %s is rejected`,
    `${BACK_CHANNEL} › signed with another key, a shared secret or not at all is rejected`,
    `${BACK_CHANNEL} › ends the session that a token names, and accepts each token only once`,
  ),
  ...AT_PROVIDER.map(([number, about]) => notApplicable(number, about, PROVIDER_DOES)),

  met(
    '11.1.1',
    'How keys are made, kept and replaced is documented',
    'docs/security.md',
    'docs/operations.md',
  ),
  met('11.1.2', 'Keys and algorithms are listed', 'docs/security.md', 'workers/env.d.ts'),
  met(
    '11.2.1',
    'Cryptography of others, well kept',
    'app/services/platform/digest.server.ts',
    'app/server/sign-in-strategy.server.ts',
  ),
  met(
    '11.2.2',
    'Keys and algorithms can be replaced',
    'app/services/audit/seal-key.server.ts',
    'app/server/sign-in-provider.server.ts',
    `${PROVIDER} › may rotate its keys`,
  ),
  platform(
    '11.2.3',
    '128 bits of security everywhere',
    'The identity provider: let it sign with ES256, EdDSA, or RSA of 3,072 bits. By default shorter RSA keys are refused. With `OIDC_MIN_RSA_BITS = "2048"`, for a provider that has no others, this item is not met (docs/decisions/0036-what-a-sign-in-must-be.md). Everything of our own has 128 bits or more.',
    'app/server/key-strength.server.ts',
    'tests/worker/people/identity-provider.test.ts › is rejected for its 112 bits of security',
    'tests/worker/people/client-authentication.test.ts › but not when the key %s, without revealing it',
  ),
  notApplicable('11.3.1', 'Insecure block modes', NOT_ENCRYPTED),
  notApplicable('11.3.2', 'Approved ciphers', NOT_ENCRYPTED),
  notApplicable('11.3.3', 'Encrypted data are authenticated', NOT_ENCRYPTED),
  met(
    '11.4.1',
    'Approved hash functions',
    'app/services/platform/digest.server.ts',
    'app/services/imports/upload-address.server.ts',
  ),
  notApplicable('11.4.2', 'Passwords are hashed slowly', NO_PASSWORDS),
  met(
    '11.4.3',
    'Hashes are long enough',
    'app/services/platform/digest.server.ts',
    'app/services/audit/seal-key.server.ts',
  ),
  notApplicable('11.4.4', 'Keys made of passwords', NO_PASSWORDS),
  met(
    '11.5.1',
    'What must not be guessed is random',
    'workers/load-context.ts',
    'app/services/people/session.server.ts',
  ),
  met(
    '11.6.1',
    'Approved signatures and key generation',
    'app/services/audit/seal-key.server.ts',
    'tests/worker/audit/seals.test.ts › when a seal itself is changed, deleted or forged',
    `${PROVIDER} › signs people in with %s`,
  ),

  platform(
    '12.1.1',
    'TLS 1.2 and 1.3 only',
    'Dashboard → SSL/TLS → Edge Certificates: Minimum TLS Version *TLS 1.2*, TLS 1.3 *On*.',
  ),
  platform(
    '12.1.2',
    'Strong cipher suites',
    'Dashboard → SSL/TLS → Edge Certificates → Cipher suites: *Modern* (needs Advanced Certificate Manager).',
  ),
  notApplicable('12.1.3', 'Client certificates', 'Nobody signs in with a certificate.'),
  platform(
    '12.2.1',
    'Nothing is served without TLS',
    'The Worker leads pages to https and refuses over http what programs ask for. For files of the build, which do not pass it: dashboard → Rules → Redirect Rules and Security → WAF → Custom rules, as docs/security.md has them under What you set at Cloudflare.',
    'tests/worker/platform/transport.test.ts › over http, a deployment',
  ),
  platform(
    '12.2.2',
    'Publicly trusted certificates',
    'Dashboard → SSL/TLS → Edge Certificates: Universal SSL *On*, as it is from the start.',
  ),
  met(
    '12.3.1',
    'All connections are encrypted',
    `${PROVIDER} › whose endpoints are not https`,
    `${PROVIDER} › on this machine without https, when the application is deployed`,
  ),
  platform(
    '12.3.2',
    'Certificates of others are verified',
    'Workers verify the certificate of every host that they call; nothing to set.',
  ),
  platform('12.3.3', 'Connections inside are encrypted', INTERNAL),
  platform('12.3.4', 'Certificates inside are trusted', INTERNAL),
];
