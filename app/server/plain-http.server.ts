import { AppError } from '~/errors';
import { isDeployed } from './deployment.server';

/** Pages under /api, which people open by URL. */
const API_PAGES = ['/api/docs', '/api/login', '/api/logout'];
/** Paths outside /api that only programs request: monitors, and the app's own scripts. */
const PROGRAM_PATHS = /^\/(healthz|readyz)$|\.data$/i;

/**
 * In a deployment, redirects a page request over http to https. Requests from programs are rejected instead: their contents
 * were readable in transit, and a redirect would hide that from the program's author.
 * @returns null for a request that may proceed
 * @throws AppError forbidden
 */
export function redirectPlainHttp(request: Request, env: Pick<Env, 'ENVIRONMENT'>): Response | null {
  const url = new URL(request.url);
  if (url.protocol === 'https:' || !isDeployed(env)) return null;
  if (!isPage(url.pathname) || !['GET', 'HEAD'].includes(request.method)) {
    throw new AppError(
      'forbidden',
      'Use HTTPS. The request wasn’t processed. Replace any secrets it contained.',
    );
  }
  url.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: url.href } });
}

function isPage(path: string): boolean {
  if (path.toLowerCase().startsWith('/api/')) return API_PAGES.includes(path);
  return !PROGRAM_PATHS.test(path);
}
