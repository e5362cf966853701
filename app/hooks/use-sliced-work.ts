import { useEffect, useState } from 'react';

/** Longest time to block the page. */
const TURN_MS = 30;

/**
 * Runs long work in slices, so the page stays responsive. The generator yields where it may pause.
 * @returns a function that cancels the work
 */
function inTurns<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const takeTurn = () => {
    const end = performance.now() + TURN_MS;
    do {
      const step = work.next();
      if (step.done) return done(step.value);
    } while (performance.now() < end);
    timer = setTimeout(takeTurn);
  };
  timer = setTimeout(takeTurn);
  return () => clearTimeout(timer);
}

/**
 * Result of long work that runs in slices, and runs again when `about` changes.
 * @param work null when there is nothing to do
 * @returns the latest result, and whether it belongs to the current `about`
 */
export function useSlicedWork<T>(
  work: (() => Generator<void, T>) | null,
  about: readonly unknown[],
): { value: T | null; isCurrent: boolean } {
  const [done, setDone] = useState<{ about: readonly unknown[]; value: T } | null>(null);
  const of = [work !== null, ...about];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` lists what the work depends on
  useEffect(() => (work ? inTurns(work(), (value) => setDone({ about: of, value })) : undefined), of);
  const isCurrent = work !== null && of.every((part, index) => part === done?.about[index]);
  return { value: done?.value ?? null, isCurrent };
}
