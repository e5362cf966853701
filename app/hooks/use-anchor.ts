import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * For a part of a page that links name after a `#`. It may come after the page, when the browser has given up looking for it:
 * as soon as both are there, it is scrolled to and gets the focus.
 */
export function useAnchor<Part extends HTMLElement>(name: string) {
  const part = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again leads there again
  useEffect(() => {
    if (hash !== `#${name}`) return;
    // After the router's own scrolling, which goes to the top when it finds nothing.
    const frame = requestAnimationFrame(() => {
      part.current?.scrollIntoView();
      part.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, name]);
  return part;
}
