import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';

/** A well's movements around a report's dates. Reductions are a positive amount. */
export type RollforwardSums = {
  /** Everything before the begin date, and balances brought in through the end date. */
  beforeCents: Cents;
  additionsCents: Cents;
  accretionCents: Cents;
  reductionsCents: Cents;
  /** Everything up to the end date, added up on its own: the figure that the row is checked against. */
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
 * @param carriedCents what the well's layers carry by their cached balances, to be compared with the ending; null when the
 * report ends before the last movement, so that they differ rightly
 * @throws DomainError when the ending is not, to the cent, the sum of all movements through the end date and what the layers
 * carry (or is too large to be exact): a report that does not tie is an error, not a file
 * Source: ASC 410-20-50-1(c), the reconciliation of the beginning and ending carrying amount.
 */
export function rollforwardRow(sums: RollforwardSums, carriedCents: Cents | null = null): RollforwardRow {
  const { beforeCents, additionsCents, accretionCents, reductionsCents, throughEndCents } = sums;
  const endingCents = beforeCents + additionsCents + accretionCents - reductionsCents;
  requireTie('rollforward', { endingCents, throughEndCents, carriedCents });
  return { beginningCents: beforeCents, additionsCents, accretionCents, reductionsCents, endingCents };
}

/**
 * @param throughEndCents all movements through the end date, added up on their own
 * @param carriedCents what the layers carry by their cached balances; null when that is of a later day
 * @throws DomainError when one of them differs from the ending, or the ending is too large to be exact
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
      `The ${report} does not tie: its columns end at ${formatCents(endingCents)}, its movements at ${formatCents(throughEndCents)}`,
    );
  }
  if (carriedCents !== null) requireCached(report, endingCents, carriedCents);
}

/** @throws DomainError when what movements add up to is not what their layers have as their cached balance */
export function requireCached(report: string, endingCents: Cents, cachedCents: Cents): void {
  if (cachedCents === endingCents) return;
  throw new DomainError(
    null,
    `The ${report} does not tie: its movements end at ${formatCents(endingCents)}, its layers carry ${formatCents(cachedCents)}`,
  );
}

/** Adds up rows column by column, in cents, exactly and without an upper limit. Totals of rows that tie, tie. */
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
