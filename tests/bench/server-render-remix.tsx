import { createRequestHandler, type EntryContext, type ServerBuild } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { documentOf, readAsTheyDo } from './server-render-work';

declare const __GIVEN__: { page: string; userId: string; companyId: string };

/** The work of server-render-peer.ts as a Remix application: one route, whose loader queries and whose component is the page. */
const { page, ...who } = __GIVEN__;
const document = documentOf(page);
const route = {
  loader: async ({ context }: { context: { DB: D1Database } }) => {
    await readAsTheyDo(context.DB, who);
    return null;
  },
  default: () => document,
};

function handleDocument(request: Request, status: number, headers: Headers, context: EntryContext) {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(renderToString(<RemixServer context={context} url={request.url} />), {
    status,
    headers,
  });
}

// Like the output of `remix vite:build`, without browser files.
const build = {
  entry: { module: { default: handleDocument } },
  routes: { root: { id: 'root', path: '', module: route } },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { id: 'root', path: '', hasLoader: true } },
    url: '',
    version: '',
  },
  publicPath: '/',
  basename: '/',
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild;
const handle = createRequestHandler(build);

export default {
  fetch: (request: Request, env: { DB: D1Database }) => handle(request, env as never),
};
