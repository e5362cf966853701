import { type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { opensDialogOnly } from './use-address';

/** A write's reload is under way. Closing the dialog that wrote interrupts it, and must not lose it. */
let reloadIsDue = false;

export function noteWrite(): void {
  reloadIsDue = true;
}

/** Stands once in the page: notices when a write's reload is done. */
export function useReloadNotice(): void {
  const isIdle = useNavigation().state === 'idle';
  const isLoaded = useRevalidator().state === 'idle';
  useEffect(() => {
    if (isIdle && isLoaded) reloadIsDue = false;
  }, [isIdle, isLoaded]);
}

/** For routes with dialogs in their address: opening or closing one asks the server for nothing. */
export function revalidateUnlessDialogOnly(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  if (!reloadIsDue && opensDialogOnly(currentUrl, nextUrl)) return false;
  return defaultShouldRevalidate;
}
