import { AppError } from '~/errors';
import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import type { SignInStrength, UserContext } from './context.server';

/** Requirements for a sign-in. An empty list accepts anything. */
export type SignInRequirement = {
  /** The ID token's `acr` must be one of these. */
  acr: string[];
  /** The ID token's `amr` must include one of these. */
  amr: string[];
  /** Maximum time since the user authenticated; null for no limit. */
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

/** Maximum sign-in age for sensitive actions, such as ending sessions. */
export const FRESH_SECONDS = 10 * 60;

export const UNKNOWN_STRENGTH: SignInStrength = { acr: null, amr: [], authenticatedAt: null };

/**
 * The deployment's requirements for every sign-in. Whatever is accepted for system administrators is accepted for everyone.
 * @throws Error for a setting that isn't a number, rather than enforcing less than intended
 */
export function signInRequirement(env: Settings): SignInRequirement {
  const admin = adminRequirement(env);
  const [acr, amr] = [splitWords(env.OIDC_ACR_VALUES), splitWords(env.OIDC_AMR_VALUES)];
  const minutes = Number(env.OIDC_MAX_AGE_MINUTES || Number.NaN);
  if (env.OIDC_MAX_AGE_MINUTES && !(minutes > 0)) throw new Error('OIDC_MAX_AGE_MINUTES is not a number');
  return {
    acr: acr.length > 0 ? [...acr, ...admin.acr] : [],
    amr: amr.length > 0 ? [...amr, ...admin.amr] : [],
    maxAgeSeconds: env.OIDC_MAX_AGE_MINUTES ? Math.round(minutes * 60) : null,
  };
}

/** The deployment's additional requirements for system administrators. */
export function adminRequirement(env: Settings): SignInRequirement {
  const [acr, amr] = [splitWords(env.OIDC_ADMIN_ACR_VALUES), splitWords(env.OIDC_ADMIN_AMR_VALUES)];
  return { acr, amr, maxAgeSeconds: null };
}

/** True when a sign-in meets the requirements. Anything that the provider doesn't report counts as missing. */
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
  throw signInAgain('System administration requires a stronger sign-in, such as one with a second factor.');
}

/** @throws AppError forbidden when the user last authenticated more than ten minutes ago, or at an unknown time */
export function requireFreshSignIn({ actor, now }: UserContext): void {
  if (isRecent(actor.signIn, FRESH_SECONDS, now)) return;
  throw signInAgain('This requires a sign-in within the last ten minutes. Sign in again.');
}

function isRecent({ authenticatedAt }: SignInStrength, seconds: number, now: Date): boolean {
  return authenticatedAt !== null && now.getTime() - Date.parse(authenticatedAt) <= seconds * 1000;
}

/** The page offers a new sign-in when the error names this field. */
function signInAgain(message: string): AppError {
  return new AppError('forbidden', message, SIGN_IN_FIELD);
}

/** Splits a setting on spaces, the separator that OpenID Connect uses in `acr_values`. */
function splitWords(setting: string | undefined): string[] {
  return setting?.split(/\s+/).filter(Boolean) ?? [];
}
