import { startTransition, useEffect, useState } from 'react';

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** True once a user interacts with the page. Content that only a user would look at can wait until then. */
export function useHasInteracted(): boolean {
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
