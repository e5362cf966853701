/** Field of an error that the user can resolve by signing in again. */
export const SIGN_IN_FIELD = 'signIn';
