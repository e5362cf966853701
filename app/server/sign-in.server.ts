import { Authenticator } from 'remix-auth';
import type { RequestContext } from '~/services/platform/context.server';
import { cookieName, isDeployed } from './deployment.server';
import { discoverProvider, SignInError } from './sign-in-provider.server';
import { expiredLink, OpenIdStrategy, type SignIn } from './sign-in-strategy.server';

/** Sends the browser to the identity provider. @throws Response the redirect; SignInError when the provider cannot be reached */
export async function beginSignIn(ctx: RequestContext, request: Request): Promise<never> {
  // Without `state` the strategy starts a sign-in: it throws the redirect.
  await authenticate(ctx, new Request(new URL('/api/login', request.url), { headers: request.headers }));
  throw new SignInError('The sign-in could not be started.');
}

/**
 * Takes the provider's answer: issuer, state and PKCE are checked, the code is exchanged, the ID token is verified, and the
 * profile is read from userinfo.
 * @throws SignInError on a callback that is incomplete, not ours, tampered with, used before, expired or denied
 */
export async function finishSignIn(ctx: RequestContext, request: Request): Promise<SignIn> {
  const search = new URL(request.url).searchParams;
  // The strategy takes a callback without state for the start of a sign-in, and would redirect forever.
  if (!search.get('state')) throw new SignInError('The sign-in answer is incomplete.');
  try {
    return await authenticate(ctx, request);
  } catch (error) {
    if (error instanceof Response || error instanceof SignInError) throw error;
    if (search.get('error') === 'access_denied')
      throw new SignInError('The sign-in was canceled.', { cause: error });
    throw expiredLink(error);
  }
}

/** The provider's sign-out address, or null when it has none. */
export async function providerSignOutUrl(
  ctx: RequestContext,
  request: Request,
  idToken: string | null,
): Promise<string | null> {
  const { end_session_endpoint } = await discoverProvider(ctx);
  if (!end_session_endpoint) return null;
  const url = new URL(end_session_endpoint);
  url.searchParams.set('client_id', ctx.env.OIDC_CLIENT_ID);
  url.searchParams.set('post_logout_redirect_uri', new URL('/', request.url).href);
  if (idToken) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

/** Set-Cookie headers that remove the state cookies of sign-ins: a callback works once. */
export function clearedStateCookies(request: Request, env: Env): string[] {
  const { name: prefix, secure } = stateCookie(env);
  const cookies = request.headers.get('Cookie')?.split(';') ?? [];
  return cookies
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
}

async function authenticate(ctx: RequestContext, request: Request): Promise<SignIn> {
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = ctx.env;
  const strategy = new OpenIdStrategy(
    await discoverProvider(ctx),
    { id, secret, now: ctx.now },
    new URL('/api/auth/callback', request.url).href,
    stateCookie(ctx.env),
  );
  return new Authenticator<SignIn>().use(strategy).authenticate(strategy.name, request);
}

/** The strategy's type allows `true` only, so locally the attribute is left out. */
function stateCookie(env: Env): { name: string; secure?: true } {
  return { name: cookieName(env, 'aro_oauth2'), ...(isDeployed(env) && { secure: true as const }) };
}
