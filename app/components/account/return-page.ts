import { signInAddress, signInAgainAddress } from '~/hooks/sign-in-address';
import type { ReturnPage } from '~/schemas/people/return-page';

export function returnAddress(page: ReturnPage | null): string {
  if (!page) return '/api/login';
  return page.isAgain ? signInAgainAddress(page.path) : signInAddress(page.path);
}
