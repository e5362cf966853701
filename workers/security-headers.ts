/**
 * Adds the headers that restrict what a page may do. Scripts run only from our own origin with this response's nonce. The
 * style attribute is allowed, because virtualized rows are positioned with it.
 */
export function withSecurityHeaders(request: Request, response: Response, nonce: string): Response {
  const headers = response.headers;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // Stored files set a stricter policy.
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', contentSecurityPolicy(nonce));
  if (new URL(request.url).protocol === 'https:') {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
  // Remix doesn't declare the encoding of a page's data.
  if (headers.get('Content-Type') === 'text/x-script')
    headers.set('Content-Type', 'text/x-script; charset=utf-8');
  // Responses are specific to the user, and they change.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // A dialog locks page scrolling with a style element, which gets the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
