import { signInAddress, signInAgainAddress } from '~/hooks/sign-in-address';

/** The page of ours that a sign-in leads back to, and whether it asked one who is signed in to do so again. */
export type ReturnPage = { path: string; isAgain: boolean };

export function returnAddress(page: ReturnPage | null): string {
  if (!page) return '/api/login';
  return page.isAgain ? signInAgainAddress(page.path) : signInAddress(page.path);
}
