import { useState } from 'react';

/**
 * Gives focus back when a dialog closes: to what had it before, or, if that is gone, to the page's main part. For dialogs
 * without a trigger of Radix's own, which it would otherwise look for in vain.
 */
export function useReturnFocus() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event: Event) => {
    event.preventDefault();
    const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main');
    // Radix gives it back a moment later: a dialog that opened in that moment keeps it.
    const inFront = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (target instanceof HTMLElement && (!inFront || inFront.contains(target))) target.focus();
  };
}
