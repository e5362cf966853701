import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import { ApiError } from './api-fetch';

/** Whether a call was refused only until the person signs in once more. */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && SIGN_IN_FIELD in error.fieldErrors;
}
