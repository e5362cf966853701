/** Runs a generator to completion without pausing at its yields, and returns the result. */
export function runToCompletion<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
