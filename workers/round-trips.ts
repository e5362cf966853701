/** D1 calls made by one request so far. */
export type RoundTrips = {
  /** Longest chain of calls that waited for each other: the number of sequential round trips to D1. */
  inARow: number;
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
  const trips: RoundTrips = { inARow: 0, calls: 0, milliseconds: 0 };
  let inFlight = 0;
  let since = 0;

  async function trip<T>(send: () => Promise<T>): Promise<T> {
    const place = trips.inARow + 1;
    if (inFlight === 0) since = Date.now();
    inFlight += 1;
    try {
      return await send();
    } finally {
      inFlight -= 1;
      if (inFlight === 0) trips.milliseconds += Date.now() - since;
      trips.calls += 1;
      trips.inARow = Math.max(trips.inARow, place);
    }
  }

  return { trips, d1: wrapCalls(session, trip) };
}

/** Wraps a session so that `around` runs around each call to D1. */
export function wrapCalls(
  session: D1DatabaseSession,
  around: <T>(send: () => Promise<T>) => Promise<T>,
): D1DatabaseSession {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      run: () => around(() => statement.run()),
      all: () => around(() => statement.all()),
      first: (...column: [string]) => around(() => statement.first(...column)),
      raw: (...options: [{ columnNames: true }]) => around(() => statement.raw(...options)),
    } as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (query) => wrap(session.prepare(query)),
    // D1 accepts only its own statements in a batch.
    batch: (statements) =>
      around(() => session.batch(statements.map((statement) => originals.get(statement)!))),
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}
