import { useEffect, useRef } from 'react';

type BrowserPrint = {
  /** True when there is something to print and printing hasn't started. */
  isReady: boolean;
  /** Same as the Print button. */
  print: () => void;
  /** Must render synchronously. */
  printLoadedRows: () => void;
};

/**
 * Prints the ledger instead of the screen. Ctrl+P works like the Print button. The browser's own menu doesn't wait for a fetch, so it
 * prints what is already loaded.
 */
export function useBrowserPrint(current: BrowserPrint) {
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey);
      if (!isPrint || event.shiftKey || event.altKey || !latest.current.isReady) return;
      event.preventDefault();
      latest.current.print();
    };
    const beforePrint = () => {
      if (latest.current.isReady) latest.current.printLoadedRows();
    };
    window.addEventListener('keydown', handleKeyDown);
    window.addEventListener('beforeprint', beforePrint);
    return () => {
      window.removeEventListener('keydown', handleKeyDown);
      window.removeEventListener('beforeprint', beforePrint);
    };
  }, []);
}
