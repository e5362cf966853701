import { data } from '@remix-run/cloudflare';
import { AppError } from '~/errors';
import type { ReturnPage } from '~/schemas/people/return-page';
import { log } from '~/services/platform/log.server';
import { SignInError } from './provider-request.server';

/** Why a sign-in failed, in our own words, for the security log. */
export function failureReason(error: unknown): string {
  return error instanceof SignInError || error instanceof AppError ? error.message : 'It failed on our side.';
}

/**
 * The value to throw from a sign-in route: the error page says why the sign-in failed and offers to try again. It never
 * redirects, so it can't loop; trying again returns to the same page. A thrown Response (the redirect to the provider) is
 * passed on.
 */
export function signInProblem(error: unknown, requestId: string, returnPage: ReturnPage | null) {
  if (error instanceof Response) return error;
  const isExpected = error instanceof SignInError || error instanceof AppError;
  const message = isExpected ? error.message : 'Something went wrong on our end while signing you in.';
  const cause = isExpected ? error.cause : error;
  log({ level: 'warn', requestId, signIn: message, error: cause });
  return data({ message, requestId, returnPage }, { status: isExpected ? 400 : 500 });
}
