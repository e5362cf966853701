import { AppError } from '~/errors';
import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import type { SignInStrength, UserContext } from './context.server';

/** What a sign-in must be. An empty list asks for nothing. */
export type SignInRequirement = {
  /** The ID token's `acr` must be one of them. */
  acr: string[];
  /** The ID token's `amr` must name one of them. */
  amr: string[];
  /** How long ago the person may have proved who they are. */
  maxAgeSeconds: number | null;
};

type Settings = Pick<
  Env,
  | 'OIDC_ACR_VALUES'
  | 'OIDC_AMR_VALUES'
  | 'OIDC_MAX_AGE_MINUTES'
  | 'OIDC_ADMIN_ACR_VALUES'
  | 'OIDC_ADMIN_AMR_VALUES'
>;

/** What ends other people's work needs a sign-in this recent. */
export const FRESH_SECONDS = 10 * 60;

export const UNKNOWN_STRENGTH: SignInStrength = { acr: null, amr: [], authenticatedAt: null };

/**
 * What the deployment asks of every sign-in. What is good enough for system administrators is for everyone.
 * @throws Error for a setting that is not a number, rather than asking for less than was meant
 */
export function signInRequirement(env: Settings): SignInRequirement {
  const admin = adminRequirement(env);
  const [acr, amr] = [words(env.OIDC_ACR_VALUES), words(env.OIDC_AMR_VALUES)];
  const minutes = Number(env.OIDC_MAX_AGE_MINUTES || Number.NaN);
  if (env.OIDC_MAX_AGE_MINUTES && !(minutes > 0)) throw new Error('OIDC_MAX_AGE_MINUTES is not a number');
  return {
    acr: acr.length > 0 ? [...acr, ...admin.acr] : [],
    amr: amr.length > 0 ? [...amr, ...admin.amr] : [],
    maxAgeSeconds: env.OIDC_MAX_AGE_MINUTES ? Math.round(minutes * 60) : null,
  };
}

/** What the deployment asks of system administrators besides. */
export function adminRequirement(env: Settings): SignInRequirement {
  const [acr, amr] = [words(env.OIDC_ADMIN_ACR_VALUES), words(env.OIDC_ADMIN_AMR_VALUES)];
  return { acr, amr, maxAgeSeconds: null };
}

/** Whether a sign-in is what is asked for. What the provider does not say counts as missing. */
export function meetsRequirement(
  strength: SignInStrength,
  { acr, amr, maxAgeSeconds }: SignInRequirement,
  now: Date,
): boolean {
  return (
    (acr.length === 0 || (strength.acr !== null && acr.includes(strength.acr))) &&
    (amr.length === 0 || amr.some((method) => strength.amr.includes(method))) &&
    (maxAgeSeconds === null || isRecent(strength, maxAgeSeconds, now))
  );
}

/** @throws AppError forbidden when system administrators need a stronger sign-in than this session's */
export function requireAdminSignIn({ actor, env, now }: UserContext): void {
  if (meetsRequirement(actor.signIn, adminRequirement(env), now)) return;
  throw signInAgain('System administration needs a stronger sign-in, such as one with a second factor.');
}

/** @throws AppError forbidden when the person last proved who they are more than ten minutes ago */
export function requireFreshSignIn({ actor, now }: UserContext): void {
  if (isRecent(actor.signIn, FRESH_SECONDS, now)) return;
  throw signInAgain('This needs a sign-in of the last ten minutes. Sign in again.');
}

function isRecent({ authenticatedAt }: SignInStrength, seconds: number, now: Date): boolean {
  return authenticatedAt !== null && now.getTime() - Date.parse(authenticatedAt) <= seconds * 1000;
}

/** The field tells the page to offer a new sign-in. */
function signInAgain(message: string): AppError {
  return new AppError('forbidden', message, SIGN_IN_FIELD);
}

/** Separated by spaces, as OpenID Connect writes `acr_values`. */
function words(setting: string | undefined): string[] {
  return setting?.split(/\s+/).filter(Boolean) ?? [];
}
