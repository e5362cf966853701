import { startTransition, useEffect, useState } from 'react';
import { useRootData } from './use-root-data';

/** Effects run in the browser only, and first when the page has hydrated. From then on there is nothing to guess. */
let isHydrated = false;

/**
 * Whether a media query matches. The server's page has the `guess`, or null, until there is time to look: what is urgent would throw
 * away what the server rendered of a page that is still on its way. Never asked while `query` is null.
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
    const follow = () => startTransition(() => setMatches(media.matches));
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}

/** Whether the screen is a phone's; paper never is. */
export function useIsPhone(): boolean {
  const { isMobile } = useRootData();
  return useMedia('screen and (width < 40rem)', isMobile) ?? false;
}
