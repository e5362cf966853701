import { log } from '~/services/platform/log.server';

/** React's marker for a `Suspense` whose fallback it sent, leaving the content for the browser to render. */
const SUSPENDED = '<!--$!-->';
const PRELOAD = '<link rel="modulepreload" ';

type Page = {
  markup: string;
  /** The loaders' data, encoded by Remix; null for a page without scripts. */
  data: ReadableStream<Uint8Array> | null;
  nonce: string;
  requestId: string;
};

/** The document of a page: React's markup and the loaders' data (docs/decisions/0065). */
export async function pageDocument({ markup, data, nonce, requestId }: Page): Promise<string> {
  if (markup.includes(SUSPENDED)) {
    const error = new Error(
      'Part of the page suspended on the server. Load its code first, as lazyScreen does.',
    );
    log({ level: 'error', requestId, while: 'render', error });
  }
  if (!data) return `<!DOCTYPE html>${markup}`;
  // Lowers the priority of scripts: the first paint needs the font and the markup sooner.
  const body = markup.replaceAll(PRELOAD, `${PRELOAD}fetchpriority="low" `);
  return `<!DOCTYPE html>${body}<script nonce="${nonce}">${await dataScript(data)}</script>`;
}

/** Replaces the script that Remix would stream. Remix's `Scripts` has already created the stream controller. */
async function dataScript(data: ReadableStream<Uint8Array>): Promise<string> {
  const text = JSON.stringify(await new Response(data).text());
  const escaped = text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `{const c = window.__remixContext.streamController;c.enqueue(${escaped});c.close()}`;
}
