import { startTransition, useEffect, useState } from 'react';

/**
 * Whether a media query matches; null on the server, and until there is time to look: what is urgent would throw away what the
 * server rendered of a page that is still on its way. Never asked while `query` is null.
 */
export function useMedia(query: string | null): boolean | null {
  const [matches, setMatches] = useState<boolean | null>(null);
  useEffect(() => {
    if (query === null) return;
    const media = window.matchMedia(query);
    const follow = () => startTransition(() => setMatches(media.matches));
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
