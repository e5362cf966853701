import { OAuth2Tokens } from 'arctic';
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import { cleanLine } from '~/domain/wells/clean-text';
import { MAX_EMAIL_LENGTH } from '~/schemas/people/email-address';
import type { Profile } from '~/services/people/user.server';
import { toBase64Url } from '~/services/platform/bytes.server';
import type { SignInStrength } from '~/services/platform/context.server';
import { meetsRequirement, signInRequirement } from '~/services/platform/sign-in-strength.server';
import { proveClient } from './client-authentication.server';
import { fetchFromProvider, SignInError } from './provider-request.server';
import type { Provider } from './sign-in-provider.server';

export type SignIn = { profile: Profile; idToken: string; signIn: SignInStrength };

type Client = { env: Env; now: Date };

/** Additional parameters of the sign-in request. */
export type SignInParams = { acr_values?: string; max_age?: string; prompt?: 'login' };

const CLOCK_TOLERANCE_SECONDS = 60;
/** An ID token is issued when the code is exchanged, so an older one comes from elsewhere. */
const MAX_TOKEN_AGE_SECONDS = 300;

const TokenResponse = z.object({
  access_token: z.string().min(1),
  id_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
});

const MAX_NAME = 200;
/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799;

/** How the user authenticated. A claim in an unexpected format counts as not reported. */
const Strength = z.object({
  acr: z.string().max(200).nullable().catch(null),
  amr: z.array(z.string().max(50)).max(20).catch([]),
  auth_time: z.number().int().positive().max(MAX_SECONDS).nullable().catch(null),
});

const UserInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(MAX_EMAIL_LENGTH),
  email_verified: z.unknown().optional(),
  given_name: z.unknown().optional(),
  family_name: z.unknown().optional(),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullish()
    .catch(null),
});

/**
 * OpenID Connect on top of remix-auth's OAuth 2 strategy, which keeps the state and the PKCE verifier in this browser's
 * cookie. This class adds the nonce, checks which provider responded, and verifies the ID token.
 */
export class OpenIdStrategy extends OAuth2Strategy<SignIn> {
  override name = 'openid';
  readonly #provider: Provider;
  readonly #openIdClient: Client;
  readonly #requested: SignInParams;

  /** @param cookie cookie for the sign-ins that this browser has started */
  constructor(
    provider: Provider,
    client: Client,
    {
      redirectURI,
      cookie,
      extraParams = {},
    }: { redirectURI: string; cookie: { name: string; secure?: true }; extraParams?: SignInParams },
  ) {
    super(
      {
        cookie,
        clientId: client.env.OIDC_CLIENT_ID,
        // The code is exchanged below, which also authenticates the client.
        clientSecret: '',
        authorizationEndpoint: provider.authorization_endpoint,
        tokenEndpoint: provider.token_endpoint,
        redirectURI,
        scopes: ['openid', 'email', 'profile'],
      },
      async ({ tokens }) => {
        const claims = decodeJwt(tokens.idToken());
        return {
          profile: await readProfile(client.env, provider, { token: tokens.accessToken(), sub: claims.sub }),
          idToken: tokens.idToken(),
          signIn: strengthOf(claims),
        };
      },
    );
    this.#provider = provider;
    this.#openIdClient = client;
    this.#requested = extraParams;
  }

  /** The nonce is the PKCE challenge: a hash of the verifier, which only this browser's cookie holds. */
  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const allParams = new URLSearchParams(params);
    allParams.set('nonce', params.get('code_challenge') ?? '');
    for (const [name, value] of Object.entries(this.#requested)) allParams.set(name, value);
    return allParams;
  }

  override async authenticate(request: Request): Promise<SignIn> {
    const search = new URL(request.url).searchParams;
    if (search.has('state')) this.#requireOwnAnswer(search.getAll('iss'));
    return super.authenticate(request);
  }

  /** RFC 9207: a code from another provider's response must not be sent to this one. @throws SignInError */
  #requireOwnAnswer(issuers: string[]): void {
    const { issuer, authorization_response_iss_parameter_supported: isRequired } = this.#provider;
    if (issuers.some((candidate) => candidate !== issuer) || (isRequired && issuers.length === 0))
      throw new SignInError('The sign-in response did not come from your identity provider. Sign in again.');
  }

