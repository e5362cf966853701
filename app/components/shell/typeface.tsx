import { useEffect } from 'react';
import { HeadScript } from './head-script';

/** Where this browser notes that it has Inter in its cache. */
const CACHED = 'aro_typeface';

const SCRIPT = `try {
  if (localStorage.getItem('${CACHED}')) {
    document.documentElement.dataset.typeface = '';
    document.fonts.load('1em Inter');
  }
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
      localStorage.setItem(CACHED, 'yes');
    };
    // Without Inter or without storage, the fallback stays or the next visit begins as this one did.
    const start = () => void load().catch(() => {});
    if ('requestIdleCallback' in window) requestIdleCallback(start);
    else setTimeout(start, 200);
  }, []);
}
