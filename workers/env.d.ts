/**
 * Settings that are not in wrangler.toml, because they are secret or differ by deployment.
 * `npm start` passes local values; a deployment sets them with `wrangler secret put`.
 */
interface Env {
  /** The OpenID Connect provider; its discovery document is read below this address. */
  OIDC_ISSUER: string;
  OIDC_CLIENT_ID: string;
  /** A private JWK that signs assertions at the token address (private_key_jwt). Without it the client secret is sent. */
  OIDC_CLIENT_KEY?: string;
  OIDC_CLIENT_SECRET?: string;
  /** Hosts besides the issuer's that the provider's addresses may be on, separated by commas. */
  OIDC_HOSTS?: string;
  /** How many bits the provider's RSA keys must have; 3072 unless set. */
  OIDC_MIN_RSA_BITS?: string;
  /** What `acr` must be, and what `amr` must name one of, separated by spaces; anything unless set. */
  OIDC_ACR_VALUES?: string;
  OIDC_AMR_VALUES?: string;
  /** The same for system administration. */
  OIDC_ADMIN_ACR_VALUES?: string;
  OIDC_ADMIN_AMR_VALUES?: string;
  /** How long ago people may have signed in at the provider when they come here; any time unless set. */
  OIDC_MAX_AGE_MINUTES?: string;
  /** Signs the addresses that files are uploaded to; any long random text. */
  UPLOAD_SIGNING_SECRET: string;
  /** Signs the seals of audit log and ledger: an Ed25519 key, PKCS #8 in base64. Without it nothing is sealed. */
  SEAL_SIGNING_KEY?: string;
  /** Public keys, separated by commas, that seals were signed with before; base64url, as each seal names its own. */
  SEAL_FORMER_PUBLIC_KEYS?: string;
  /** Override what discovery says, for providers that need it. */
  OIDC_AUTHORIZATION_ENDPOINT?: string;
  OIDC_TOKEN_ENDPOINT?: string;
  OIDC_USERINFO_ENDPOINT?: string;
  OIDC_END_SESSION_ENDPOINT?: string;
  /** Email addresses, separated by commas, that become system administrators at sign-in. */
  SYSTEM_ADMIN_EMAILS?: string;
  /** After how many hours without a request a session ends; 12 unless set. It ends after seven days in any case. */
  SESSION_IDLE_HOURS?: string;
  /** Multiplies every rate limit; 1 unless set. `npm start` sets 10: there all people have the same address. */
  RATE_LIMIT_FACTOR?: string;
}
