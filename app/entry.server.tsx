import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import { NonceContext } from '~/hooks/use-nonce';
import { StylesContext } from '~/hooks/use-styles';
import styles from './tailwind.css?inline';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
) {
  let responseStatus = status;
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
        console.error(
          JSON.stringify({
            level: 'error',
            while: 'render',
            error: error instanceof Error ? error.stack : String(error),
          }),
        );
      },
    },
  );
  // A crawler reads one document; it does not wait for streamed parts.
  if (isbot(request.headers.get('User-Agent'))) await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { status: responseStatus, headers });
}
