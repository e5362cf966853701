import type { Cents } from '~/domain/money/money';
import { ARC_CAUSES, type ArcCause } from './movement-kinds';
import { requireTie } from './rollforward';

/**
 * A well's sums by cause, in cents, signed. Opening balances within the dates have no column: they count toward the beginning
 * balance, and their reversals as retired.
 */
export type ArcSums = Record<ArcCause, Cents>;

/** Columns in display order. Additions and reductions keep their signs, so the cost and the accumulated lines both add up. */
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

/** An asset's two balances. */
export type ArcPair = { costCents: Cents; accumulatedCents: Cents };

/**
 * Turns a well's sums into its row of the ARC rollforward, in cents: cost, accumulated depreciation, and net.
 *
 * @param throughEnd everything through the end date, summed independently
 * @param cached cached balances of the well's layers; null when the report ends before the last movement
 * @throws DomainError when an ending balance differs from the movements or the caches, even by a cent: a report that does not
 * tie is an error, not a file
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

/** All-zero sums to add to. */
export function noArcSums(): ArcSums {
  return Object.fromEntries(ARC_CAUSES.map((cause) => [cause, 0])) as ArcSums;
}

/** Adds two rows column by column, exactly and with no upper limit. Totals of rows that tie also tie. */
export function addArcRow(total: ArcRow, row: ArcRow): ArcRow {
  return Object.fromEntries(ARC_COLUMNS.map((column) => [column, total[column] + row[column]])) as ArcRow;
}

/** An all-zero row, the starting point for totals. */
export function emptyArcRow(): ArcRow {
  return arcRow(noArcSums(), { costCents: 0, accumulatedCents: 0 }, null);
}
