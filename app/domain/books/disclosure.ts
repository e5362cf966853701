import type { Cents } from '~/domain/money/money';
import { DISCLOSURE_CHANGES, type DisclosureColumn } from './movement-kinds';
import { requireTie } from './rollforward';

/** A well's movements around a report's dates, in cents; decreases are negative. */
export type DisclosureSums = {
  beforeCents: Cents;
  within: Record<DisclosureColumn, Cents>;
  /** Everything through the end date, summed independently; the row is checked against it. */
  throughEndCents: Cents;
};

type RowColumn = 'beginning' | DisclosureColumn | 'ending' | 'current' | 'nonCurrent';
/** A well's row of the disclosure. Beginning plus the columns equals the ending, and so does current plus non-current. */
export type DisclosureRow = Record<RowColumn, Cents>;
/** Sums of rows, with no upper limit. */
export type DisclosureTotals = Record<RowColumn, bigint>;

/** All-zero sums to add to. */
export function noDisclosureSums(): DisclosureSums {
  const within = Object.fromEntries(DISCLOSURE_CHANGES.map((column) => [column, 0]));
  return { beforeCents: 0, within: within as DisclosureSums['within'], throughEndCents: 0 };
}

/**
 * Turns a well's sums into its row of the disclosure, in cents.
 *
 * @param carriedCents cached carrying amount of the well's layers, compared with the ending; null when the report ends before
 * the last movement
 * @param isCurrent whether the well's maturity is in the first year
 * @throws DomainError when the ending differs, even by a cent, from the sum of all movements through the end date or from the
 * layers' carrying amount: a report that does not tie is an error, not a file
 */
export function disclosureRow(
  { beforeCents, within, throughEndCents }: DisclosureSums,
  carriedCents: Cents | null,
  isCurrent: boolean,
): DisclosureRow {
  const endingCents = DISCLOSURE_CHANGES.reduce((sum, column) => sum + within[column], beforeCents);
  requireTie('disclosure', { endingCents, throughEndCents, carriedCents });
  return {
    ...within,
    beginning: beforeCents,
    ending: endingCents,
    current: isCurrent ? endingCents : 0,
    nonCurrent: isCurrent ? 0 : endingCents,
  };
}

/** Adds a well's row to the totals, column by column, exactly. Totals of rows that tie also tie. */
export function addDisclosureRow(totals: DisclosureTotals, row: DisclosureRow): void {
  for (const column of Object.keys(row) as RowColumn[]) totals[column] += BigInt(row[column]);
}

/** All-zero totals. */
export function noDisclosureTotals(): DisclosureTotals {
  const columns = Object.keys(disclosureRow(noDisclosureSums(), null, true));
  return Object.fromEntries(columns.map((column) => [column, 0n])) as DisclosureTotals;
}
