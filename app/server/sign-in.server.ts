import { OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import type { Profile } from '~/services/people/user.server';
import type { RequestContext } from '~/services/platform/context.server';

const STATE_COOKIE = 'aro_oauth2';

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  end_session_endpoint: z.url().optional(),
});
type Provider = z.infer<typeof Discovery>;

const UserInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(320),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().max(200).nullish(),
  family_name: z.string().max(200).nullish(),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullish()
    .catch(null),
});

export type SignIn = { profile: Profile; idToken: string | null };

/** Why a sign-in failed, in words for the person; the cause is for the log. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** Sends the browser to the identity provider. @throws Response the redirect; SignInError when the provider cannot be reached */
export async function beginSignIn(ctx: RequestContext, request: Request): Promise<never> {
  const strategy = await createStrategy(ctx, request);
  // Without `state` remix-auth-oauth2 starts a sign-in: it throws the redirect.
  await strategy.authenticate(new Request(new URL('/api/login', request.url), { headers: request.headers }));
  throw new SignInError('The sign-in could not be started.');
}

/**
 * Takes the provider's answer: state and PKCE are checked, the code is exchanged, the profile is read from userinfo.
 * @throws SignInError on a callback that is incomplete, not ours, tampered with, used before, expired or denied
 */
export async function finishSignIn(ctx: RequestContext, request: Request): Promise<SignIn> {
  const search = new URL(request.url).searchParams;
  // remix-auth-oauth2 takes a callback without state for the start of a sign-in, and would redirect forever.
  if (!search.get('state')) throw new SignInError('The sign-in answer is incomplete.');
  const strategy = await createStrategy(ctx, request);
  try {
    return await strategy.authenticate(request);
  } catch (error) {
    if (error instanceof Response || error instanceof SignInError) throw error;
    if (search.get('error') === 'access_denied')
      throw new SignInError('The sign-in was cancelled.', { cause: error });
    throw new SignInError(
      'This sign-in link was already used, has expired, or was not started in this browser.',
      { cause: error },
    );
  }
}

/** The provider's sign-out address, or null when it has none. */
export async function providerSignOutUrl(
  ctx: RequestContext,
  request: Request,
  idToken: string | null,
): Promise<string | null> {
  const { end_session_endpoint } = await discover(ctx);
  if (!end_session_endpoint) return null;
  const url = new URL(end_session_endpoint);
  url.searchParams.set('client_id', ctx.env.OIDC_CLIENT_ID);
  url.searchParams.set('post_logout_redirect_uri', new URL('/', request.url).href);
  if (idToken) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

/** Set-Cookie headers that remove the state cookies of sign-ins: a callback works once. */
export function clearedStateCookies(request: Request): string[] {
  const cookies = request.headers.get('Cookie')?.split(';') ?? [];
  return cookies
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => name.startsWith(STATE_COOKIE))
    .map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
}

async function createStrategy(ctx: RequestContext, request: Request): Promise<OAuth2Strategy<SignIn>> {
  const provider = await discover(ctx);
  return new OAuth2Strategy<SignIn>(
    {
      // The type allows `true` only, so on http the attribute is left out.
      cookie: {
        name: STATE_COOKIE,
        ...(new URL(request.url).protocol === 'https:' && { secure: true as const }),
      },
      clientId: ctx.env.OIDC_CLIENT_ID,
      clientSecret: ctx.env.OIDC_CLIENT_SECRET,
      authorizationEndpoint: provider.authorization_endpoint,
      tokenEndpoint: provider.token_endpoint,
      redirectURI: new URL('/api/auth/callback', request.url).href,
      scopes: ['openid', 'email', 'profile'],
    },
    async ({ tokens }) => ({
      profile: await readProfile(provider, tokens.accessToken()),
      idToken: 'id_token' in tokens.data ? tokens.idToken() : null,
    }),
  );
}

async function readProfile(provider: Provider, accessToken: string): Promise<Profile> {
  const response = await fetch(provider.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const info = UserInfo.safeParse(response.ok ? await response.json() : null);
  if (!info.success)
    throw new SignInError('The identity provider did not tell a valid e-mail address.', {
      cause: info.error,
    });
  const { sub, email, email_verified, given_name, family_name, picture } = info.data;
  return {
    sub,
    email,
    emailVerified: email_verified === true,
    firstName: given_name || null,
    lastName: family_name || null,
    pictureUrl: picture ?? null,
  };
}

const DISCOVERY_MS = 10 * 60 * 1000;
const discovered = new Map<string, { provider: Provider; until: number }>();

/** The provider's endpoints from its discovery document, kept for ten minutes by this isolate. @throws SignInError */
async function discover({ env, now }: RequestContext): Promise<Provider> {
  const kept = discovered.get(env.OIDC_ISSUER);
  if (kept && kept.until > now.getTime()) return kept.provider;
  const url = `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const document = (await response.json()) as Record<string, unknown>;
    const provider = Discovery.parse({
      ...document,
      ...(env.OIDC_AUTHORIZATION_ENDPOINT && { authorization_endpoint: env.OIDC_AUTHORIZATION_ENDPOINT }),
      ...(env.OIDC_TOKEN_ENDPOINT && { token_endpoint: env.OIDC_TOKEN_ENDPOINT }),
      ...(env.OIDC_USERINFO_ENDPOINT && { userinfo_endpoint: env.OIDC_USERINFO_ENDPOINT }),
      ...(env.OIDC_END_SESSION_ENDPOINT && { end_session_endpoint: env.OIDC_END_SESSION_ENDPOINT }),
    });
    if (provider.issuer.replace(/\/$/, '') !== env.OIDC_ISSUER.replace(/\/$/, '')) {
      throw new Error(`${url} is the document of another issuer`);
    }
    discovered.set(env.OIDC_ISSUER, { provider, until: now.getTime() + DISCOVERY_MS });
    return provider;
  } catch (error) {
    throw new SignInError('The identity provider cannot be reached.', { cause: error });
  }
}
