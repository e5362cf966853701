/** A row that states the total of a file's balances, in cents. */
export type TotalRow = { row: number; cents: bigint };

/** A file's own total, and by how much it exceeds the sum of its rows. */
export type FileTotal = TotalRow & { difference: bigint };

/**
 * Compares a file's stated total with the sum of its balances. Null if the file has no total, or has several and none
 * matches: those are subtotals.
 */
export function findFileTotal(totals: readonly TotalRow[], balances: bigint): FileTotal | null {
  const total = totals.findLast(({ cents }) => cents === balances) ?? totals[0];
  if (!total || (total.cents !== balances && totals.length > 1)) return null;
  return { ...total, difference: total.cents - balances };
}
