import { useCallback, useEffect, useRef } from 'react';

/**
 * Defers blur checks while a pointer is down. A message that appears between press and release would move the pressed element, and the
 * click would be lost.
 *
 * @returns a function that runs the check, now or after the click
 */
export function useDeferUntilRelease(): (check: () => void) => void {
  const isPressed = useRef(false);
  const deferredChecks = useRef<(() => void)[]>([]);

  useEffect(() => {
    const handlePointerDown = () => {
      isPressed.current = true;
    };
    const handleRelease = () => {
      isPressed.current = false;
      const checks = deferredChecks.current.splice(0);
      // Let the click fire first.
      setTimeout(() => {
        for (const check of checks) check();
      });
    };
    document.addEventListener('pointerdown', handlePointerDown, true);
    document.addEventListener('pointerup', handleRelease, true);
    document.addEventListener('pointercancel', handleRelease, true);
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown, true);
      document.removeEventListener('pointerup', handleRelease, true);
      document.removeEventListener('pointercancel', handleRelease, true);
    };
  }, []);

  return useCallback((check) => {
    if (isPressed.current) deferredChecks.current.push(check);
    else check();
  }, []);
}
