import { useState } from 'react';

/** For a dialog that replaced another: the element the replaced dialog would have focused. */
const inheritedTargets = new WeakMap<Element, HTMLElement>();

/**
 * Returns focus when a dialog closes: to the element that had it before, or to the main content if that element is gone. For
 * dialogs without a Radix trigger, where Radix has nothing to return focus to.
 */
export function useReturnFocus() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event: Event) => {
    event.preventDefault();
    const openerTarget = opener?.isConnected && opener !== document.body ? opener : null;
    const target =
      openerTarget ?? inheritedTargets.get(event.currentTarget as Element) ?? document.getElementById('main');
    if (!(target instanceof HTMLElement)) return;
    // Radix returns focus asynchronously. If another dialog opened meanwhile, it keeps focus.
    const frontDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (frontDialog && !frontDialog.contains(target)) inheritedTargets.set(frontDialog, target);
    else target.focus();
  };
}
