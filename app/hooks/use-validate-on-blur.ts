import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Checks each field of a form as it is left. While a pointer is down that waits for its release: a message that appears
 * between press and release moves what is being pressed, and the click would be lost.
 *
 * @param validate checks the field of that name
 * @returns the handler for the form's blur events
 */
export function useValidateOnBlur(validate: (name: string) => void) {
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

  return ({ target }: FocusEvent<HTMLFormElement>) => {
    // Typed as the form, but it is the field that loses the focus.
    const field: Element = target;
    const name = field.getAttribute('name');
    if (!name || field instanceof HTMLButtonElement) return;
    const check = () => {
      if (field.isConnected) validate(name);
    };
    if (isPressed.current) afterRelease.current.push(check);
    else check();
  };
}
