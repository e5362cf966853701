import { AppError } from '~/errors';
import { isDeployed } from './deployment.server';

/** Pages below /api: people open them by address. */
const API_PAGES = ['/api/docs', '/api/login', '/api/logout'];
/** What only programs ask for, beside /api: monitors, and the application's own scripts. */
const FOR_PROGRAMS = /^\/(healthz|readyz)$|\.data$/i;

/**
 * In a deployment, leads a visit over http to the same page over https. What programs ask for is refused instead: what it
 * carried has been readable on its way, and a redirect would hide that from the program's author.
 * @returns null for what may go on
 * @throws AppError forbidden
 */
export function redirectPlainHttp(request: Request, env: Pick<Env, 'ENVIRONMENT'>): Response | null {
  const url = new URL(request.url);
  if (url.protocol === 'https:' || !isDeployed(env)) return null;
  if (!isPage(url.pathname) || !['GET', 'HEAD'].includes(request.method)) {
    throw new AppError('forbidden', 'Use https. Nothing was done. Replace any secrets this request carried.');
  }
  url.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: url.href } });
}

function isPage(path: string): boolean {
  if (path.toLowerCase().startsWith('/api/')) return API_PAGES.includes(path);
  return !FOR_PROGRAMS.test(path);
}
