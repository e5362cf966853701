import { useEffect, useRef } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable]';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * Calls back when a key is pressed anywhere except in a menu or a dialog. A key without a modifier is ignored in fields, where it is
 * text. `withCommand` requires Ctrl, or Command on a Mac, and works in fields too.
 */
export function useHotkey(key: string, onPress: () => void, { withCommand = false } = {}): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.key !== key || isCommand !== withCommand || event.altKey || event.defaultPrevented) return;
      const ignoredTargets = withCommand ? OVERLAYS : `${FIELDS}, ${OVERLAYS}`;
      if (event.target instanceof Element && event.target.closest(ignoredTargets)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [key, withCommand]);
}
