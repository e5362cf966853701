/** The token of `Authorization: Bearer`; null for requests without one. */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;
}

/**
 * A request with a token without its cookies: who sends a token acts as the token, and nobody's session is used, renewed or
 * ended beside it. That is also why it needs no defense against other sites, whose pages cannot make a browser send one.
 */
export function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('Cookie');
  return new Request(request, { headers });
}
