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
import { clearedReturnPage, keepReturnPage, keptReturnPage } from './return-page.server';
import { discoverProvider } from './sign-in-provider.server';
import { expiredLink, OpenIdStrategy, type SignIn, type Wishes } from './sign-in-strategy.server';

/**
 * Sends the browser to the identity provider.
 * @param returnPage the page to come back to; where it asks for a new sign-in, the provider must not let pass whom it knows
 * @throws Response the redirect; SignInError when the provider cannot be reached
 */
export async function beginSignIn(
  ctx: RequestContext,
  request: Request,
  returnPage: ReturnPage | null,
): Promise<never> {
  const start = new Request(new URL('/api/login', request.url), { headers: request.headers });
  // Without `state` the strategy starts a sign-in: it throws the redirect.
  await authenticate(ctx, start, wishesOf(ctx, returnPage?.isAgain ?? false)).catch(async (thrown) => {
    if (returnPage && thrown instanceof Response) {
      const state = new URL(thrown.headers.get('Location') ?? '').searchParams.get('state');
      thrown.headers.append('Set-Cookie', await keepReturnPage(ctx.env, returnPage, state));
    }
    throw thrown;
  });
  throw new SignInError('We couldn’t start sign-in. Try again.');
}

/** What the sign-in request asks the provider for: the deployment's requirements, and whom they apply to. */
function wishesOf({ env, actor }: RequestContext, isAgain: boolean): Wishes {
  const isAdmin = actor.kind === 'user' && actor.user.isAdmin;
  const everyone = signInRequirement(env);
  const adminValues = adminRequirement(env).acr;
  const acrValues = isAgain && isAdmin && adminValues.length > 0 ? adminValues : everyone.acr;
  const maxAge = isAgain ? FRESH_SECONDS : everyone.maxAgeSeconds;
  return {
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    // Besides, the ID token must then say when the person signed in.
    ...(maxAge !== null && { max_age: String(maxAge) }),
    ...(isAgain && { prompt: 'login' }),
  };
}

/** Where a sign-in ends: the page to come back to, else the start page. */
export type FinishedSignIn = SignIn & { path: string };

/**
 * Takes the provider's answer: issuer, state and PKCE are checked, the code is exchanged, the ID token is verified, and the
 * profile is read from userinfo.
 * @throws SignInError on a callback that is incomplete, not ours, tampered with, used before, expired or denied
 */
export async function finishSignIn(ctx: RequestContext, request: Request): Promise<FinishedSignIn> {
  const search = new URL(request.url).searchParams;
  // The strategy takes a callback without state for the start of a sign-in, and would redirect forever.
  if (!search.get('state'))
    throw new SignInError('Your identity provider sent an incomplete response. Try again.');
  try {
    const done = await authenticate(ctx, request);
    const page = await keptReturnPage(request, ctx.env, search.get('state'));
    if (!page?.isAgain) return { ...done, path: page?.path ?? '/' };
    // A provider that never sends the time was told to require a new sign-in, so it was just now. If one that supports it left it out,
    // it was never asked: the address passes through the browser, where it can be changed.
    const { claims_supported } = await discoverProvider(ctx);
    const assumed = claims_supported.includes('auth_time') ? null : ctx.now.toISOString();
    const authenticatedAt = done.signIn.authenticatedAt ?? assumed;
    return { ...done, signIn: { ...done.signIn, authenticatedAt }, path: page.path };
  } catch (error) {
    if (error instanceof Response || error instanceof SignInError) throw error;
    if (search.get('error') === 'access_denied')
      throw new SignInError('The sign-in was canceled.', { cause: error });
    throw expiredLink(error);
  }
}

/**
 * The provider's sign-out address, or null when it has none. It holds no token: addresses end up in histories and logs.
 * @param hint the provider's name for the session or the person
 */
export async function providerSignOutUrl(
  ctx: RequestContext,
  request: Request,
  hint: string | null,
): Promise<string | null> {
  const { end_session_endpoint } = await discoverProvider(ctx);
  if (!end_session_endpoint) return null;
  const url = new URL(end_session_endpoint);
  url.searchParams.set('client_id', ctx.env.OIDC_CLIENT_ID);
  url.searchParams.set('post_logout_redirect_uri', new URL('/', request.url).href);
  if (hint) url.searchParams.set('logout_hint', hint);
  return url.href;
}

/** Set-Cookie headers that remove what sign-ins left: a callback works once. */
export async function clearedSignInCookies(request: Request, env: Env): Promise<string[]> {
  const { name: prefix, secure } = stateCookie(env);
  const cookies = request.headers.get('Cookie')?.split(';') ?? [];
  const names = cookies.map((cookie) => cookie.split('=')[0]?.trim() ?? '');
  const cleared = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  const page = await clearedReturnPage(request, env);
  return page === null ? cleared : [...cleared, page];
}

async function authenticate(ctx: RequestContext, request: Request, wishes?: Wishes): Promise<SignIn> {
  const strategy = new OpenIdStrategy(await discoverProvider(ctx), ctx, {
    redirectURI: new URL('/api/auth/callback', request.url).href,
    cookie: stateCookie(ctx.env),
    wishes,
  });
  return new Authenticator<SignIn>().use(strategy).authenticate(strategy.name, request);
}

/** The strategy's type allows `true` only, so locally the attribute is left out. */
function stateCookie(env: Env): { name: string; secure?: true } {
  return { name: cookieName(env, 'aro_oauth2'), ...(isDeployed(env) && { secure: true as const }) };
}
