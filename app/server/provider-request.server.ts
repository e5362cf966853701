import { readBoundedText } from './bounded-text.server';
import { isDeployed } from './deployment.server';

const RESPONSE_TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** Why a sign-in failed, worded for the user; the cause is for the log. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/**
 * Requires a URL that we may call, or send a browser to: on the issuer's host or one listed in OIDC_HOSTS, and over https,
 * except for the local provider of `npm start` and tests.
 * @throws Error
 */
export function requireAllowed(env: Env, address: string): void {
  const { protocol, hostname, host } = new URL(address);
  const listed = [new URL(env.OIDC_ISSUER).host, ...(env.OIDC_HOSTS?.toLowerCase().split(/[\s,]+/) ?? [])];
  if (!listed.includes(host))
    throw new Error(`${address} is not on the issuer's host, nor on one of OIDC_HOSTS`);
  const isLocal = !isDeployed(env) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:')) throw new Error(`${address} is not https`);
}

/**
 * Sends a request to the provider and parses its JSON response. Nothing else in the Worker calls another host, and this
 * calls only allowed hosts. Redirects aren't followed: they could leak the code, the client's credentials or the access
 * token.
 * @throws SignInError for another host; when there is no response within 5 seconds, or it is a redirect, too large or not
 * JSON
 */
export async function fetchFromProvider(
  env: Env,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> {
  try {
    requireAllowed(env, url);
    const response = await fetch(url, {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const type = response.headers.get('Content-Type') ?? 'no content type';
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
      await response.body?.cancel();
      throw new Error(`${url} answered ${response.status} with ${type} instead of JSON`);
    }
    const text = await readBoundedText(response.body, MAX_RESPONSE_BYTES);
    if (text === null) throw new Error(`${url} answered more than ${MAX_RESPONSE_BYTES} bytes`);
    return { status: response.status, body: JSON.parse(text) };
  } catch (error) {
    throw new SignInError('Your identity provider sent an unexpected response. Try again in a few minutes.', {
      cause: error,
    });
  }
}
