import { data } from '@remix-run/cloudflare';
import { AppError } from '~/errors';
import { log } from '~/services/platform/log.server';
import { SignInError } from './sign-in.server';

/**
 * What to throw from a sign-in route: the error page says why it ended and offers to begin again. Nothing redirects, so
 * that nothing can go round in circles. A thrown Response (the way to the provider) is passed on.
 */
export function signInProblem(error: unknown, requestId: string) {
  if (error instanceof Response) return error;
  const isExpected = error instanceof SignInError || error instanceof AppError;
  const message = isExpected ? error.message : 'The sign-in failed on our side.';
  const cause = isExpected ? error.cause : error;
  log({ level: 'warn', requestId, signIn: message, error: cause });
  return data({ message, requestId }, { status: isExpected ? 400 : 500 });
}
