/** Some 30 ms of the slowest work: a person waiting for a page does not notice it. */
const STEPS_IN_A_TURN = 500_000;

export type Turns = {
  /** Adds to the work of this turn, in steps of some 50 ns. */
  count: (steps: number) => void;
  /** Lets other requests of the same process go first if this turn's work is done. */
  pause: () => Promise<void>;
};

/** Splits long synchronous work into turns. Work is counted, not timed: a Worker's clock only advances with I/O. */
export function createTurns(): Turns {
  let done = 0;
  return {
    count: (steps) => {
      done += steps;
    },
    pause: async () => {
      if (done < STEPS_IN_A_TURN) return;
      done = 0;
      await scheduler.wait(0);
    },
  };
}