  /** Exchanges the code and verifies the ID token. @throws SignInError */
  protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
    const { token_endpoint } = this.#provider;
    const { headers, params } = await proveClient(this.#openIdClient, token_endpoint).catch((error) => {
      throw unverifiable(error);
    });
    const { status, body } = await fetchFromProvider(this.#openIdClient.env, token_endpoint, {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        ...params,
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: String(this.options.redirectURI),
      }),
    });
    if (status !== 200) {
      const { data } = z.object({ error: z.string().max(100) }).safeParse(body);
      const cause = new Error(`The token endpoint answered ${status} ${data?.error ?? ''}`);
      throw data?.error === 'invalid_grant' ? expiredLink(cause) : unverifiable(cause);
    }
    const response = TokenResponse.safeParse(body);
    if (!response.success) throw unverifiable(response.error);
    await this.#verifyIdToken(response.data.id_token, codeVerifier).catch((error) => {
      throw error instanceof SignInError ? error : unverifiable(error);
    });
    return new OAuth2Tokens(response.data);
  }

  async #verifyIdToken(idToken: string, codeVerifier: string): Promise<void> {
    const { issuer, keys, algorithms } = this.#provider;
    const { env, now } = this.#openIdClient;
    const id = env.OIDC_CLIENT_ID;
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: id,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      currentDate: now,
    });
    const hasOtherAudiences = Array.isArray(payload.aud) && payload.aud.length > 1;
    if (payload.azp === undefined ? hasOtherAudiences : payload.azp !== id)
      throw new Error('The ID token was issued to another client');
    if (payload.nonce !== (await computeCodeChallenge(codeVerifier)))
      throw new Error('The ID token belongs to another sign-in');
    if (!meetsRequirement(strengthOf(payload), signInRequirement(env), now)) throw toWeakSignInError(payload);
  }
}

function strengthOf(claims: JWTPayload): SignInStrength {
  const { acr, amr, auth_time } = Strength.parse({ acr: null, amr: [], auth_time: null, ...claims });
  return { acr, amr, authenticatedAt: auth_time === null ? null : new Date(auth_time * 1000).toISOString() };
}

function toWeakSignInError({ acr, amr, auth_time }: JWTPayload): SignInError {
  return new SignInError(
    'Your identity provider didn’t confirm the required kind of sign-in, such as a recent one or one with a second factor. Sign in again. If it fails again, contact your administrator.',
    { cause: new Error(`The ID token says ${JSON.stringify({ acr, amr, auth_time })}`) },
  );
}

/** The error for a callback that this browser can't use, or can't use again. */
export function expiredLink(cause: unknown): SignInError {
  return new SignInError(
    'This sign-in link was already used, has expired, or was started in another browser. Sign in again.',
    { cause },
  );
}

function unverifiable(cause: unknown): SignInError {
  return new SignInError(
    'We couldn’t verify your identity provider’s response. Sign in again. If it fails again, contact your administrator.',
    { cause },
  );
}

async function computeCodeChallenge(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return toBase64Url(new Uint8Array(digest));
}

/** Cleans a name instead of rejecting it: an odd name from a provider must not block sign-in, or look like something else. */
function readName(name: unknown): string | null {
  const clean = typeof name === 'string' ? cleanLine(name.slice(0, MAX_NAME)) : '';
  return clean === '' ? null : clean;
}

/** @param sub subject of the verified ID token @throws SignInError */
async function readProfile(
  env: Env,
  provider: Provider,
  { token, sub }: { token: string; sub: string | undefined },
): Promise<Profile> {
  const { status, body } = await fetchFromProvider(env, provider.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const info = UserInfo.safeParse(status === 200 ? body : null);
  if (!info.success)
    throw new SignInError(
      'Your identity provider didn’t return a valid email address. Contact your administrator.',
      { cause: info.error },
    );
  if (info.data.sub !== sub) throw unverifiable(new Error('Userinfo describes another person'));
  const { email, email_verified, given_name, family_name, picture } = info.data;
  return {
    issuer: provider.issuer,
    subject: sub,
    email,
    // A boolean according to the standard; Amazon Cognito and Apple send a string.
    emailVerified: email_verified === true || email_verified === 'true',
    firstName: readName(given_name),
    lastName: readName(family_name),
    pictureUrl: picture ?? null,
  };
}
