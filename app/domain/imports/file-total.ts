/** A row of a file that gives a total of its balances, in cents. */
export type TotalRow = { row: number; cents: bigint };

/** The file's own total, and by how much it is more than what its rows add up to. */
export type FileTotal = TotalRow & { difference: bigint };

/**
 * A file's total of its balances beside what its rows add up to. Null without one, and where it has several and none is that sum: they
 * are then totals of parts.
 */
export function fileTotal(totals: readonly TotalRow[], balances: bigint): FileTotal | null {
  const total = totals.findLast(({ cents }) => cents === balances) ?? totals[0];
  if (!total || (total.cents !== balances && totals.length > 1)) return null;
  return { ...total, difference: total.cents - balances };
}
