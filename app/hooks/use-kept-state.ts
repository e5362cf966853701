import { useCallback, useEffect, useRef, useState } from 'react';
import { warnOfUnload } from './unload-warning';

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
export function useKeptState<State>(key: string, initial: State): [State, SetKeptState<State>] {
  const [, setVersion] = useState(0);
  const first = useRef(initial);
  first.current = initial;
  const set = useCallback<SetKeptState<State>>(
    (next) => {
      const before = kept.has(key) ? (kept.get(key) as State) : first.current;
      kept.set(key, typeof next === 'function' ? (next as (before: State) => State)(before) : next);
      setVersion((version) => version + 1);
    },
    [key],
  );
  return [kept.has(key) ? (kept.get(key) as State) : initial, set];
}

/**
 * Has the browser ask before a reload loses what was typed into such state, also while another screen is shown. Within the
 * application nothing is lost and nothing is asked.
 *
 * @param key of the state
 */
export function useUnloadWarning(key: string, isUnsaved: boolean): void {
  useEffect(() => warnOfUnload(key, isUnsaved), [key, isUnsaved]);
}

/** Pass a function to change the current state, so that two changes before the next render are both kept. */
export type SetKeptState<State> = (next: State | ((before: State) => State)) => void;
