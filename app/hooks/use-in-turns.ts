import { useEffect, useState } from 'react';

/** So long the page may be kept from its person. */
const TURN_MS = 30;

/**
 * Does long work in turns, between which the page answers. A generator yields where it may pause.
 * @returns how to give it up
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
 * The result of long work that is done in turns, whenever what it is about changes.
 * @param work null while there is nothing to do
 * @returns the newest result, and whether it is about what is given now
 */
export function useInTurns<T>(
  work: (() => Generator<void, T>) | null,
  about: readonly unknown[],
): { value: T | null; isCurrent: boolean } {
  const [done, setDone] = useState<{ about: readonly unknown[]; value: T } | null>(null);
  const of = [work !== null, ...about];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what the work is about
  useEffect(() => (work ? inTurns(work(), (value) => setDone({ about: of, value })) : undefined), of);
  const isCurrent = work !== null && of.every((part, index) => part === done?.about[index]);
  return { value: done?.value ?? null, isCurrent };
}
