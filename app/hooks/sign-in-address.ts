/** Where a person signs in, to come back to this page of ours. */
export function signInAddress(page: string): string {
  return page === '/' ? '/api/login' : `/api/login?${new URLSearchParams({ returnTo: page })}`;
}

/** Where a person who is signed in does so once more, to come back to this page of ours. */
export function signInAgainAddress(page: string): string {
  return `/api/login?${new URLSearchParams({ again: page })}`;
}
