import { readSealKey, trustedKeys } from '~/services/audit/seal-key.server';
import type { RequestContext } from '~/services/platform/context.server';
import { log } from '~/services/platform/log.server';
import { signInRequirement } from '~/services/platform/sign-in-strength.server';
import { proveClient } from './client-authentication.server';
import { minRsaBits } from './key-strength.server';
import { requireAllowed } from './provider-request.server';

/** Validates each setting before anything depends on it. All but the first four are optional. */
const CHECKS: [setting: string, check: (ctx: Pick<RequestContext, 'env' | 'now'>) => unknown][] = [
  ['OIDC_ISSUER', ({ env }) => requireAllowed(env, env.OIDC_ISSUER)],
  ['OIDC_CLIENT_ID', ({ env }) => requireText(env.OIDC_CLIENT_ID)],
  ['OIDC_CLIENT_KEY or OIDC_CLIENT_SECRET', (ctx) => proveClient(ctx, ctx.env.OIDC_ISSUER)],
  ['UPLOAD_SIGNING_SECRET', ({ env }) => requireText(env.UPLOAD_SIGNING_SECRET)],
  ['OIDC_MIN_RSA_BITS', ({ env }) => minRsaBits(env)],
  ['OIDC_MAX_AGE_MINUTES', ({ env }) => signInRequirement(env)],
  ['SEAL_SIGNING_KEY', ({ env }) => readSealKey(env)],
  ['SEAL_FORMER_PUBLIC_KEYS', ({ env }) => trustedKeys({ ...env, SEAL_SIGNING_KEY: '' })],
  ['SESSION_IDLE_HOURS', ({ env }) => requirePositive(env.SESSION_IDLE_HOURS)],
  ['RATE_LIMIT_FACTOR', ({ env }) => requirePositive(env.RATE_LIMIT_FACTOR)],
];

/** Logs the name of each setting that is missing or malformed, never its value. */
export async function checkSettings(ctx: RequestContext): Promise<'ok' | 'failed'> {
  const outcomes = await Promise.allSettled(CHECKS.map(async ([, check]) => check(ctx)));
  const failedChecks = CHECKS.filter((_, index) => outcomes[index]!.status === 'rejected');
  for (const [setting] of failedChecks) {
    log({ level: 'error', requestId: ctx.request.id, problem: `${setting} is missing or malformed` });
  }
  return failedChecks.length === 0 ? 'ok' : 'failed';
}

function requireText(setting: string | undefined): void {
  if (!setting?.trim()) throw new Error('empty');
}

function requirePositive(setting: string | undefined): void {
  if (setting && !(Number(setting) > 0)) throw new Error('not a positive number');
}
