import { useEffect, useRef } from 'react';

/**
 * Has the browser ask before the page is reloaded, closed or left for another site while something that was entered isn't saved.
 * Within the application nothing asks: dialogs do so themselves, and settings stay as entered.
 */
export function useLeaveWarning(isUnsaved: () => boolean): void {
  const newest = useRef(isUnsaved);
  useEffect(() => {
    newest.current = isUnsaved;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => newest.current() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
