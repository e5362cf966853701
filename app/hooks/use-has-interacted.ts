import { startTransition, useEffect, useState } from 'react';

const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** True once a user interacts with the page. Content that only a user would look at can wait until then. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => {
    const handleInteraction = () => startTransition(() => setHasInteracted(true));
    for (const type of INTERACTION_EVENTS)
      window.addEventListener(type, handleInteraction, { once: true, capture: true });
    return () => {
      for (const type of INTERACTION_EVENTS)
        window.removeEventListener(type, handleInteraction, { capture: true });
    };
  }, []);
  return hasInteracted;
}
