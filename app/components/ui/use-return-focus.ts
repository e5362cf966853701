import { useState } from 'react';

/** By a dialog that replaced another one: what the other would have given the focus back to. */
const inherited = new WeakMap<Element, HTMLElement>();

/**
 * Gives focus back when a dialog closes: to what had it before, or, if that is gone, to the page's main part. For dialogs
 * without a trigger of Radix's own, which it would otherwise look for in vain.
 */
export function useReturnFocus() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event: Event) => {
    event.preventDefault();
    const own = opener?.isConnected && opener !== document.body ? opener : null;
    const target = own ?? inherited.get(event.currentTarget as Element) ?? document.getElementById('main');
    if (!(target instanceof HTMLElement)) return;
    // Radix gives it back a moment later: a dialog that opened in that moment keeps it.
    const inFront = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (inFront && !inFront.contains(target)) inherited.set(inFront, target);
    else target.focus();
  };
}
