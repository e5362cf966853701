import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/cloudflare';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { loadScreens } from '~/hooks/page-screens';
import { NonceContext } from '~/hooks/use-nonce';
import { RequestIdContext } from '~/hooks/use-request-id';
import { StylesContext } from '~/hooks/use-styles';
import { pageDocument } from '~/server/page-document.server';
import { log } from '~/services/platform/log.server';
import styles from './tailwind.css?inline';

/**
 * Renders a page to a single string. React's stream encodes each tag and attribute separately, which takes as long as rendering them, and
 * a page without `Suspense` is complete before a stream would start (docs/decisions/0065).
 * @throws errors thrown by a component. Remix then renders the error boundary
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
) {
  const { routeModules, staticHandlerContext } = remixContext;
  await loadScreens(routeModules, staticHandlerContext.loaderData, new URL(request.url).search);
  const { serverHandoffStream, ...context } = remixContext;
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <StylesContext.Provider value={styles}>
        <RequestIdContext.Provider value={requestId}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </RequestIdContext.Provider>
      </StylesContext.Provider>
    </NonceContext.Provider>,
  );
  const data = (context.renderMeta?.didRenderScripts && serverHandoffStream) || null;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await pageDocument({ markup, data, nonce, requestId }), { status, headers });
}

/** Logs errors of page loaders. Remix itself would log them with the statements and values of a failed query. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // A request that no page accepts, such as OPTIONS, is the client's error.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const cause = isRouteErrorResponse(error) ? error.data : error;
  log({ level: 'error', requestId: context.requestId, while: 'load', error: cause });
}
