/** The token from `Authorization: Bearer`; null for requests without one. */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;
}

/**
 * Strips the cookies from a request with a token. The caller acts as the token, and no session is used, renewed or ended.
 * Such a request needs no cross-site protection either: other sites' pages can't make a browser send a token.
 */
export function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('Cookie');
  return new Request(request, { headers });
}
