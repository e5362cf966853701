import { useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { listenToOtherTabs, noteRefresh, useIsPageInUse } from './revalidation';
import { isAnythingUnsaved } from './unload-warning';
import { useLayout } from './use-layout';
import { useRootData } from './use-root-data';

/** What was loaded so long ago is loaded again when someone comes back to it: colleagues post meanwhile. */
const OLD_MS = 60_000;

/**
 * Rendered once per page: who comes back to it, from another tab, another program or the night, sees the figures of now. What
 * was entered and not saved keeps the page as it is; posting it is checked against what was shown.
 */
export function useFreshPage(): void {
  const { now } = useRootData();
  const { revalidate, state } = useRevalidator();
  const isLoading = useNavigation().state !== 'idle' || state !== 'idle';
  const isInUse = useIsPageInUse();
  const loadedAt = useRef(0);
  const isOutdated = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another time is another load
  useEffect(() => {
    loadedAt.current = Date.now();
    isOutdated.current = false;
  }, [now]);

  useEffect(() => {
    return listenToOtherTabs(() => {
      isOutdated.current = true;
    });
  }, []);

  useEffect(() => {
    // A load that is already running must not be restarted.
    if (isInUse || isLoading) return;
    const leave = new AbortController();
    const { signal } = leave;
    let isAsking = false;
    const refresh = async () => {
      if (document.hidden || isAsking) return;
      if (!isOutdated.current && Date.now() - loadedAt.current < OLD_MS) return;
      isAsking = true;
      const may = await mayLoad(signal);
      isAsking = false;
      if (!may || signal.aborted) return;
      noteRefresh();
      revalidate();
    };
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isOutdated.current = true;
      void refresh();
    };
    document.addEventListener('visibilitychange', refresh, { signal });
    window.addEventListener('focus', refresh, { signal });
    window.addEventListener('online', refresh, { signal });
    window.addEventListener('pageshow', restore, { signal });
    return () => leave.abort();
  }, [isInUse, isLoading, revalidate]);
  useKeptScroll(state === 'loading');
}

/**
 * After a revalidation the router restores the scroll position from before it, which would move someone who scrolled meanwhile.
 * This reads the position before the router's own effect runs, and sets it again before the browser paints.
 */
function useKeptScroll(isReloading: boolean): void {
  const location = useLocation();
  const before = useRef({ isReloading, location });
  useLayout(() => {
    const isReloaded = before.current.isReloading && !isReloading && before.current.location === location;
    before.current = { isReloading, location };
    if (!isReloaded) return;
    const { scrollX, scrollY } = window;
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  }, [isReloading, location]);
}

/**
 * Nobody asked for the page to be loaded: it must not give way to an error, or to the way in while signing in would lose what
 * another screen keeps.
 */
async function mayLoad(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch('/api/auth/user', { signal });
    return status === 401 ? !isAnythingUnsaved() : status < 429;
  } catch {
    return false;
  }
}
