/** D1 calls made by one request so far. */
export type RoundTrips = {
  /** Longest chain of calls that waited for each other: the number of sequential round trips to D1. */
  sequential: number;
  /** All calls, including concurrent ones. */
  calls: number;
  /** Time with at least one call in flight, in milliseconds. */
  milliseconds: number;
};

/**
 * Counts the D1 calls of a session. A batch is one call, and so is a single statement.
 * @returns a session that wraps the given one, and the running counts
 */
export function countRoundTrips(session: D1DatabaseSession): { d1: D1DatabaseSession; trips: RoundTrips } {
  const trips: RoundTrips = { sequential: 0, calls: 0, milliseconds: 0 };
  let inFlight = 0;
  let busySince = 0;

  async function countTrip<T>(send: () => Promise<T>): Promise<T> {
    const depth = trips.sequential + 1;
    if (inFlight === 0) busySince = Date.now();
    inFlight += 1;
    try {
      return await send();
    } finally {
      inFlight -= 1;
      if (inFlight === 0) trips.milliseconds += Date.now() - busySince;
      trips.calls += 1;
      trips.sequential = Math.max(trips.sequential, depth);
    }
  }

  return { trips, d1: wrapCalls(session, countTrip) };
}

/** Wraps a session so that `around` runs around each call to D1. */
export function wrapCalls(
  session: D1DatabaseSession,
  runCall: <T>(send: () => Promise<T>) => Promise<T>,
): D1DatabaseSession {
  const originalOf = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function wrapStatement(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapper = {
      bind: (...values: unknown[]) => wrapStatement(statement.bind(...values)),
      run: () => runCall(() => statement.run()),
      all: () => runCall(() => statement.all()),
      first: (...column: [string]) => runCall(() => statement.first(...column)),
      raw: (...options: [{ columnNames: true }]) => runCall(() => statement.raw(...options)),
    } as D1PreparedStatement;
    originalOf.set(wrapper, statement);
    return wrapper;
  }

  return {
    prepare: (query) => wrapStatement(session.prepare(query)),
    // D1 accepts only its own statements in a batch.
    batch: (statements) =>
      runCall(() => session.batch(statements.map((statement) => originalOf.get(statement)!))),
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}
