import { useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { listenToOtherTabs, recordRefresh, useIsPageInUse } from './revalidation';
import { isAnythingUnsaved } from './unload-warning';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect';
import { useRootData } from './use-root-data';

/** Data older than this reloads when the user comes back, because colleagues may have posted. */
const STALE_AFTER_MS = 60_000;

/**
 * Rendered once per page. A user who comes back from another tab, another program or overnight sees current figures. Unsaved entries keep
 * the page as is, and posting them is checked against what was shown.
 */
export function useFreshPage(): void {
  const { now } = useRootData();
  const { revalidate, state } = useRevalidator();
  const isLoading = useNavigation().state !== 'idle' || state !== 'idle';
  const isInUse = useIsPageInUse();
  const loadedAt = useRef(0);
  const isOutdated = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time means a new load
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
    // Don't restart a load in progress.
    if (isInUse || isLoading) return;
    const abort = new AbortController();
    const { signal } = abort;
    let isChecking = false;
    const refresh = async () => {
      if (document.hidden || isChecking) return;
      if (!isOutdated.current && Date.now() - loadedAt.current < STALE_AFTER_MS) return;
      isChecking = true;
      const isSafe = await isSafeToReload(signal);
      isChecking = false;
      if (!isSafe || signal.aborted) return;
      recordRefresh();
      revalidate();
    };
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isOutdated.current = true;
      void refresh();
    };
    document.addEventListener('visibilitychange', refresh, { signal });
    window.addEventListener('focus', refresh, { signal });
    window.addEventListener('online', refresh, { signal });
    window.addEventListener('pageshow', handlePageShow, { signal });
    return () => abort.abort();
  }, [isInUse, isLoading, revalidate]);
  usePreservedScroll(state === 'loading');
}

/**
 * After a revalidation, the router restores the earlier scroll position, which would move a user who has scrolled since. This reads the
 * position before the router's own effect runs, and sets it again before the browser paints.
 */
function usePreservedScroll(isReloading: boolean): void {
  const location = useLocation();
  const previous = useRef({ isReloading, location });
  useIsomorphicLayoutEffect(() => {
    const isReloaded = previous.current.isReloading && !isReloading && previous.current.location === location;
    previous.current = { isReloading, location };
    if (!isReloaded) return;
    const { scrollX, scrollY } = window;
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  }, [isReloading, location]);
}

/**
 * The user didn't request this reload, so it must not end in an error page, or in a redirect to sign-in that would lose entries kept by
 * another screen.
 */
async function isSafeToReload(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch('/api/auth/user', { signal });
    return status === 401 ? !isAnythingUnsaved() : status < 429;
  } catch {
    return false;
  }
}
