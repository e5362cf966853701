/** Page to return to after sign-in. `isAgain`: a signed-in user was asked to sign in again. */
export type ReturnPage = { path: string; isAgain: boolean };
