import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * For a page section targeted by a `#` link. The section may render after the browser has stopped looking for it, so this scrolls to it
 * and focuses it once it exists.
 */
export function useAnchor<Part extends HTMLElement>(name: string) {
  const target = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link again must scroll again
  useEffect(() => {
    if (hash !== `#${name}`) return;
    // After the router's own scrolling, which goes to the top when it finds no target.
    const frame = requestAnimationFrame(() => {
      target.current?.scrollIntoView();
      target.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, name]);
  return target;
}
