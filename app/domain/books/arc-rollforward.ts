import type { Cents } from '~/domain/money/money';
import { ARC_CAUSES, type ArcCause } from './movement-kinds';
import { requireTie } from './rollforward';

/**
 * A well's sums by cause, in cents, signed. Balances brought in within the dates have no column: they count in the beginning, and
 * their reversals as retired.
 */
export type ArcSums = Record<ArcCause, Cents>;

/** The columns in their order; additions to the cost and reductions keep their signs, so both lines add up. */
export const ARC_COLUMNS = [
  'beginningCost',
  'additions',
  'revisions',
  'retired',
  'divested',
  'endingCost',
  'beginningAccumulated',
  'depreciation',
  'accumulatedRetired',
  'endingAccumulated',
  'endingNet',
] as const;
export type ArcRow = Record<(typeof ARC_COLUMNS)[number], bigint>;

/** The two balances of an asset. */
export type ArcPair = { costCents: Cents; accumulatedCents: Cents };

/**
 * Turns a well's sums into its row of the ARC rollforward, in cents: cost, accumulated depreciation, and what is left.
 *
 * @param throughEnd everything up to the end date, added up on its own
 * @param cached what the well's layers have by their caches; null when the report ends before the last movement
 * @throws DomainError when an ending is not, to the cent, what its movements and caches say: a report that does not tie is an
 * error, not a file
 * Source: ASC 360-10-50-1 (cost and accumulated depreciation), in the form of the liability's reconciliation.
 */
export function arcRow(sums: ArcSums, throughEnd: ArcPair, cached: ArcPair | null): ArcRow {
  const { beginningCost, additions, revisions, retired, divested } = sums;
  const { beginningAccumulated, depreciation, accumulatedRetired } = sums;
  const endingCost = beginningCost + additions + revisions + retired + divested;
  const endingAccumulated = beginningAccumulated + depreciation + accumulatedRetired;
  requireTie('ARC rollforward', {
    endingCents: endingCost,
    throughEndCents: throughEnd.costCents,
    carriedCents: cached?.costCents ?? null,
  });
  requireTie('ARC rollforward', {
    endingCents: endingAccumulated,
    throughEndCents: throughEnd.accumulatedCents,
    carriedCents: cached?.accumulatedCents ?? null,
  });
  const cents = { ...sums, endingCost, endingAccumulated, endingNet: endingCost + endingAccumulated };
  return Object.fromEntries(ARC_COLUMNS.map((column) => [column, BigInt(cents[column])])) as ArcRow;
}

/** Sums of nothing, to add to. */
export function noArcSums(): ArcSums {
  return Object.fromEntries(ARC_CAUSES.map((cause) => [cause, 0])) as ArcSums;
}

/** Adds a row to another, column by column, exactly and without an upper limit. Totals of rows that tie, tie. */
export function addArcRow(total: ArcRow, row: ArcRow): ArcRow {
  return Object.fromEntries(ARC_COLUMNS.map((column) => [column, total[column] + row[column]])) as ArcRow;
}

/** The row of nothing, which totals begin with. */
export function emptyArcRow(): ArcRow {
  return arcRow(noArcSums(), { costCents: 0, accumulatedCents: 0 }, null);
}
