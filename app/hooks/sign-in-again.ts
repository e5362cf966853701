import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import { ApiError } from './api-fetch';

/** Where a person signs in once more, to come back to the page with this path. */
export function signInAgainAddress(path: string): string {
  return `/api/login?${new URLSearchParams({ again: path })}`;
}

/** Whether a call was refused only until the person signs in once more. */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && SIGN_IN_FIELD in error.fieldErrors;
}
