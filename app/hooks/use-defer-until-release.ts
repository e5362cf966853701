import { useCallback, useEffect, useRef } from 'react';

/**
 * Defers blur checks while a pointer is down. A message that appears between press and release would move the pressed element, and the
 * click would be lost.
 *
 * @returns a function that runs the check, now or after the click
 */
export function useDeferUntilRelease(): (check: () => void) => void {
  const isPressed = useRef(false);
  const afterRelease = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      const waiting = afterRelease.current.splice(0);
      // Let the click fire first.
      setTimeout(() => {
        for (const check of waiting) check();
      });
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
    };
  }, []);

  return useCallback((check) => {
    if (isPressed.current) afterRelease.current.push(check);
    else check();
  }, []);
}
