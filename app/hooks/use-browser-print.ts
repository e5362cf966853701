import { useEffect, useRef } from 'react';

type BrowserPrint = {
  /** There is something to print, and it isn't being printed yet. */
  isReady: boolean;
  /** As the Print button does. */
  print: () => void;
  /** Must render before it returns. */
  printAtHand: () => void;
};

/**
 * Prints the ledger instead of the screen: on Ctrl+P as the Print button does. The browser's own menu doesn't wait for
 * anything to be fetched, so it prints what is at hand.
 */
export function useBrowserPrint(current: BrowserPrint) {
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey);
      if (!isPrint || event.shiftKey || event.altKey || !latest.current.isReady) return;
      event.preventDefault();
      latest.current.print();
    };
    const beforePrint = () => {
      if (latest.current.isReady) latest.current.printAtHand();
    };
    window.addEventListener('keydown', press);
    window.addEventListener('beforeprint', beforePrint);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('beforeprint', beforePrint);
    };
  }, []);
}
