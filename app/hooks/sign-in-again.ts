import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import { ApiError } from './api-fetch';

/** True when the request requires the user to sign in again first. */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && SIGN_IN_FIELD in error.fieldErrors;
}
