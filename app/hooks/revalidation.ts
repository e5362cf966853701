import { type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { staysWhereItIs } from './lost-connection';
import { createStore } from './store';
import { hasEntries, useHasEntries } from './unsaved-entries';
import { opensDialogOnly } from './use-address';

/** A write's reload is under way. Closing the dialog that wrote interrupts it, and must not lose it. */
let reloadIsDue = false;

/** How many there were on this page. */
let writes = 0;

/** How often the page was loaded again because someone came back to it. */
const refreshes = createStore(0);
/** How many things on the page need its data to stay as they are. */
const holds = createStore(0);

/** On which this browser's tabs tell each other of writes. A channel does not hear what it says itself. */
let otherTabs: BroadcastChannel | null = null;

export function noteWrite(): void {
  reloadIsDue = true;
  writes += 1;
  tellOtherTabs();
}

/** All there is to do after a write when this page stays as it is. */
export function tellOtherTabs(): void {
  otherTabs?.postMessage(null);
}

/** Calls the listener when another tab has written. @returns what ends it */
export function listenToOtherTabs(listener: () => void): () => void {
  const tabs = new BroadcastChannel('aro_writes');
  tabs.onmessage = listener;
  otherTabs = tabs;
  return () => {
    otherTabs = null;
    tabs.close();
  };
}

/** The page's data is about to be loaded again, and so must be what was fetched apart from it. */
export function noteRefresh(): void {
  reloadIsDue = true;
  refreshes.set(refreshes.get() + 1);
}

/** Changes when what is on the screen is to be fetched again. */
export const useRefreshes = refreshes.use;

/** While rendered, coming back doesn't reload the page: work on a whole file depends on the page's data and would start over. */
export function useHeldPage(): void {
  useEffect(() => {
    holds.set(holds.get() + 1);
    return () => holds.set(holds.get() - 1);
  }, []);
}

/** Whether loading the page again might lose something. It may even bring another company's page: one selected in another tab. */
export function isPageInUse(): boolean {
  return hasEntries() || holds.get() > 0;
}

export function useIsPageInUse(): boolean {
  const isHeld = holds.use() > 0;
  return useHasEntries() || isHeld;
}

/** Changes with each write, for what is fetched apart from the page's data. */
export function writesSoFar(): number {
  return writes;
}

/** Rendered once per page: notices when a write's reload is done. */
export function useReloadNotice(): void {
  const isIdle = useNavigation().state === 'idle';
  const isLoaded = useRevalidator().state === 'idle';
  useEffect(() => {
    if (isIdle && isLoaded) reloadIsDue = false;
  }, [isIdle, isLoaded]);
}

/** For every page: opening or closing a dialog, or staying for want of a connection, asks the server for nothing. */
export function revalidateUnlessDialogOnly(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  if (staysWhereItIs(currentUrl, nextUrl)) return false;
  if (!reloadIsDue && opensDialogOnly(currentUrl, nextUrl)) return false;
  return defaultShouldRevalidate;
}
