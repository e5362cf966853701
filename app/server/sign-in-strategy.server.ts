import { OAuth2Tokens } from 'arctic';
import { base64url, decodeJwt, jwtVerify } from 'jose';
import { OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import type { Profile } from '~/services/people/user.server';
import { askProvider, type Provider, SignInError } from './sign-in-provider.server';

export type SignIn = { profile: Profile; idToken: string };

type Client = { id: string; secret: string; now: Date };

const CLOCK_TOLERANCE_SECONDS = 60;
/** An ID token is made when the code is exchanged, so an older one comes from elsewhere. */
const MAX_TOKEN_AGE_SECONDS = 300;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  id_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
});

const UserInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(320),
  email_verified: z.unknown().optional(),
  given_name: z.string().max(200).nullish(),
  family_name: z.string().max(200).nullish(),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullish()
    .catch(null),
});

/**
 * OpenID Connect on top of remix-auth's OAuth 2: that one keeps state and PKCE verifier in this browser's cookie; this one
 * adds the nonce, checks who answered, and verifies the ID token.
 */
export class OpenIdStrategy extends OAuth2Strategy<SignIn> {
  override name = 'openid';
  readonly #provider: Provider;
  readonly #openIdClient: Client;

  /** @param cookie of the sign-ins that this browser has begun */
  constructor(
    provider: Provider,
    client: Client,
    redirectURI: string,
    cookie: { name: string; secure?: true },
  ) {
    super(
      {
        cookie,
        clientId: client.id,
        clientSecret: client.secret,
        authorizationEndpoint: provider.authorization_endpoint,
        tokenEndpoint: provider.token_endpoint,
        redirectURI,
        scopes: ['openid', 'email', 'profile'],
      },
      async ({ tokens }) => ({
        profile: await readProfile(provider, tokens.accessToken(), decodeJwt(tokens.idToken()).sub),
        idToken: tokens.idToken(),
      }),
    );
    this.#provider = provider;
    this.#openIdClient = client;
  }

  /** The nonce is the PKCE challenge: a hash of the verifier, which only this browser's cookie holds. */
  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const all = new URLSearchParams(params);
    all.set('nonce', params.get('code_challenge') ?? '');
    return all;
  }

  override async authenticate(request: Request): Promise<SignIn> {
    const search = new URL(request.url).searchParams;
    if (search.has('state')) this.#requireOwnAnswer(search.getAll('iss'));
    return super.authenticate(request);
  }

  /** RFC 9207: an answer of another provider must not bring its code to this one. @throws SignInError */
  #requireOwnAnswer(issuers: string[]): void {
    const { issuer, authorization_response_iss_parameter_supported: isRequired } = this.#provider;
    if (issuers.some((other) => other !== issuer) || (isRequired && issuers.length === 0))
      throw new SignInError('The sign-in answer does not come from your identity provider. Sign in again.');
  }

  /** Exchanges the code and verifies the ID token. @throws SignInError */
  protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
    const { id, secret } = this.#openIdClient;
    const { status, body } = await askProvider(this.#provider.token_endpoint, {
      method: 'POST',
      headers: {
        // RFC 6749, 2.3.1: both are encoded, so that a colon or a non-ASCII character survives.
        Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
      },
      body: new URLSearchParams({
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
    const answer = TokenAnswer.safeParse(body);
    if (!answer.success) throw unverifiable(answer.error);
    await this.#verifyIdToken(answer.data.id_token, codeVerifier).catch((error) => {
      throw error instanceof SignInError ? error : unverifiable(error);
    });
    return new OAuth2Tokens(answer.data);
  }

  async #verifyIdToken(idToken: string, codeVerifier: string): Promise<void> {
    const { issuer, keys, algorithms } = this.#provider;
    const { id, now } = this.#openIdClient;
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: id,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      currentDate: now,
    });
    const isForOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
    if (payload.azp === undefined ? isForOthersToo : payload.azp !== id)
      throw new Error('The ID token was issued to another client');
    if (payload.nonce !== (await challengeOf(codeVerifier)))
      throw new Error('The ID token belongs to another sign-in');
  }
}

/** What to say of a callback that this browser cannot use, or not again. */
export function expiredLink(cause: unknown): SignInError {
  return new SignInError(
    'This sign-in link was already used, has expired, or was not started in this browser.',
    { cause },
  );
}

function unverifiable(cause: unknown): SignInError {
  return new SignInError(
    'The answer of the identity provider could not be verified. Sign in again. If it fails again, tell your administrator.',
    { cause },
  );
}

async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return base64url.encode(new Uint8Array(digest));
}

/** @param sub of the verified ID token @throws SignInError */
async function readProfile(
  provider: Provider,
  accessToken: string,
  sub: string | undefined,
): Promise<Profile> {
  const { status, body } = await askProvider(provider.userinfo_endpoint, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const info = UserInfo.safeParse(status === 200 ? body : null);
  if (!info.success)
    throw new SignInError(
      'The identity provider did not send a valid email address. Ask your administrator for help.',
      { cause: info.error },
    );
  if (info.data.sub !== sub) throw unverifiable(new Error('Userinfo describes another person'));
  const { email, email_verified, given_name, family_name, picture } = info.data;
  return {
    issuer: provider.issuer,
    subject: sub,
    email,
    // A boolean by the standard; Amazon Cognito and Apple send it as text.
    emailVerified: email_verified === true || email_verified === 'true',
    firstName: given_name || null,
    lastName: family_name || null,
    pictureUrl: picture ?? null,
  };
}
