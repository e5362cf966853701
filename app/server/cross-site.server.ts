import { AppError } from '~/errors';

/** True when the browser came from another site's page. Browsers report that in Sec-Fetch-Site, older ones in Referer. */
export function comesFromElsewhere({ headers, url }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const referer = headers.get('Referer');
  return referer !== null && URL.parse(referer)?.origin !== new URL(url).origin;
}

/**
 * True when a script navigated here, without a click, tap or key press. Browsers report those in Sec-Fetch-User. A typed
 * URL or a program's request is intentional.
 */
export function isScriptNavigation({ headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site !== null && site !== 'none' && headers.get('Sec-Fetch-User') !== '?1';
}

/**
 * Rejects a write that another site's page makes the browser send. Browsers identify the sender in Sec-Fetch-Site, older
 * ones in Origin; a program that sends neither has no browser's cookies.
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
