/** About 30 ms of the slowest work: not noticeable to a user waiting for a page. */
const STEPS_IN_A_TURN = 500_000;

export type Turns = {
  /** Adds steps of about 50 ns each to this turn's work. */
  count: (steps: number) => void;
  /** Yields to other requests in the same isolate if this turn's work is used up. */
  pause: () => Promise<void>;
};

/** Splits long synchronous work into turns. Work is counted, not timed: a Worker's clock advances only on I/O. */
export function createTurns(): Turns {
  let workDone = 0;
  return {
    count: (steps) => {
      workDone += steps;
    },
    pause: async () => {
      if (workDone < STEPS_IN_A_TURN) return;
      workDone = 0;
      await scheduler.wait(0);
    },
  };
}
