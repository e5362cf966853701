import { useEffect } from 'react';
import { HeadScript } from './head-script';

/** An empty cache that says this browser has Inter: browsers clear it together with the files that they have cached. */
const NOTE = 'inter-4.001';

const SCRIPT = `try {
  caches.has('${NOTE}').then((isCached) => {
    if (!isCached) return;
    document.documentElement.dataset.typeface = '';
    document.fonts.load('1em Inter');
  }, () => {});
} catch {}`;

/**
 * Goes into the head, below the styles: a browser that has Inter uses it from the first paint on. On the first visit it comes after
 * hydration (useTypeface), because a second layout in the middle would keep the page from answering.
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
    // Without Inter or without caches, the fallback stays or the next visit begins as this one did.
    const start = () => void load().catch(() => {});
    if ('requestIdleCallback' in window) requestIdleCallback(start);
    else setTimeout(start, 200);
  }, []);
}
