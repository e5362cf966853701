import { type Location, useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { NetworkError } from './api-fetch';
import { toast } from './toast';

/** What the page on the screen does when the data for `url` could not be fetched; null while there is no such page. */
let stay: ((url: URL) => void) | null = null;
/** The router is on its way back to the address of the page, which still has its data. */
let isReturning = false;

/**
 * Precedes the router's own requests for data (docs/decisions/0022): where the connection failed, the page stays as it
 * is, in place of the error page, and says so.
 */
export function catchLostConnections(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      const signal = init?.signal;
      const isLost = error instanceof TypeError && signal && input instanceof URL && isPageData(input);
      // A page that cannot be returned to without loading must not be tried for ever.
      if (!stay || isReturning || !isLost || signal.aborted) throw error;
      stay(input);
      // Returning to the page's address aborts what was under way; until then the router must not hear of the failure.
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(error)));
    }
  };
}

/** Rendered once per page: keeps it as it is when another, or its own newer state, cannot be fetched. */
export function useStayWithoutConnection(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const entry = useRef<number>();
  useEffect(() => {
    isReturning = false;
    entry.current = historyEntry();
    stay = (url) => {
      tellLost(isDataOf(url, location));
      isReturning = true;
      // Back and Forward have moved in the history before they load, any other way moves after it.
      const moved = (entry.current ?? 0) - (historyEntry() ?? 0);
      if (moved !== 0) navigate(moved);
      else navigate(location, { replace: true, state: location.state, preventScrollReset: true });
    };
    return () => {
      stay = null;
    };
  }, [location, navigate]);
}

/** Whether the router only returns to where it is, for which nothing is loaded. */
export function staysWhereItIs(current: URL, next: URL): boolean {
  return isReturning && current.href === next.href;
}

/** Whether the router is on its way back to where it is. */
export function isStaying(): boolean {
  return isReturning;
}

/**
 * Another page needs its code besides its data, and when the code does not come, Remix reloads the document: without a
 * connection, into nothing. A browser that says it is offline is not always, so the server is asked first.
 */
export async function reachesServer(): Promise<boolean> {
  try {
    await fetch('/healthz');
    return true;
  } catch {
    tellLost(false);
    return false;
  }
}

/** Whether the browser says that it has no connection. */
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

function tellLost(isReload: boolean): void {
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

/** Where the router asks for data, or for which routes there are. */
function isPageData({ pathname }: URL): boolean {
  return pathname.endsWith('.data') || pathname === '/__manifest';
}

function isDataOf(url: URL, { pathname, search }: Location): boolean {
  const asked = new URLSearchParams(url.search);
  asked.delete('_routes');
  const path = pathname === '/' ? '/_root' : pathname;
  return url.pathname === `${path}.data` && asked.toString() === new URLSearchParams(search).toString();
}

function historyEntry(): number | undefined {
  return window.history.state?.idx;
}
