import { useEffect } from 'react';
import { HeadScript } from './head-script';

/** Empty cache that marks this browser as having Inter: browsers clear it together with the cached font files. */
const NOTE = 'inter-4.001';

const SCRIPT = `try {
  caches.has('${NOTE}').then((isCached) => {
    if (!isCached) return;
    document.documentElement.dataset.typeface = '';
    document.fonts.load('1em Inter');
  }, () => {});
} catch {}`;

/**
 * Belongs in the head, after the styles. A browser that already has Inter uses it from first paint. On the first visit the font
 * loads after hydration (useTypeface), because a second layout during loading would block the page.
 */
export function Typeface() {
  return <HeadScript code={SCRIPT} />;
}

export function useTypeface() {
  useEffect(() => {
    const root = document.documentElement;
    if (root.dataset.typeface !== undefined) return;
    const load = async () => {
      await document.fonts.load('1em Inter');
      root.dataset.typeface = '';
      await caches.open(NOTE);
    };
    // If Inter can't load, the fallback remains. Without the Cache API, the next visit starts like this one.
    const startLoading = () => void load().catch(() => {});
    if ('requestIdleCallback' in window) requestIdleCallback(startLoading);
    else setTimeout(startLoading, 200);
  }, []);
}
