import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, sumCents } from '~/domain/money/money';

/** A dated movement of a well's liability: a layer at its calculation date, accretion at its period end. */
export type LedgerEvent = { kind: 'layer' | 'accretion'; date: CalendarDate; cents: Cents };

/** A well's movements around a report's dates. Reductions are a positive amount. */
export type RollforwardSums = {
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
 * Sums a well's events for a report, in cents; begin and end dates are both included. Positive layers are additions,
 * negative ones reductions (as a positive amount); accretion counts with its sign.
 * Source: every balance is the sum of dated events.
 */
export function sumEvents(
  events: Iterable<LedgerEvent>,
  { begin, end }: { begin: CalendarDate; end: CalendarDate },
): RollforwardSums {
  const sums = {
    beforeCents: 0,
    additionsCents: 0,
    accretionCents: 0,
    reductionsCents: 0,
    throughEndCents: 0,
  };
  for (const { kind, date, cents } of events) {
    if (date > end) continue;
    sums.throughEndCents += cents;
    if (date < begin) sums.beforeCents += cents;
    else if (kind === 'accretion') sums.accretionCents += cents;
    else if (cents > 0) sums.additionsCents += cents;
    else sums.reductionsCents -= cents;
  }
  return sums;
}

/**
 * Turns a well's sums into its rollforward row, in cents: beginning + additions + accretion − reductions = ending.
 *
 * Throws DomainError when that is not, to the cent, the sum of all events through the end date (or is too large to be
 * exact): a report that does not tie is an error, not a file.
 * Source: ASC 410-20-50-1(c), the reconciliation of the beginning and ending carrying amount.
 */
export function rollforwardRow(sums: RollforwardSums): RollforwardRow {
  const { beforeCents, additionsCents, accretionCents, reductionsCents, throughEndCents } = sums;
  const endingCents = beforeCents + additionsCents + accretionCents - reductionsCents;
  if (endingCents !== throughEndCents || !Number.isSafeInteger(endingCents)) {
    throw new DomainError(
      null,
      `The rollforward does not tie: its movements end at ${formatCents(endingCents)}, its events at ${formatCents(throughEndCents)}`,
    );
  }
  return { beginningCents: beforeCents, additionsCents, accretionCents, reductionsCents, endingCents };
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
