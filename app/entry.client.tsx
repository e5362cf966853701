import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { catchLostConnections } from '~/hooks/lost-connection';
import { loadScreens } from '~/hooks/page-screens';

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod shares its settings through this global. Its compiler tries `eval`, which the Content-Security-Policy would report.
globalThis.__zod_globalConfig = { jitless: true };
catchLostConnections();
void hydrate();

async function hydrate() {
  await decodePageData();
  // If a screen's code fails to load, the screen tries again after hydration and reports a second failure itself.
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
 * On its first call, RemixBrowser decodes the page's data and throws the promise, which suspends the whole root. A key press or click
 * while React waits ends in "Root did not complete" and leaves the page dead. So the data is decoded before React starts listening.
 */
async function decodePageData() {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}
