import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import { refuseCrossSite } from '~/server/cross-site.server';
import { errorResponse } from '~/server/error-response.server';
import type { LoadContext } from '~/server/request-context.server';
import * as build from '../build/server/index.js';
import { openVisit } from './load-context';
import { consumeJobs } from './queue';
import { runScheduled } from './scheduled';
import { withSecurityHeaders } from './security-headers';

const handleRequest = createRequestHandler(build as unknown as ServerBuild);

export default {
  async fetch(request, env, execution) {
    const { loadContext, complete } = openVisit(request, env, execution);
    const response = complete(await answer(request, loadContext));
    return withSecurityHeaders(request, response, loadContext.nonce);
  },
  queue: consumeJobs,
  scheduled: runScheduled,
} satisfies ExportedHandler<Env>;

/** Calls and pages alike are none of another site's to write; left to Remix, one to a page would be an error of ours. */
async function answer(request: Request, context: LoadContext): Promise<Response> {
  try {
    refuseCrossSite(request);
  } catch (error) {
    return errorResponse(error, context.requestId);
  }
  return handleRequest(request, context);
}
