/**
 * Whether this is a deployment, which people reach over https only. Decided by the environment and not by the request:
 * what arrives over http must not be able to ask for weaker cookies. Locally there is no https, and browsers other than
 * Chromium refuse Secure and `__Host-` cookies from http://localhost.
 */
export function isDeployed({ ENVIRONMENT }: Pick<Env, 'ENVIRONMENT'>): boolean {
  return ENVIRONMENT !== 'local' && ENVIRONMENT !== 'test';
}

/** A cookie's name. `__Host-` makes browsers refuse one that a subdomain or a page over http tries to set. */
export function cookieName(env: Pick<Env, 'ENVIRONMENT'>, name: string): string {
  return isDeployed(env) ? `__Host-${name}` : name;
}
