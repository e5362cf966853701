import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { catchLostConnections } from '~/hooks/lost-connection';
import { loadScreens } from '~/hooks/page-screens';

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod shares its settings here. Its compiler tries out eval, which the Content-Security-Policy would report.
globalThis.__zod_globalConfig = { jitless: true };
catchLostConnections();
void hydrate();

async function hydrate() {
  await decodePageData();
  // Without its code a screen is loaded after hydration, and says so if that fails too.
  await loadScreens(
    window.__remixRouteModules,
    window.__remixContext.state.loaderData,
    window.location.search,
  ).catch(() => {});
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

/**
 * Remix decodes the page's data at the first call of RemixBrowser and throws the promise of it, which suspends the whole
 * root. A key or a click while React waits for that ends in "Root did not complete", and the page stays dead. So the data
 * is decoded before React listens.
 */
async function decodePageData() {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}
