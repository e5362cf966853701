import { formatCents, parseCents } from '~/domain/money/money';
import { type PackRow, sumOf } from './pack-ties';
import { amountsOf } from './report-columns';

/** A report's figures by name, in cents. */
export type NamedFigures = ReadonlyMap<string, bigint>;

/** A figure that differs between a close's archived report and the books now; null on the side that doesn't have it. */
export type ChangeSinceClose = { what: string; kept: string | null; now: string | null };

/** Column sums of a report. @param rows in any grouping; if a file ends with its total, only that row */
export function columnFigures(
  report: 'aro-rollforward' | 'disclosure' | 'arc-rollforward',
  rows: readonly PackRow[],
): NamedFigures {
  return new Map(amountsOf(report).map(({ id, header }) => [header, sumOf(rows, id)]));
}

/** Trial balance figures by account name: an account's number may have changed since the close, but its amounts must not. */
export function accountFigures(rows: readonly PackRow[]): NamedFigures {
  const groups = Map.groupBy(rows, ({ name }) => String(name));
  return new Map(
    [...groups].flatMap(([name, groupRows]) =>
      amountsOf('trial-balance').map(
        ({ id, header }) => [`${name}, ${header}`, sumOf(groupRows, id)] as const,
      ),
    ),
  );
}

/** Accumulates the journal's debits and credits, row by row. */
export function createJournalFigures() {
  let [debits, credits] = [0n, 0n];
  return {
    add(netValue: string): void {
      const cents = parseCents(netValue);
      if (cents > 0n) debits += cents;
      else credits -= cents;
    },
    figures: (): NamedFigures =>
      new Map([
        ['Debits', debits],
        ['Credits', credits],
      ]),
  };
}

/** Differences between a report archived at a close and the books now, to the cent. A figure of zero may be missing. */
export function changesSinceClose(closed: NamedFigures, current: NamedFigures): ChangeSinceClose[] {
  const names = [...new Set([...closed.keys(), ...current.keys()])];
  const formatOptional = (cents: bigint | undefined) => (cents === undefined ? null : formatCents(cents));
  return names
    .filter((what) => (closed.get(what) ?? 0n) !== (current.get(what) ?? 0n))
    .map((what) => ({
      what,
      kept: formatOptional(closed.get(what)),
      now: formatOptional(current.get(what)),
    }));
}
