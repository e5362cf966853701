import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import * as build from '../build/server/index.js';
import { openVisit } from './load-context';
import { consumeJobs } from './queue';
import { runScheduled } from './scheduled';
import { withSecurityHeaders } from './security-headers';

const handleRequest = createRequestHandler(build as unknown as ServerBuild);

export default {
  async fetch(request, env, execution) {
    const { loadContext, complete } = openVisit(request, env, execution);
    const response = complete(await handleRequest(request, loadContext));
    return withSecurityHeaders(request, response, loadContext.nonce);
  },
  queue: consumeJobs,
  scheduled: runScheduled,
} satisfies ExportedHandler<Env>;
