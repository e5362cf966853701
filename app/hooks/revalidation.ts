import { type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { staysWhereItIs } from './lost-connection';
import { opensDialogOnly } from './use-address';

/** A write's reload is under way. Closing the dialog that wrote interrupts it, and must not lose it. */
let reloadIsDue = false;

/** How many there were on this page. */
let writes = 0;

export function noteWrite(): void {
  reloadIsDue = true;
  writes += 1;
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
