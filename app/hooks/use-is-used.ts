import { startTransition, useEffect, useState } from 'react';

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** Whether a person is at the page: what only they look at is not part of its first load. */
export function useIsUsed(): boolean {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const note = () => startTransition(() => setIsUsed(true));
    for (const type of SIGNS_OF_USE) window.addEventListener(type, note, { once: true, capture: true });
    return () => {
      for (const type of SIGNS_OF_USE) window.removeEventListener(type, note, { capture: true });
    };
  }, []);
  return isUsed;
}
