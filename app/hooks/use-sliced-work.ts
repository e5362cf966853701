import { useEffect, useState } from 'react';

/** Longest time to block the page. */
const SLICE_MS = 30;

/**
 * Runs long work in slices, so the page stays responsive. The generator yields where it may pause.
 * @returns a function that cancels the work
 */
function runInSlices<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const runSlice = () => {
    const end = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return done(step.value);
    } while (performance.now() < end);
    timer = setTimeout(runSlice);
  };
  timer = setTimeout(runSlice);
  return () => clearTimeout(timer);
}

/**
 * Result of long work that runs in slices, and runs again when `dependencies` change.
 * @param work null when there is nothing to do
 * @returns the latest result, and whether it belongs to the current `dependencies`
 */
export function useSlicedWork<T>(
  work: (() => Generator<void, T>) | null,
  dependencies: readonly unknown[],
): { value: T | null; isCurrent: boolean } {
  const [result, setResult] = useState<{ deps: readonly unknown[]; value: T } | null>(null);
  const deps = [work !== null, ...dependencies];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `deps` lists what the work depends on
  useEffect(() => (work ? runInSlices(work(), (value) => setResult({ deps, value })) : undefined), deps);
  const isCurrent = work !== null && deps.every((part, index) => part === result?.deps[index]);
  return { value: result?.value ?? null, isCurrent };
}
