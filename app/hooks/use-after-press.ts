import { useCallback, useEffect, useRef } from 'react';

/**
 * Makes checks of fields that are left wait while a pointer is down: a message that appears between press and release moves what is
 * being pressed, and the click would be lost.
 *
 * @returns does the check, now or after the click
 */
export function useAfterPress(): (check: () => void) => void {
  const isPressed = useRef(false);
  const afterRelease = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      const waiting = afterRelease.current.splice(0);
      // The click comes first.
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
