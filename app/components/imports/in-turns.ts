/** So long the page may be kept from its person. */
const TURN_MS = 30;

/**
 * Does long work in turns, between which the page answers. A generator yields where it may pause.
 * @returns how to give it up
 */
export function inTurns<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
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
