/**
 * True for a deployment, which is reached over https only. Decided by the environment and not by the request: a request
 * over http must not be able to get weaker cookies. Locally there is no https, and browsers other than Chromium reject
 * Secure and `__Host-` cookies from http://localhost.
 */
export function isDeployed({ ENVIRONMENT }: Pick<Env, 'ENVIRONMENT'>): boolean {
  return ENVIRONMENT !== 'local' && ENVIRONMENT !== 'test';
}

/** A cookie's name. With `__Host-`, browsers reject a cookie that a subdomain or a page over http tries to set. */
export function cookieName(env: Pick<Env, 'ENVIRONMENT'>, name: string): string {
  return isDeployed(env) ? `__Host-${name}` : name;
}
