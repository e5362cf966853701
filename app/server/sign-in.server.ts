import { Authenticator } from 'remix-auth';
import type { ReturnPage } from '~/schemas/people/return-page';
import type { RequestContext } from '~/services/platform/context.server';
import {
  adminRequirement,
  FRESH_SECONDS,
  signInRequirement,
} from '~/services/platform/sign-in-strength.server';
import { cookieName, isDeployed } from './deployment.server';
import { SignInError } from './provider-request.server';
import { clearedReturnPage, storedReturnPage, storeReturnPage } from './return-page.server';
import { discoverProvider } from './sign-in-provider.server';
import { expiredLink, OpenIdStrategy, type SignIn, type SignInParams } from './sign-in-strategy.server';

/**
 * Sends the browser to the identity provider.
 * @param returnPage the page to return to; if it requires a new sign-in, the provider must not reuse its existing session
 * @throws Response the redirect; SignInError when the provider can't be reached
 */
export async function beginSignIn(
  ctx: RequestContext,
  request: Request,
  returnPage: ReturnPage | null,
): Promise<never> {
  const loginRequest = new Request(new URL('/api/login', request.url), { headers: request.headers });
  // Without `state`, the strategy starts a sign-in by throwing the redirect.
  await authenticate(ctx, loginRequest, buildSignInParams(ctx, returnPage?.isAgain ?? false)).catch(
    async (thrown) => {
      if (returnPage && thrown instanceof Response) {
        const state = new URL(thrown.headers.get('Location') ?? '').searchParams.get('state');
        thrown.headers.append('Set-Cookie', await storeReturnPage(ctx.env, returnPage, state));
      }
      throw thrown;
    },
  );
  throw new SignInError('We couldn’t start sign-in. Try again.');
}

/** Passes the deployment's requirements to the provider: those for everyone or, if an administrator signs in again, theirs. */
function buildSignInParams({ env, actor }: RequestContext, isAgain: boolean): SignInParams {
  const isAdmin = actor.kind === 'user' && actor.user.isAdmin;
  const userRequirement = signInRequirement(env);
  const adminValues = adminRequirement(env).acr;
  const acrValues = isAgain && isAdmin && adminValues.length > 0 ? adminValues : userRequirement.acr;
  const maxAge = isAgain ? FRESH_SECONDS : userRequirement.maxAgeSeconds;
  return {
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    // With max_age, the ID token must also say when the user authenticated.
    ...(maxAge !== null && { max_age: String(maxAge) }),
    ...(isAgain && { prompt: 'login' }),
  };
}

/** A finished sign-in, with the path of the page to return to, or the start page. */
export type FinishedSignIn = SignIn & { path: string };

/**
 * Handles the provider's response: checks issuer, state and PKCE, exchanges the code, verifies the ID token, and reads the
 * profile from userinfo.
 * @throws SignInError on a callback that is incomplete, not ours, tampered with, used before, expired or denied
 */
export async function finishSignIn(ctx: RequestContext, request: Request): Promise<FinishedSignIn> {
  const search = new URL(request.url).searchParams;
  // The strategy treats a callback without state as the start of a sign-in, and would redirect forever.
  if (!search.get('state'))
    throw new SignInError('Your identity provider sent an incomplete response. Try again.');
  try {
    const signedIn = await authenticate(ctx, request);
    const page = await storedReturnPage(request, ctx.env, search.get('state'));
    if (!page?.isAgain) return { ...signedIn, path: page?.path ?? '/' };
    // A provider without auth_time was told to require a new sign-in, so it happened just now. If a provider that supports
    // auth_time left it out, it was never asked: the URL passes through the browser, where it can be changed.
    const { claims_supported } = await discoverProvider(ctx);
    const assumedTime = claims_supported.includes('auth_time') ? null : ctx.now.toISOString();
    const authenticatedAt = signedIn.signIn.authenticatedAt ?? assumedTime;
    return { ...signedIn, signIn: { ...signedIn.signIn, authenticatedAt }, path: page.path };
  } catch (error) {
    if (error instanceof Response || error instanceof SignInError) throw error;
    if (search.get('error') === 'access_denied')
      throw new SignInError('The sign-in was canceled.', { cause: error });
    throw expiredLink(error);
  }
}

/**
 * The provider's sign-out URL, or null if it has none. Contains no token, because URLs end up in histories and logs.
 * @param logoutHint the provider's id for the session or the user
 */
export async function providerSignOutUrl(
  ctx: RequestContext,
  request: Request,
  logoutHint: string | null,
): Promise<string | null> {
  const { end_session_endpoint } = await discoverProvider(ctx);
  if (!end_session_endpoint) return null;
  const url = new URL(end_session_endpoint);
  url.searchParams.set('client_id', ctx.env.OIDC_CLIENT_ID);
  url.searchParams.set('post_logout_redirect_uri', new URL('/', request.url).href);
  if (logoutHint) url.searchParams.set('logout_hint', logoutHint);
  return url.href;
}

/** Set-Cookie headers that remove the cookies of sign-ins: a callback works once. */
export async function clearedSignInCookies(request: Request, env: Env): Promise<string[]> {
  const { name: prefix, secure } = stateCookie(env);
  const cookies = request.headers.get('Cookie')?.split(';') ?? [];
  const names = cookies.map((cookie) => cookie.split('=')[0]?.trim() ?? '');
  const clearedCookies = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  const page = await clearedReturnPage(request, env);
  return page === null ? clearedCookies : [...clearedCookies, page];
}

async function authenticate(
  ctx: RequestContext,
  request: Request,
  extraParams?: SignInParams,
): Promise<SignIn> {
  const strategy = new OpenIdStrategy(await discoverProvider(ctx), ctx, {
    redirectURI: new URL('/api/auth/callback', request.url).href,
    cookie: stateCookie(ctx.env),
    extraParams,
  });
  return new Authenticator<SignIn>().use(strategy).authenticate(strategy.name, request);
}

/** The strategy's type allows only `true`, so locally the attribute is left out. */
function stateCookie(env: Env): { name: string; secure?: true } {
  return { name: cookieName(env, 'aro_oauth2'), ...(isDeployed(env) && { secure: true as const }) };
}
