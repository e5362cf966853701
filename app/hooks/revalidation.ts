import { type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { isReturningInPlace } from './lost-connection';
import { createStore } from './store';
import { hasEntries, useHasEntries } from './unsaved-entries';
import { opensDialogOnly } from './use-address';

/** True while a reload after a write is due. Closing the dialog interrupts that reload, which must still happen. */
let reloadIsDue = false;

/** Number of writes made from this page. */
let writes = 0;

/** Number of reloads that no write on this page caused, such as when the user came back to it. */
const refreshes = createStore(0);
/** Number of components that need the page's data to stay as it is. */
const reloadHolds = createStore(0);

/** Tells this browser's other tabs about writes. A channel doesn't receive its own messages. */
let otherTabs: BroadcastChannel | null = null;

export function recordWrite(): void {
  reloadIsDue = true;
  writes += 1;
  notifyOtherTabs();
}

/** Call after a write when this page needs no reload. */
export function notifyOtherTabs(): void {
  otherTabs?.postMessage(null);
}

/** Calls the listener when another tab writes. @returns a function that stops listening */
export function listenToOtherTabs(listener: () => void): () => void {
  const tabs = new BroadcastChannel('aro_writes');
  tabs.onmessage = listener;
  otherTabs = tabs;
  return () => {
    otherTabs = null;
    tabs.close();
  };
}

/** Call before the page's data reloads, so separately fetched data reloads too. */
export function recordRefresh(): void {
  reloadIsDue = true;
  refreshes.set(refreshes.get() + 1);
}

/** Changes when the data on screen should be fetched again. */
export const useRefreshes = refreshes.use;

/** While rendered, coming back doesn't reload the page: work on a whole file depends on the page's data and would start over. */
export function useReloadHold(): void {
  useEffect(() => {
    reloadHolds.set(reloadHolds.get() + 1);
    return () => reloadHolds.set(reloadHolds.get() - 1);
  }, []);
}

/** True when a reload could lose work. It may even load another company, selected in another tab. */
export function isPageInUse(): boolean {
  return hasEntries() || reloadHolds.get() > 0;
}

export function useIsPageInUse(): boolean {
  const isPageHeld = reloadHolds.use() > 0;
  return useHasEntries() || isPageHeld;
}

/** Changes with each write. Version for data fetched separately from the page's. */
export function getWriteCount(): number {
  return writes;
}

/** Rendered once per page. Clears the due reload once loading finishes. */
export function useReloadNotice(): void {
  const isIdle = useNavigation().state === 'idle';
  const isLoaded = useRevalidator().state === 'idle';
  useEffect(() => {
    if (isIdle && isLoaded) reloadIsDue = false;
  }, [isIdle, isLoaded]);
}

/** Used by every page. Opening or closing a dialog, or staying because the connection failed, loads nothing. */
export function revalidateUnlessDialogOnly(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  if (isReturningInPlace(currentUrl, nextUrl)) return false;
  if (!reloadIsDue && opensDialogOnly(currentUrl, nextUrl)) return false;
  return defaultShouldRevalidate;
}
