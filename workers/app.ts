import { bearerToken, withoutCookies } from '~/server/bearer-token.server';
import { refuseCrossSite } from '~/server/cross-site.server';
import { errorResponse, methodNotAllowed } from '~/server/error-response.server';
import { redirectPlainHttp } from '~/server/plain-http.server';
import type { LoadContext } from '~/server/request-context.server';
import { RETRY_AFTER_SECONDS } from '~/services/platform/rate-limit.server';
import { logSecurity, requestForLog } from '~/services/platform/security-log.server';
import { openRequest } from './load-context';
import { consumeJobs } from './queue';
import { handlerFor } from './route-handlers';
import { runScheduled } from './scheduled';
import { withSecurityHeaders } from './security-headers';

/** Methods that Remix supports. It would fail on TRACE instead of rejecting it. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Pages are read-only: changes go through API calls. Remix would log a write to a page as our error. */
const PAGE_METHODS = ['GET', 'HEAD'];

export default {
  async fetch(incoming, env, execution) {
    const request = bearerToken(incoming) === null ? incoming : withoutCookies(incoming);
    const { loadContext, complete } = openRequest(request, env, execution);
    const response = complete(await respond(request, loadContext));
    if (response.status === 429) response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
    return withSecurityHeaders(request, response, loadContext.nonce);
  },
  queue: consumeJobs,
  scheduled: runScheduled,
} satisfies ExportedHandler<Env>;

/** Rejects what no route should see, for API calls and pages alike. Remix would report a cross-site write to a page as a 500. */
async function respond(request: Request, context: LoadContext): Promise<Response> {
  if (!METHODS.includes(request.method)) return methodNotAllowed(METHODS, context.requestId);
  const source = { request: { id: context.requestId, ip: request.headers.get('CF-Connecting-IP') } };
  try {
    const redirect = redirectPlainHttp(request, context.env);
    if (redirect) return redirect;
  } catch (error) {
    logSecurity(source, 'http.refused', requestForLog(request));
    return errorResponse(error, context.requestId);
  }
  try {
    if (bearerToken(request) === null) refuseCrossSite(request);
  } catch (error) {
    logSecurity(source, 'cross-site.refused', requestForLog(request));
    return errorResponse(error, context.requestId);
  }
  const url = new URL(request.url);
  const { pathname } = url;
  if (!pathname.startsWith('/api/') && !PAGE_METHODS.includes(request.method)) {
    return methodNotAllowed(PAGE_METHODS, context.requestId);
  }
  return handlerFor(pathname)(withoutDataParameter(request, url), context);
}

/**
 * Strips `_data`, which is ignored like any unknown parameter. Remix still treats it as a request for a page's data, as in
 * its earlier versions: it would respond instead of the routes, and log an error each time.
 */
function withoutDataParameter(request: Request, url: URL): Request {
  if (!url.searchParams.has('_data')) return request;
  url.searchParams.delete('_data');
  return new Request(url, request);
}
