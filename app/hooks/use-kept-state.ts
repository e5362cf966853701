import { useCallback, useEffect, useRef, useState } from 'react';
import { warnOfUnload } from './unload-warning';

/** Browser only: nothing is set during rendering. */
const storedStates = new Map<string, unknown>();

/** Sets kept state before its component mounts, so a form opens prefilled. */
export function keepState(key: string, state: unknown): void {
  storedStates.set(key, state);
}

/**
 * State that outlives its component until the page reloads. Entries and results are still there when the user comes back from another
 * screen.
 *
 * @param key identifies the state, and includes the company's id for company data
 */
export function useKeptState<State>(key: string, initial: State): [State, SetKeptState<State>] {
  const [, setVersion] = useState(0);
  const initialState = useRef(initial);
  initialState.current = initial;
  const set = useCallback<SetKeptState<State>>(
    (next) => {
      const previous = storedStates.has(key) ? (storedStates.get(key) as State) : initialState.current;
      storedStates.set(key, typeof next === 'function' ? (next as (before: State) => State)(previous) : next);
      setVersion((version) => version + 1);
    },
    [key],
  );
  return [storedStates.has(key) ? (storedStates.get(key) as State) : initial, set];
}

/**
 * Makes the browser confirm before a reload loses entries in kept state, even while another screen is shown. Navigating within the app
 * loses nothing and doesn't prompt.
 *
 * @param key of the state
 */
export function useUnloadWarning(key: string, isUnsaved: boolean): void {
  useEffect(() => warnOfUnload(key, isUnsaved), [key, isUnsaved]);
}

/** Pass a function to update the current state, so two changes before the next render both apply. */
export type SetKeptState<State> = (next: State | ((before: State) => State)) => void;
