import { useSyncExternalStore } from 'react';

/**
 * A page-wide value that can be set from anywhere in the browser. Components that use it re-render. On the server and until hydration, it
 * has its initial value.
 */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, get, () => initial),
  };
}
