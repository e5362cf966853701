import { useState } from 'react';

/** For a dialog that replaced another: the element the replaced dialog would have focused. */
const inherited = new WeakMap<Element, HTMLElement>();

/**
 * Returns focus when a dialog closes: to the element that had it before, or to the main content if that element is gone. For
 * dialogs without a Radix trigger, where Radix has nothing to return focus to.
 */
export function useReturnFocus() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event: Event) => {
    event.preventDefault();
    const own = opener?.isConnected && opener !== document.body ? opener : null;
    const target = own ?? inherited.get(event.currentTarget as Element) ?? document.getElementById('main');
    if (!(target instanceof HTMLElement)) return;
    // Radix returns focus asynchronously. If another dialog opened meanwhile, it keeps focus.
    const inFront = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (inFront && !inFront.contains(target)) inherited.set(inFront, target);
    else target.focus();
  };
}
