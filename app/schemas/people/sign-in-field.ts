/** The field of a refusal that a new sign-in overcomes. */
export const SIGN_IN_FIELD = 'signIn';
