import { AppError } from '~/errors';
import { isDeployed } from './deployment.server';

/** Pages below /api: people open them by address. */
const API_PAGES = ['/api/docs', '/api/login', '/api/logout'];

/**
 * In a deployment, leads a visit over http to the same page over https. A call is refused instead: what it carried has
 * been readable on its way, and a redirect would hide that from whoever wrote the program.
 * @returns null for what may go on
 * @throws AppError forbidden
 */
export function redirectPlainHttp(request: Request, env: Pick<Env, 'ENVIRONMENT'>): Response | null {
  const url = new URL(request.url);
  if (url.protocol === 'https:' || !isDeployed(env)) return null;
  const isPage = !url.pathname.toLowerCase().startsWith('/api/') || API_PAGES.includes(url.pathname);
  if (!isPage || !['GET', 'HEAD'].includes(request.method)) {
    throw new AppError('forbidden', 'Use https. Nothing was done; change secrets that this request carried.');
  }
  url.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: url.href } });
}
