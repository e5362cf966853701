import { startTransition, useEffect, useState } from 'react';
import { useRootData } from './use-root-data';

/** Effects run only in the browser, first when the page hydrates. After that, no guess is needed. */
let isHydrated = false;

/**
 * True when a media query matches. Server rendering and hydration use the `guess`, or null. The real value follows in a transition,
 * because an urgent update would discard server-rendered parts that haven't hydrated yet. Not evaluated while `query` is null.
 */
export function useMedia(query: string | null, guess: boolean | null = null): boolean | null {
  const [matches, setMatches] = useState(() => {
    if (query === null) return null;
    return isHydrated ? window.matchMedia(query).matches : guess;
  });
  useEffect(() => {
    isHydrated = true;
    if (query === null) return;
    const media = window.matchMedia(query);
    const update = () => startTransition(() => setMatches(media.matches));
    update();
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [query]);
  return matches;
}

/** True for a phone-sized screen. Always false on paper. */
export function useIsPhone(): boolean {
  const { isMobile } = useRootData();
  return useMedia('screen and (width < 40rem)', isMobile) ?? false;
}
