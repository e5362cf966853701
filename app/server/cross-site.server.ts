import { AppError } from '~/errors';

/** Whether another site's page led the browser here. Browsers say so in Sec-Fetch-Site, older ones in Referer. */
export function comesFromElsewhere({ headers, url }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const referer = headers.get('Referer');
  return referer !== null && URL.parse(referer)?.origin !== new URL(url).origin;
}

/**
 * Whether a script led here and nobody clicked, tapped or pressed a key. Browsers say in Sec-Fetch-User who did; an address
 * that was typed, or a program's call, is intentional.
 */
export function isUnasked({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site !== null && site !== 'none' && headers.get('Sec-Fetch-User') !== '?1';
}

/**
 * Refuses a write that another site's page makes the browser send. Browsers name the sender in
 * Sec-Fetch-Site, older ones in Origin; a program that sends neither has no browser's cookies.
 * @throws AppError forbidden
 */
export function refuseCrossSite(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  const sameOrigin = origin === null || origin === new URL(request.url).origin;
  const sameSite = site === null || site === 'same-origin' || site === 'none';
  if (!sameOrigin || !sameSite) throw new AppError('forbidden', 'Cross-site request refused');
}
