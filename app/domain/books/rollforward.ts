import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';

/** A well's movements around a report's dates. Reductions are a positive amount. */
export type RollforwardSums = {
  /** Everything before the begin date, and opening balances through the end date. */
  beforeCents: Cents;
  additionsCents: Cents;
  accretionCents: Cents;
  reductionsCents: Cents;
  /** Everything through the end date, summed independently; the row is checked against it. */
  throughEndCents: Cents;
};

export type RollforwardRow = {
  beginningCents: Cents;
  additionsCents: Cents;
  accretionCents: Cents;
  reductionsCents: Cents;
  endingCents: Cents;
};

export type RollforwardTotals = Record<keyof RollforwardRow, bigint>;

/**
 * Turns a well's sums into its rollforward row, in cents: beginning + additions + accretion − reductions = ending.
 *
 * @param carriedCents cached carrying amount of the well's layers, compared with the ending; null when the report ends before
 * the last movement, because they then legitimately differ
 * @throws DomainError when the ending differs, even by a cent, from the sum of all movements through the end date or from the
 * layers' carrying amount (or is too large to be exact): a report that does not tie is an error, not a file
 * Source: ASC 410-20-50-1(c), the reconciliation of the beginning and ending carrying amount.
 */
export function rollforwardRow(sums: RollforwardSums, carriedCents: Cents | null = null): RollforwardRow {
  const { beforeCents, additionsCents, accretionCents, reductionsCents, throughEndCents } = sums;
  const endingCents = beforeCents + additionsCents + accretionCents - reductionsCents;
  requireTie('rollforward', { endingCents, throughEndCents, carriedCents });
  return { beginningCents: beforeCents, additionsCents, accretionCents, reductionsCents, endingCents };
}

/**
 * @param throughEndCents all movements through the end date, summed independently
 * @param carriedCents cached carrying amount of the layers; null when it is as of a later day
 * @throws DomainError when either differs from the ending, or the ending is too large to be exact
 */
export function requireTie(
  report: string,
  {
    endingCents,
    throughEndCents,
    carriedCents,
  }: { endingCents: Cents; throughEndCents: Cents; carriedCents: Cents | null },
): void {
  if (endingCents !== throughEndCents || !Number.isSafeInteger(endingCents)) {
    throw new DomainError(
      null,
      `The ${report} doesn’t tie out: its ending column is ${formatCents(endingCents)}, but its movements total ${formatCents(throughEndCents)}`,
    );
  }
  if (carriedCents !== null) requireCached(report, endingCents, carriedCents);
}

/** @throws DomainError when the sum of the movements differs from the layers' cached balance */
export function requireCached(report: string, endingCents: Cents, cachedCents: Cents): void {
  if (cachedCents === endingCents) return;
  throw new DomainError(
    null,
    `The ${report} doesn’t tie out: its movements total ${formatCents(endingCents)}, but its layers carry ${formatCents(cachedCents)}`,
  );
}

/** Adds up rows column by column, in cents, exactly and with no upper limit. Totals of rows that tie also tie. */
export function rollforwardTotals(rows: readonly RollforwardRow[]): RollforwardTotals {
  const total = (column: keyof RollforwardRow) => sumCents(rows.map((row) => row[column]));
  return {
    beginningCents: total('beginningCents'),
    additionsCents: total('additionsCents'),
    accretionCents: total('accretionCents'),
    reductionsCents: total('reductionsCents'),
    endingCents: total('endingCents'),
  };
}
