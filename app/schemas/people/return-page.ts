/** The page of ours that a sign-in leads back to, and whether it asked one who is signed in to do so again. */
export type ReturnPage = { path: string; isAgain: boolean };
