import { useEffect, useState } from 'react';

/** The value once it has stopped changing for `pauseMs`, such as text when typing pauses. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return debounced;
}
