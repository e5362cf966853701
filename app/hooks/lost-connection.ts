import { type Location, useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { NetworkError } from './api-fetch';
import { toast } from './toast';

/** Called when the data for `url` couldn't be fetched. Null while no page is mounted. */
let returnToPage: ((url: URL) => void) | null = null;
/** True while the router returns to the address of the current page, whose data is still loaded. */
let isReturning = false;

/**
 * Wraps `fetch` for the router's own data requests (docs/decisions/0022). When the connection fails, the current page stays with a
 * message, instead of the error page.
 */
export function catchLostConnections(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      const signal = init?.signal;
      const isLost = error instanceof TypeError && signal && input instanceof URL && isPageData(input);
      // Don't retry forever when the page can't be returned to without loading.
      if (!returnToPage || isReturning || !isLost || signal.aborted) throw error;
      returnToPage(input);
      // Returning to the page's address aborts this request. Until then, the router must not see the failure.
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(error)));
    }
  };
}

/** Rendered once per page. Keeps the page as is when another page, or newer data for this one, can't be fetched. */
export function useStayWithoutConnection(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const historyIndex = useRef<number>();
  useEffect(() => {
    isReturning = false;
    historyIndex.current = getHistoryIndex();
    returnToPage = (url) => {
      showOfflineNotice(isDataForPage(url, location));
      isReturning = true;
      // Back and Forward change the history entry before loading. Other navigations change it afterward.
      const distance = (historyIndex.current ?? 0) - (getHistoryIndex() ?? 0);
      if (distance !== 0) navigate(distance);
      else navigate(location, { replace: true, state: location.state, preventScrollReset: true });
    };
    return () => {
      returnToPage = null;
    };
  }, [location, navigate]);
}

/** True when the router is only returning to its current address, which needs no loading. */
export function isReturningInPlace(current: URL, next: URL): boolean {
  return isReturning && current.href === next.href;
}

/** True while the router is returning to its current address. */
export function isReturningToPage(): boolean {
  return isReturning;
}

/**
 * A new page needs code as well as data, and Remix reloads the document when code fails to load, which offline leaves a blank page.
 * Browsers can report being offline when they aren't, so this asks the server first.
 */
export async function reachesServer(): Promise<boolean> {
  try {
    await fetch('/healthz');
    return true;
  } catch {
    showOfflineNotice(false);
    return false;
  }
}

/** True when the browser reports being offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => !navigator.onLine,
    () => false,
  );
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function showOfflineNotice(isReload: boolean): void {
  toast(
    isReload
      ? {
          title: 'You’re Offline',
          description: 'What you see may be out of date. Reload when you’re back online.',
          variant: 'destructive',
        }
      : { title: 'Error', description: new NetworkError().message, variant: 'destructive' },
  );
}

/** True for the router's requests for page data or the route manifest. */
function isPageData({ pathname }: URL): boolean {
  return pathname.endsWith('.data') || pathname === '/__manifest';
}

function isDataForPage(url: URL, { pathname, search }: Location): boolean {
  const requestedParams = new URLSearchParams(url.search);
  requestedParams.delete('_routes');
  const path = pathname === '/' ? '/_root' : pathname;
  return (
    url.pathname === `${path}.data` && requestedParams.toString() === new URLSearchParams(search).toString()
  );
}

function getHistoryIndex(): number | undefined {
  return window.history.state?.idx;
}
