import { useCallback, useState } from 'react';

/** In the browser only: nothing is set while a page is rendered. */
const kept = new Map<string, unknown>();

/** Sets such state before the component that shows it is there: a form opens filled in. */
export function keepState(key: string, state: unknown): void {
  kept.set(key, state);
}

/**
 * State that outlasts its component until the page is reloaded: what a person typed, or was answered, is still there when
 * they come back from another screen.
 *
 * @param key what the state is of, with the company's id where it is a company's
 */
export function useKeptState<State>(key: string, initial: State): [State, (state: State) => void] {
  const [, setVersion] = useState(0);
  const set = useCallback(
    (state: State) => {
      kept.set(key, state);
      setVersion((version) => version + 1);
    },
    [key],
  );
  return [kept.has(key) ? (kept.get(key) as State) : initial, set];
}
