import { formatCents, parseCents } from '~/domain/money/money';
import { type PackRow, sumOf } from './pack-ties';
import { amountsOf } from './report-columns';

/** A report's figures by their names, in cents. */
export type NamedFigures = ReadonlyMap<string, bigint>;

/** A figure that a close kept and that the books have otherwise now; null where one of them has it not. */
export type KeptDifference = { what: string; kept: string | null; now: string | null };

/** The sums of a report's columns. @param rows of any grouping; of a file that ends with its total, that row alone */
export function columnFigures(
  report: 'aro-rollforward' | 'disclosure' | 'arc-rollforward',
  rows: readonly PackRow[],
): NamedFigures {
  return new Map(amountsOf(report).map(({ id, header }) => [header, sumOf(rows, id)]));
}

/** The figures of a trial balance by the names of its accounts: a number may have changed since, the amounts on it may not. */
export function accountFigures(rows: readonly PackRow[]): NamedFigures {
  const groups = Map.groupBy(rows, ({ name }) => String(name));
  return new Map(
    [...groups].flatMap(([name, of]) =>
      amountsOf('trial-balance').map(({ id, header }) => [`${name}, ${header}`, sumOf(of, id)] as const),
    ),
  );
}

/** The journal's debits and credits, from its rows one after the other. */
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

/** What differs between a report as a close kept it and the books now, to the cent. A figure of zero need not be there. */
export function keptDifferences(kept: NamedFigures, now: NamedFigures): KeptDifference[] {
  const names = [...new Set([...kept.keys(), ...now.keys()])];
  const written = (cents: bigint | undefined) => (cents === undefined ? null : formatCents(cents));
  return names
    .filter((what) => (kept.get(what) ?? 0n) !== (now.get(what) ?? 0n))
    .map((what) => ({ what, kept: written(kept.get(what)), now: written(now.get(what)) }));
}
