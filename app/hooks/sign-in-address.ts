/** Sign-in address that returns to the given page of this app. */
export function signInAddress(page: string): string {
  return page === '/' ? '/api/login' : `/api/login?${new URLSearchParams({ returnTo: page })}`;
}

/** Address where a signed-in user signs in again, returning to the given page of this app. */
export function signInAgainAddress(page: string): string {
  return `/api/login?${new URLSearchParams({ again: page })}`;
}
