import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/cloudflare';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import { loadScreens } from '~/hooks/page-screens';
import { NonceContext } from '~/hooks/use-nonce';
import { StylesContext } from '~/hooks/use-styles';
import { log } from '~/services/platform/log.server';
import styles from './tailwind.css?inline';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
) {
  let responseStatus = status;
  const { routeModules, staticHandlerContext } = remixContext;
  await loadScreens(routeModules, staticHandlerContext.loaderData, new URL(request.url).search);
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <StylesContext.Provider value={styles}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </StylesContext.Provider>
    </NonceContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        if (request.signal.aborted) return;
        responseStatus = 500;
        log({ level: 'error', requestId, while: 'render', error });
      },
    },
  );
  // A crawler reads one document; it does not wait for streamed parts.
  if (isbot(request.headers.get('User-Agent'))) await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { status: responseStatus, headers });
}

/** Errors of page loaders: Remix alone would log them whole, with the statements and values of a failed query. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // A request that no page takes, such as OPTIONS, is the sender's mistake.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const thrown = isRouteErrorResponse(error) ? error.data : error;
  log({ level: 'error', requestId: context.requestId, while: 'load', error: thrown });
}
