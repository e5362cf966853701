/**
 * Settings that aren't in wrangler.toml, because they are secret or specific to a deployment.
 * `npm start` passes local values; a deployment sets them with `wrangler secret put`.
 */
interface Env {
  /** The OpenID Connect provider's issuer URL, below which its discovery document is read. */
  OIDC_ISSUER: string;
  OIDC_CLIENT_ID: string;
  /** Private JWK that signs assertions for the token endpoint (private_key_jwt). Without it, the client secret is sent. */
  OIDC_CLIENT_KEY?: string;
  OIDC_CLIENT_SECRET?: string;
  /** Hosts besides the issuer's that the provider's URLs may use, separated by commas. */
  OIDC_HOSTS?: string;
  /** Minimum size of the provider's RSA keys, in bits; 3072 unless set. */
  OIDC_MIN_RSA_BITS?: string;
  /** Accepted `acr` values, and `amr` values of which at least one is required, separated by spaces; anything unless set. */
  OIDC_ACR_VALUES?: string;
  OIDC_AMR_VALUES?: string;
  /** The same for system administrators. */
  OIDC_ADMIN_ACR_VALUES?: string;
  OIDC_ADMIN_AMR_VALUES?: string;
  /** Maximum minutes since users authenticated at the provider when they sign in here; no limit unless set. */
  OIDC_MAX_AGE_MINUTES?: string;
  /** Signs upload URLs; any long random text. */
  UPLOAD_SIGNING_SECRET: string;
  /** Signs the seals of the audit log and the ledger: an Ed25519 key, PKCS #8 in base64. Without it, nothing is sealed. */
  SEAL_SIGNING_KEY?: string;
  /** Former public keys that seals were signed with, separated by commas; base64url, as in each seal. */
  SEAL_FORMER_PUBLIC_KEYS?: string;
  /** Override endpoints from the discovery document, for providers that need it. */
  OIDC_AUTHORIZATION_ENDPOINT?: string;
  OIDC_TOKEN_ENDPOINT?: string;
  OIDC_USERINFO_ENDPOINT?: string;
  OIDC_END_SESSION_ENDPOINT?: string;
  /** Email addresses, separated by commas, of users who become system administrators at sign-in. */
  SYSTEM_ADMIN_EMAILS?: string;
  /** Hours without a request after which a session ends; 12 unless set. It ends after seven days in any case. */
  SESSION_IDLE_HOURS?: string;
  /** Multiplies every rate limit; 1 unless set. `npm start` sets 10, because all local users share an IP address. */
  RATE_LIMIT_FACTOR?: string;
}
